// `stowage copy SOURCE… TARGET`: an upload, a download, or a copy between containers and accounts, by what the arguments
// name. One command is one job, as for `upload` and `download`.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { StowageError, invalidInput } from '@shared/errors';
import { type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import { visibleLine } from '@shared/visible-text';
import { isContainerName } from '@shared/links/outside-text';
import { listBlobPage } from '../../engine/blobs/listing';
import type { CopyRequest, CopySelection } from '../../engine/transfers/api';
import { rejectSecrets } from '../reject-secrets';
import { type RemotePath, parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { follow } from './follow-jobs';
import { kindAt } from './named-target';
import { hintAtPlaces, rejectLocalName } from './place-hints';
import { pipe } from './piped';
import { withoutAliases } from './transfer-aliases';
import { checkTargetPath, printPlans } from './transfer-report';
import { type UploadFlags, download, optionsFrom, upload } from './transfers';

/** A path on this machine as typed, or a blob, folder or container of a connection. */
export type Endpoint = { readonly kind: 'local'; readonly path: string } | RemoteEndpoint;
interface RemoteEndpoint extends RemotePath {
  readonly kind: 'remote';
  /** The part that names blobs, as `upload` and `download` take it. */
  readonly path: string;
  /** A saved connection, or an address with a SAS; undefined for the connection of the command. */
  readonly account: { readonly name: string } | { readonly sasUrl: string } | typeof s3FromEnvironment | undefined;
}

/** Amazon's own variables and profiles name the account. */
const s3FromEnvironment = { s3: 'environment' } as const;

interface Context {
  readonly known: readonly Pick<ConnectionSummary, 'id' | 'name' | 'endpoints'>[];
  /** The name or id of the saved connection that the command names. */
  readonly connection: string | undefined;
  readonly isLocal: (path: string) => boolean;
}

/**
 * `./x`, `/x`, `~/x`, `C:\x` and `-` are local; `NAME:CONTAINER/X` with a saved connection, `local:…` and `https://…`
 * and `s3://…` are remote. Any other source is local if `isLocal`, and any other text is in the connection of the command.
 */
export function endpointOf(field: 'SOURCE' | 'TARGET', text: string, context: Context): Endpoint {
  const { known, isLocal } = context;
  if (text === pipe || /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|~(?:[/\\]|$)|[A-Za-z]:[\\/])/u.test(text)) {
    return { kind: 'local', path: text.replace(/^~(?=[/\\]|$)/u, homedir()) };
  }
  if (/^https?:\/\//iu.test(text)) return addressOf(field, text, context);
  if (/^s3:\/\//iu.test(text)) return remote(text.slice('s3://'.length), s3FromEnvironment);
  const names = known.flatMap(({ id, name }) => [name, id]).sort((one, other) => other.length - one.length);
  const name = names.find((each) => text.startsWith(`${each}:`));
  if (name !== undefined) return remote(text.slice(name.length + 1), { name });
  if (isLocal(text)) return { kind: 'local', path: text };
  const [unknown] = /^[^/\\]+(?=:)/u.exec(text) ?? [];
  if (unknown !== undefined) {
    throw invalidInput(
      field,
      `there is no saved connection "${unknown}".`,
      `See stowage connections list, or write ./${text} for a file of that name.`,
    );
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

/** Whether the text names blobs, too, and not only a file of this machine, which goes before them. */
async function isEither(text: string, session: Session): Promise<boolean> {
  const [container = ''] = text.split('/', 1);
  if (!/^[^./\\~:-]/u.test(text) || !isContainerName(container) || !session.isConnectionGiven) return false;
  try {
    const account = await session.engine.rooms.accounts.open(await session.connectionId());
    const { rest: prefix } = parseRemotePath(text);
    const { signal } = session;
    return (await listBlobPage(account, { container, prefix, depth: 'flat', pageSize: 1, signal })).blobs.length > 0;
  } catch (thrown) {
    if (session.signal.aborted) throw thrown;
    // What cannot be listed is what the command would not have read either.
    return false;
  }
}

function meantText(text: string, connection: string | undefined): string {
  const remoteText =
    connection === undefined ? `NAME:${text}, with the name of a saved connection` : `${connection}:${text}`;
  return visibleLine(
    `“${text}” is read from this computer, where it exists. Write ./${text} to say so, or ${remoteText}, for the container.`,
  );
}

/** The saved connection that the command line names. */
export function connectionOf({ connectionArguments }: Session): string | undefined {
  const index = connectionArguments.indexOf('--connection');
  return index < 0 ? undefined : connectionArguments[index + 1];
}

/** An address with a SAS is an account of its own; one without needs a saved connection to its host. */
function addressOf(field: string, text: string, { known, connection }: Context): Endpoint {
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
  const matching = known.flatMap(({ id, name, endpoints }) => {
    const base = new URL(`${endpoints.blob?.replace(/\/$/, '') ?? 'https://none.invalid'}/`);
    const isMatch = base.origin === url.origin && url.pathname.startsWith(base.pathname);
    return isMatch ? [{ id, name, path: decoded.slice(base.pathname.length - 1) }] : [];
  });
  const saved = matching.filter(({ id }) => id !== embeddedConnectionId);
  const [found = matching[0], another] = saved;
  const named = matching.find(({ id, name }) => [id, name].includes(connection ?? ''));
  if (found !== undefined && another !== undefined && named === undefined) {
    const names = saved.map(({ name }) => name).join(', ');
    throw invalidInput(
      field,
      `${saved.length} saved connections have the address ${url.host}: ${names}.`,
      `Write which one is meant, as in ${another.name}:${another.path}, or add --connection NAME.`,
    );
  }
  const { name, path } = named ?? found ?? { name: '', path: '' };
  if (name !== '') return remote(path, { name });
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
    const context = { known: connections, connection: connectionOf(session) };
    const target = endpointOf('TARGET', last, { ...context, isLocal: () => false });
    rejectLocalName(last, target);
    const isLocal = (path: string): boolean => target.kind === 'remote' && existsSync(path);
    const sources = args.slice(0, -1).map((text) => {
      const source = endpointOf('SOURCE', text, { ...context, isLocal });
      return source;
    });
    for (const [index, { kind }] of sources.entries()) {
      const text = args[index] ?? '';
      if (kind !== 'local' || !(await isEither(text, session))) continue;
      session.output.info(meantText(text, context.connection));
    }
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
      const code = await download([...samePaths(remote), target.path], flags)(onAccount(session, first.account));
      return hintAtPlaces(code, placesOf(args, sources, target), session);
    }
    const [first] = remote;
    const code =
      first === undefined
        ? await upload([...local, target.path], flags)(onAccount(session, target.account))
        : await copyRemote(remote, first, target, flags)(session);
    return hintAtPlaces(code, placesOf(args, sources, target), session);
  };
}

function placesOf(
  args: readonly string[],
  sources: readonly Endpoint[],
  target: Endpoint,
): Parameters<typeof hintAtPlaces>[1] {
  const from = sources.map((endpoint, index) => ({ text: args[index] ?? '', endpoint, is: 'source' as const }));
  return [...from, { text: args.at(-1) ?? '', endpoint: target, is: 'target' }];
}

/** The host and the signature, without the blob that is named. */
function sasOf(sasUrl: string): string {
  const { origin, search } = new URL(sasUrl);
  return origin + search;
}

/** All of one account, which one job reads. */
function samePaths(remote: readonly RemoteEndpoint[]): readonly string[] {
  const accounts = new Set(
    remote.map(({ account }) => {
      if (account === undefined) return undefined;
      if ('s3' in account) return 's3://';
      return 'sasUrl' in account ? sasOf(account.sasUrl) : account.name;
    }),
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
      const kind = await kindAt({ container, rest }, from, signal);
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
    if (flags.dryRun === true) {
      return printPlans([engine.rooms.transfers.planCopy(request, signal)], session, flags.report);
    }
    if (flags.report !== undefined) await checkTargetPath('--report', flags.report);
    if (flags.hub !== undefined) return (await import('./on-hub')).copyOnHub(request, flags, session);
    await engine.recovered;
    const named = { ...session, connectionArguments: resumeArguments(session, first, target) };
    return follow(named, [await engine.rooms.transfers.copyBlobs(request)], flags);
  };
}

/** What the credential may not list counts as no folder. */
async function isFolderAt(target: RemotePath, connectionId: string, { engine, signal }: Session): Promise<boolean> {
  const account = await engine.rooms.accounts.open(connectionId);
  try {
    return (await kindAt(target, account, signal)) === 'folder';
  } catch (thrown) {
    const { kind } = StowageError.from(thrown);
    if (kind === 'auth' || kind === 'notFound') return false;
    throw thrown;
  }
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

/**
 * What names the accounts of a copy when it is resumed: saved connections are known by then; an address with a SAS, and
 * the connection string of the command, have to be given again.
 */
function resumeArguments(session: Session, source: RemoteEndpoint, target: RemoteEndpoint): readonly string[] {
  const stateDir = session.connectionArguments.includes('--state-dir') ? ['--state-dir', session.stateDir] : [];
  const given = session.connectionArguments.filter((text, index, all) => {
    return text !== '--state-dir' && all[index - 1] !== '--state-dir';
  });
  const argumentsOf = ({ account }: RemoteEndpoint): readonly string[] => {
    if (account === undefined) return given[0] === '--connection' ? [] : given;
    return 'sasUrl' in account ? ['--connection-string', sasPlaceholder(account.sasUrl)] : [];
  };
  const [from, to] = [argumentsOf(source), argumentsOf(target)];
  const isSame = from.length === 0 || to.length === 0 || from.join('\n') === to.join('\n');
  if (isSame) return [...(to.length > 0 ? to : from), ...stateDir];
  return [...to, '--source', from.at(-1) ?? '', ...stateDir];
}

const sasPlaceholder = (sasUrl: string): string => `<SAS URL of ${new URL(sasUrl).host}>`;

const sasIn = (account: RemoteEndpoint['account']): string | undefined =>
  account !== undefined && 'sasUrl' in account ? sasOf(account.sasUrl) : undefined;

/** The session on another account than that of the command line. */
export function onAccount(session: Session, account: RemoteEndpoint['account']): Session {
  if (account === undefined) return session;
  const { engine } = session;
  const connectionId = async (): Promise<string> => {
    if ('s3' in account) return engine.rooms.connections.addS3ForThisRun();
    if ('sasUrl' in account) return engine.rooms.connections.addForThisRun(account.sasUrl);
    const found = (await engine.rooms.connections.list()).find(({ id, name }) => [name, id].includes(account.name));
    if (found === undefined)
      throw invalidInput('SOURCE', `there is no saved connection ${account.name}.`, 'See stowage connections list.');
    return found.id;
  };
  const stateDir = session.connectionArguments.includes('--state-dir') ? ['--state-dir', session.stateDir] : [];
  const named =
    's3' in account
      ? []
      : 'name' in account
        ? ['--connection', account.name]
        : ['--connection-string', sasPlaceholder(account.sasUrl)];
  const connectionArguments = [...named, ...stateDir];
  return { ...session, connectionId, connectionArguments, isConnectionGiven: true };
}
