// `sync` and `check` with `--hub FILE`: workers compare folder by folder. What a sync deletes, this command deletes at
// the end, once everything else has arrived, with the rules of a sync of this machine.
import { resolve } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { ClusterSpec, FileSpec, Location } from '../../engine/cluster/specs';
import type { CompareRequest } from '../../engine/transfers/sync/compare-places';
import { type SyncLocation, type SyncRequest, syncSpecOf } from '../../engine/transfers/sync/sync-spec';
import { rootOf } from '../../engine/transfers/plan/plan';
import { exitCodes } from '../exit-codes';
import type { Session } from '../session';
import { endpointOf } from './cluster-specs';
import { follow } from './follow-jobs';
import { type HubFlags, type JobFlags, rejectOnHub, run } from './on-hub';

interface SyncFlags extends JobFlags {
  readonly backupDir?: string;
  readonly deleteDestination?: string;
}

export async function syncOnHub(request: SyncRequest, flags: SyncFlags, session: Session): Promise<number> {
  rejectOnHub({ '--report': flags.report, '--now': flags.now, '--backup-dir': flags.backupDir });
  if (flags.deleteDestination === 'prompt')
    throw invalidInput('--delete-destination', 'with --hub nobody can be asked.', 'Use never or true.');
  const code = await run(titleOf(request.source), await specOf(request, session), flags, session);
  if (code !== exitCodes.done || request.settings.deletes === 'never') return code;
  session.output.info('Everything has arrived. What is only at the target is deleted from here.');
  return follow(session, [await session.engine.rooms.transfers.sync(request)], flags);
}

async function specOf(request: SyncRequest, session: Session): Promise<ClusterSpec> {
  const { compare, filters } = request.settings;
  const sync = { compare, ...(filters === undefined ? {} : { filters }) };
  const local = await syncSpecOf(request, 0);
  const { container, options, include = [], exclude = [] } = local;
  const common = { container, options, sync, include: [...include], exclude: [...exclude] };
  const endpoint = await endpointOf(local.connectionId, session, 'blob');
  let spec: FileSpec;
  if (local.kind === 'upload') {
    const { prefix, paths, localNaming } = local;
    const naming = localNaming === 'windows' || localNaming === 'posix' ? { localNaming } : {};
    spec = { kind: 'upload', endpoint, prefix, paths: [...paths], ...naming, ...common };
  } else if (local.kind === 'download') {
    const { targetDir, localNaming } = local;
    const selection = chosenIn(request.source);
    spec = {
      kind: 'download',
      endpoint,
      targetDir,
      localNaming: localNaming === 'windows' ? 'windows' : 'posix',
      selection,
      ...common,
    };
  } else {
    const { prefix, from } = local;
    const source = { endpoint: await endpointOf(from.connectionId, session, 'blob'), container: from.container };
    spec = { kind: 'copy', endpoint, prefix, from: source, selection: chosenIn(request.source), ...common };
  }
  return spec;
}

function chosenIn(source: SyncLocation): { kind: 'prefix'; prefix: string; as: string }[] {
  return [{ kind: 'prefix', prefix: source.kind === 'remote' ? rootOf(source.prefix) : '', as: '' }];
}

export async function checkOnHub(
  request: CompareRequest,
  flags: HubFlags & { readonly report?: string },
  session: Session,
): Promise<number> {
  rejectOnHub({ '--report': flags.report });
  const { source, target, how, include, exclude, filters } = request;
  const spec: ClusterSpec = {
    kind: 'check',
    source: await locationOf(source, session),
    target: await locationOf(target, session),
    how,
    ...(include === undefined ? {} : { include: [...include] }),
    ...(exclude === undefined ? {} : { exclude: [...exclude] }),
    ...(filters === undefined ? {} : { filters: [...filters] }),
  };
  return run(titleOf(source), spec, flags, session);
}

async function locationOf(location: SyncLocation, session: Session): Promise<Location> {
  if (location.kind === 'local') return { kind: 'local', dir: resolve(location.dir) };
  const { connectionId, container, prefix } = location;
  return {
    kind: 'remote',
    endpoint: await endpointOf(connectionId, session, 'blob'),
    container,
    prefix: rootOf(prefix),
  };
}

const titleOf = (location: SyncLocation): string =>
  location.kind === 'local' ? location.dir : `${location.container}/${location.prefix}`.replace(/\/$/u, '');
