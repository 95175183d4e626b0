// From uploads, downloads, copies and syncs of this machine to jobs that every worker of a hub understands: accounts by
// their addresses, and no secrets. What workers could not do without knowing the files of the other shards is rejected
// here. What a sync deletes is not part of it: the rules of deletions hold for the whole job only.
import { basename, resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../azure/account';
import type { CopyRequest, DownloadRequest, DownloadSelection, UploadRequest } from '../transfers/api';
import { learnFoldingToWrite } from '../transfers/plan/folding';
import { lastSegment } from '../transfers/plan/look-up-blobs';
import { rootOf } from '../transfers/plan/plan';
import { downloadSpecOf, uploadSpecOf } from '../transfers/plan/specs';
import type { CompareRequest } from '../transfers/sync/compare-places';
import { type SyncLocation, type SyncRequest, syncSpecOf } from '../transfers/sync/sync-spec';
import type { FileSpec, Location, SpecOf } from './specs';

/** A job, and what it is called. */
export interface Order<S> {
  readonly title: string;
  readonly spec: S;
  /** Makes room for what it writes, right before a hub has it. */
  readonly prepare?: () => Promise<void>;
}

export interface OrderPorts {
  readonly accounts: AccountSource;
  /** What the disk of a folder that receives files does with names; it is created. */
  readonly learnFolding?: typeof learnFoldingToWrite;
}

export async function uploadOrder(request: UploadRequest, { accounts }: OrderPorts): Promise<Order<FileSpec>> {
  const names = new Map<string, string>();
  for (const path of request.paths) {
    const twin = names.get(basename(path));
    if (twin !== undefined && !path.endsWith('/')) {
      const problem = t`“${twin}” and “${path}” would get the same name.`;
      throw invalidInput('PATH', problem, t`Upload them as separate jobs.`);
    }
    names.set(basename(path), path);
  }
  const { connectionId, container, prefix, paths, as, options, include, exclude, localNaming } =
    await uploadSpecOf(request);
  const endpoint = await endpointOf(connectionId, 'blob', 'writes', accounts);
  const spec: FileSpec = {
    kind: 'upload',
    endpoint,
    container,
    prefix,
    paths,
    options,
    ...(as === undefined ? {} : { as }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(localNaming === undefined ? {} : { localNaming }),
  };
  return { title: titleOf(paths.map((path) => basename(path))), spec };
}

/** Workers cannot compare the names of one shard with those of another: what could meet is rejected. */
export async function downloadOrder(request: DownloadRequest, ports: OrderPorts): Promise<Order<FileSpec>> {
  const { targetDir, selection, options } = request;
  if (options.overwrite === 'rename') {
    const problem = t`workers cannot agree on numbers for names.`;
    throw invalidInput('Overwrite', problem, t`Choose another policy for existing files.`);
  }
  if (options.emptyFolders === true)
    throw invalidInput('Empty folders', t`a download by a hub does not create them.`, t`Leave them out.`);
  const names = selection.map((chosen) => nameOf(chosen));
  if (names.length > 1 && (names.includes('') || new Set(names).size < names.length)) {
    const problem = t`some of the files would get the same names.`;
    throw invalidInput('Selection', problem, t`Download them as separate jobs.`);
  }
  await rejectFolding(targetDir, ports);
  const { connectionId, container, include, exclude, localNaming = 'posix' } = await downloadSpecOf(request);
  const spec: FileSpec = {
    kind: 'download',
    endpoint: await endpointOf(connectionId, 'blob', 'reads', ports.accounts),
    container,
    options,
    targetDir,
    selection: [...selection],
    localNaming: localNaming === 'windows' ? 'windows' : 'posix',
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
  };
  return { title: container, spec };
}

function nameOf(chosen: DownloadSelection): string {
  if (chosen.kind === 'prefix') return chosen.as;
  return (chosen.kind === 'blob' ? chosen.as : undefined) ?? lastSegment(chosen.name);
}

async function rejectFolding(dir: string, { learnFolding = learnFoldingToWrite }: OrderPorts): Promise<void> {
  const { letterCase, form } = await learnFolding(dir);
  if (letterCase !== 'folded' && form !== 'folded') return;
  const problem = t`“${dir}” does not distinguish all names, and workers cannot see which of them meet.`;
  throw invalidInput('Target folder', problem, t`Use a folder on another disk, or run it on this computer.`);
}

/** A move deletes a source after its copy was verified, which no shard does. */
export async function copyOrder(request: CopyRequest, { accounts }: OrderPorts): Promise<Order<FileSpec>> {
  const { kind, connectionId, container, prefix, from, selection, options } = request;
  if (kind === 'move')
    throw invalidInput('Run on', t`workers of a hub copy, but do not move.`, t`Copy, or move it on this computer.`);
  const spec: FileSpec = {
    kind: 'copy',
    endpoint: await endpointOf(connectionId, 'blob', 'writes', accounts),
    container,
    prefix,
    options,
    from: { endpoint: await endpointOf(from.connectionId, 'blob', 'reads', accounts), container: from.container },
    selection: [...selection],
  };
  return { title: from.container, spec };
}

export async function syncOrder(request: SyncRequest, ports: OrderPorts): Promise<Order<FileSpec>> {
  const { compare, filters } = request.settings;
  const { emptyFolders, followLinks } = request.options ?? {};
  if (emptyFolders === true || followLinks !== undefined) {
    const field = emptyFolders === true ? 'Empty folders' : 'Follow links';
    throw invalidInput(
      field,
      t`a hub syncs files only, and follows no links.`,
      t`Leave them out, or run it on this computer.`,
    );
  }
  const sync = { compare, ...(filters === undefined ? {} : { filters }) };
  if (request.target.kind === 'local') await rejectFolding(resolve(request.target.dir), ports);
  const local = await syncSpecOf(request, 0);
  const { container, options, include = [], exclude = [] } = local;
  const common = { container, options, sync, include: [...include], exclude: [...exclude] };
  const use = request.target.kind === 'local' ? 'reads' : 'writes';
  const endpoint = await endpointOf(local.connectionId, 'blob', use, ports.accounts);
  const title = titleOfPlace(request.source);
  if (local.kind === 'upload') {
    const { prefix, paths, localNaming } = local;
    const naming = localNaming === 'windows' || localNaming === 'posix' ? { localNaming } : {};
    return { title, spec: { kind: 'upload', endpoint, prefix, paths: [...paths], ...naming, ...common } };
  }
  const selection = chosenIn(request.source);
  if (local.kind === 'download') {
    const { targetDir, localNaming } = local;
    const naming = localNaming === 'windows' ? 'windows' : 'posix';
    return { title, spec: { kind: 'download', endpoint, targetDir, localNaming: naming, selection, ...common } };
  }
  const { prefix, from } = local;
  const fromEndpoint = await endpointOf(from.connectionId, 'blob', 'reads', ports.accounts);
  const source = { endpoint: fromEndpoint, container: from.container };
  return { title, spec: { kind: 'copy', endpoint, prefix, from: source, selection, ...common } };
}

function chosenIn(source: SyncLocation): { kind: 'prefix'; prefix: string; as: string }[] {
  return [{ kind: 'prefix', prefix: source.kind === 'remote' ? rootOf(source.prefix) : '', as: '' }];
}

export async function checkOrder(request: CompareRequest, { accounts }: OrderPorts): Promise<Order<SpecOf<'check'>>> {
  const { source, target, how, include, exclude, filters } = request;
  const locationOf = async (place: SyncLocation): Promise<Location> => {
    if (place.kind === 'local') return { kind: 'local', dir: resolve(place.dir) };
    const { connectionId, container, prefix } = place;
    const endpoint = await endpointOf(connectionId, 'blob', 'reads', accounts);
    return { kind: 'remote', endpoint, container, prefix: rootOf(prefix) };
  };
  const spec: SpecOf<'check'> = {
    kind: 'check',
    source: await locationOf(source),
    target: await locationOf(target),
    how,
    ...(include === undefined ? {} : { include: [...include] }),
    ...(exclude === undefined ? {} : { exclude: [...exclude] }),
    ...(filters === undefined ? {} : { filters: [...filters] }),
  };
  return { title: titleOfPlace(source), spec };
}

const titleOfPlace = (source: SyncLocation): string =>
  source.kind === 'local' ? source.dir : `${source.container}/${source.prefix}`.replace(/\/$/u, '');

function titleOf([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : t`${first} and ${String(more.length)} more`;
}

/** The address by which workers know an account. @throws StowageError `conflict.read-only` while it is locked */
export async function endpointOf(
  connectionId: string,
  service: 'blob' | 'table' | 'any',
  use: 'reads' | 'writes',
  accounts: AccountSource,
): Promise<string> {
  const account = use === 'writes' ? await accounts.openForWriting(connectionId) : await accounts.open(connectionId);
  const { blob, table } = account.descriptor.endpoints;
  const found = service === 'blob' ? blob : service === 'table' ? table : (blob ?? table);
  if (found !== undefined) return found;
  const problem = service === 'table' ? t`it has no table service.` : t`it has no blob service.`;
  throw invalidInput('Connection', problem, t`Choose another one.`);
}
