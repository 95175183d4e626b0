// `stowage copy SOURCE… TARGET`: an upload, a download, or a copy between containers and accounts, by what the arguments
// name. One command is one job, as for `upload` and `download`.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { StowageError, invalidInput } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { isContainerName } from '@shared/links/outside-text';
import { formatBytes } from '@shared/units';
import type { Account } from '../../engine/azure/account';
import { listBlobPage } from '../../engine/blobs/listing';
import { selectedBlobs } from '../../engine/blobs/selected-blobs';
import type { CopyRequest, CopySelection } from '../../engine/transfers/api';
import { exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import { rejectSecrets } from '../reject-secrets';
import { type RemotePath, parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { follow } from './follow-jobs';
import { blobNamed } from './named-target';
import { pipe } from './piped';
import { withoutAliases } from './transfer-aliases';
import { type UploadFlags, download, optionsFrom, upload } from './transfers';

/** A path on this machine as typed, or a blob, folder or container of a connection. */
type Endpoint = { readonly kind: 'local'; readonly path: string } | RemoteEndpoint;
interface RemoteEndpoint extends RemotePath {
  readonly kind: 'remote';
  /** The part that names blobs, as `upload` and `download` take it. */
  readonly path: string;
  /** A saved connection, or an address with a SAS; undefined for the connection of the command. */
  readonly account: { readonly name: string } | { readonly sasUrl: string } | undefined;
}

type Known = readonly Pick<ConnectionSummary, 'id' | 'name' | 'endpoints'>[];

/**
 * `./x`, `/x`, `~/x`, `C:\x` and `-` are local; `NAME:CONTAINER/X` with a saved connection, `local:…` and `https://…`
 * are remote. Any other source is local if `isLocal`, and any other text is in the connection of the command.
 */
function endpointOf(
  field: 'SOURCE' | 'TARGET',
  text: string,
  known: Known,
  isLocal: (path: string) => boolean,
): Endpoint {
  if (text === pipe || /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|~(?:[/\\]|$)|[A-Za-z]:[\\/])/u.test(text)) {
    return { kind: 'local', path: text.replace(/^~(?=[/\\]|$)/u, homedir()) };
  }
  if (/^https?:\/\//iu.test(text)) return addressOf(field, text, known);
  const names = known.flatMap(({ id, name }) => [name, id]).sort((one, other) => other.length - one.length);
  const name = names.find((each) => text.startsWith(`${each}:`));
  if (name !== undefined) return remote(text.slice(name.length + 1), { name });
  if (isLocal(text)) return { kind: 'local', path: text };
  const [unknown] = /^[^/\\]+(?=:)/u.exec(text) ?? [];
  if (unknown !== undefined) {
    throw invalidInput(field, `there is no saved connection "${unknown}".`, `Write ./${text} for a file of that name.`);
  }
  const [container = ''] = text.split('/', 1);
  if (field === 'SOURCE' && !isContainerName(container)) return { kind: 'local', path: text };
  return remote(text, undefined);
}

const remote = (path: string, account: RemoteEndpoint['account']): RemoteEndpoint => ({
  kind: 'remote',
  path,
  ...parseRemotePath(path),
  account,
});

/** An address with a SAS is an account of its own; one without needs a saved connection to its host. */
function addressOf(field: string, text: string, known: Known): Endpoint {
  let url: URL;
  let decoded: string;
  try {
    url = new URL(text);
    decoded = decodeURIComponent(url.pathname).slice(1);
  } catch {
    throw invalidInput(field, 'it is not a valid URL.', 'Write https://ACCOUNT.blob.core.windows.net/CONTAINER/BLOB.');
  }
  if (url.searchParams.has('snapshot') || url.searchParams.has('versionid')) {
    throw invalidInput(field, 'snapshots and versions cannot be copied here.', 'Restore it in the window first.');
  }
  if (url.searchParams.has('sig')) {
    return remote(isPathStyle(url) ? decoded.replace(/^[^/]*\//u, '') : decoded, { sasUrl: text });
  }
  for (const { name, endpoints } of known) {
    const base = new URL(`${endpoints.blob?.replace(/\/$/, '') ?? 'https://none.invalid'}/`);
    if (base.origin === url.origin && url.pathname.startsWith(base.pathname)) {
      return remote(decoded.slice(base.pathname.length - 1), { name });
    }
  }
  throw invalidInput(
    field,
    `no saved connection has the address ${url.host}, and it has no SAS.`,
    'Add a SAS to it, or save the account: stowage connections add NAME.',
  );
}

/** Emulators are addressed without names: the account is the first part of the path. */
const isPathStyle = ({ hostname }: URL): boolean => hostname === 'localhost' || /^[\d.]+$|^\[/u.test(hostname);

export function copy(args: readonly string[], given: UploadFlags): CommandAction {
  const flags = withoutAliases(given);
  return async (session) => {
    const last = args.at(-1);
    if (last === undefined || args.length < 2) {
      throw invalidInput('TARGET', 'a source and a target are needed.', 'Write stowage copy SOURCE… TARGET.');
    }
    const connections = await session.engine.rooms.connections.list();
    // The target decides about sources that could be either: two local paths would be the work of cp.
    const target = endpointOf('TARGET', last, connections, () => false);
    const sources = args
      .slice(0, -1)
      .map((text) => endpointOf('SOURCE', text, connections, (path) => target.kind === 'remote' && existsSync(path)));
    rejectSecrets(
      'PATH',
      [...sources, target].map(({ path }) => path),
    );
    const local = sources.flatMap((source) => (source.kind === 'local' ? [source.path] : []));
    const remote = sources.flatMap((source) => (source.kind === 'remote' ? [source] : []));
    if (local.length > 0 && remote.length > 0) {
      throw invalidInput(
        'SOURCE',
        'local files and blobs cannot be copied by one command.',
        'Use a separate command for each.',
      );
    }
    if (target.kind === 'local') {
      const [first] = remote;
      if (first === undefined) {
        throw invalidInput('TARGET', `"${last}" and the sources are on this machine.`, 'Name a container, or use cp.');
      }
      return download([...samePaths(remote), target.path], flags)(onAccount(session, first.account));
    }
    const [first] = remote;
    if (first === undefined) return upload([...local, target.path], flags)(onAccount(session, target.account));
    return copyRemote(remote, first, target, flags)(session);
  };
}

/** The host and the signature, without the blob that is named. */
function sasOf(sasUrl: string): string {
  const { origin, search } = new URL(sasUrl);
  return origin + search;
}

/** All of one account, which one job reads. */
function samePaths(remote: readonly RemoteEndpoint[]): readonly string[] {
  const accounts = new Set(
    remote.map(({ account }) => (account && 'sasUrl' in account ? sasOf(account.sasUrl) : account?.name)),
  );
  if (accounts.size > 1)
    throw invalidInput('SOURCE', 'the sources are in several accounts.', 'Use a separate command for each.');
  return remote.map(({ path }) => path);
}

function copyRemote(
  remote: readonly RemoteEndpoint[],
  first: RemoteEndpoint,
  target: RemoteEndpoint,
  flags: UploadFlags,
): CommandAction {
  return async (session) => {
    const { engine, signal } = session;
    rejectIdle(flags);
    samePaths(remote);
    if (new Set(remote.map(({ container }) => container)).size > 1) {
      throw invalidInput('SOURCE', 'the sources are in several containers.', 'Use a separate command for each.');
    }
    const fromId = await onAccount(session, first.account).connectionId();
    const connectionId = await onAccount(session, target.account).connectionId();
    // Two signatures of one account would replace each other.
    if (fromId === connectionId && sasIn(first.account) !== sasIn(target.account)) {
      throw invalidInput(
        'SOURCE',
        'it is in the account of the target, with another credential.',
        'Use one SAS for both.',
      );
    }
    const from = await engine.rooms.accounts.open(fromId);
    const toFolder =
      target.rest === '' ||
      target.rest.endsWith('/') ||
      remote.length > 1 ||
      (await isFolderAt(target, connectionId, session));
    const folder = toFolder && target.rest !== '' && !target.rest.endsWith('/') ? `${target.rest}/` : target.rest;
    const selection: CopySelection[] = [];
    let prefix = toFolder ? folder : target.rest.slice(0, target.rest.lastIndexOf('/') + 1);
    for (const { container, rest, path } of remote) {
      if (rest === '' || rest.endsWith('/')) {
        prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
        selection.push({ kind: 'prefix', prefix: rest, as: '' });
        continue;
      }
      const kind = await kindOf({ container, rest }, from, signal);
      const name = rest.slice(rest.lastIndexOf('/') + 1);
      if (kind === 'folder') {
        prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
        selection.push({ kind: 'prefix', prefix: `${rest}/`, as: `${name}/` });
      } else if (kind === 'blob') {
        selection.push({ kind: 'blob', name: rest, as: toFolder ? name : target.rest.slice(prefix.length) });
      } else {
        throw new StowageError('not-found.blob', `There is no ${path}.`, { context: { container, blob: rest } });
      }
    }
    const request: CopyRequest = {
      kind: 'copy',
      connectionId,
      container: target.container,
      prefix,
      from: { connectionId: fromId, container: first.container },
      selection,
      options: optionsFrom(flags),
    };
    if (flags.dryRun === true) return previewCopy(request)(session);
    if (flags.hub !== undefined) return (await import('./on-hub')).copyOnHub(request, flags, session);
    await engine.recovered;
    return follow(session, [await engine.rooms.transfers.copyBlobs(request)], flags);
  };
}

/** What the credential may not list counts as no folder. */
async function isFolderAt(target: RemotePath, connectionId: string, { engine, signal }: Session): Promise<boolean> {
  const account = await engine.rooms.accounts.open(connectionId);
  try {
    return (await kindOf(target, account, signal)) === 'folder';
  } catch (thrown) {
    const { kind } = StowageError.from(thrown);
    if (kind === 'auth' || kind === 'notFound') return false;
    throw thrown;
  }
}

/** A folder need not have a blob of its own: it is there if a blob below it is. */
async function kindOf(path: RemotePath, account: Account, signal: AbortSignal): Promise<'blob' | 'folder' | 'none'> {
  const found = await blobNamed(path, account, signal);
  if (found !== 'none') return found;
  const { container, rest } = path;
  const page = await listBlobPage(account, { container, prefix: `${rest}/`, depth: 'flat', pageSize: 1, signal });
  return page.blobs.length > 0 ? 'folder' : 'none';
}

/** Options that a copy by the service has no use for must not be ignored. */
function rejectIdle(flags: UploadFlags): void {
  const idle = [
    ...(['include', 'exclude', 'metadata', 'tags', 'contentType', 'contentEncoding', 'contentLanguage'] as const),
    ...(['contentDisposition', 'cacheControl', 'preserveProperties', 'changeBlobType', 'now'] as const),
  ];
  const given = idle.find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const option = `--${given.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
  throw invalidInput(option, 'it does not apply to a copy between containers.', 'Remove it.');
}

function previewCopy({ from, container, prefix, selection }: CopyRequest): CommandAction {
  return async ({ engine, output, signal }) => {
    const account = await engine.rooms.accounts.open(from.connectionId);
    const sum = { files: 0, bytes: 0 };
    for (const each of selection) {
      const wanted =
        each.kind === 'blob' ? { names: [each.name], prefixes: [] } : { names: [], prefixes: [each.prefix] };
      const targetOf = (name: string): string =>
        `${container}/${prefix}${each.kind === 'blob' ? each.as : each.as + name.slice(each.prefix.length)}`;
      for await (const page of selectedBlobs(account, from.container, wanted, signal)) {
        const rows = page
          .filter(({ isFolder }) => isFolder !== true)
          .map(({ name, bytes }) => ({
            source: `${from.container}/${name}`,
            target: targetOf(name),
            bytes,
          }));
        sum.files += rows.length;
        sum.bytes += rows.reduce((total, { bytes }) => total + bytes, 0);
        output.table(
          ['', '', ''],
          rows.map(({ source, target, bytes }) => [formatBytes(bytes), source, `→ ${target}`]),
          rows,
        );
        await output.taken(signal);
      }
    }
    if (output.json) output.note({ summary: sum });
    else
      output.info(
        `${counted(sum.files, 'blob')}, ${formatBytes(sum.bytes)} would be copied, unless the target exists.`,
      );
    return exitCodes.done;
  };
}

const sasIn = (account: RemoteEndpoint['account']): string | undefined =>
  account !== undefined && 'sasUrl' in account ? sasOf(account.sasUrl) : undefined;

/** The session on another account than that of the command line. */
function onAccount(session: Session, account: RemoteEndpoint['account']): Session {
  if (account === undefined) return session;
  const { engine } = session;
  const connectionId = async (): Promise<string> => {
    if ('sasUrl' in account) return engine.rooms.connections.addForThisRun(account.sasUrl);
    const found = (await engine.rooms.connections.list()).find(({ id, name }) => [name, id].includes(account.name));
    if (found === undefined)
      throw invalidInput('SOURCE', `there is no saved connection ${account.name}.`, 'See stowage connections list.');
    return found.id;
  };
  const stateDir = session.connectionArguments.includes('--state-dir') ? ['--state-dir', session.stateDir] : [];
  const named = 'name' in account ? ['--connection', account.name] : ['--connection-string', '<SAS URL>'];
  const connectionArguments = [...named, ...stateDir];
  return { ...session, connectionId, connectionArguments, isConnectionGiven: true };
}
