// `stowage copy SOURCE… TARGET`: an upload, a download, or a copy between containers and accounts, by what the arguments
// name. One command is one job, as for `upload` and `download`.
import { existsSync } from 'node:fs';
import { StowageError, invalidInput } from '@shared/errors';
import { visibleLine } from '@shared/visible-text';
import { isContainerName } from '@shared/links/outside-text';
import { listBlobPage } from '../../engine/blobs/listing';
import type { CopyRequest, CopySelection } from '../../engine/transfers/api';
import { rejectSecrets } from '../reject-secrets';
import { type RemotePath, parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { type Endpoint, type RemoteEndpoint, connectionOf, endpointOf, onAccount, sasPlaceholder } from './endpoints';
import { follow } from './follow-jobs';
import { kindAt } from './named-target';
import { hintAtPlaces, rejectLocalName } from './place-hints';
import { withoutAliases } from './transfer-aliases';
import { checkTargetPath, printPlans } from './transfer-report';
import { type UploadFlags, download, optionsFrom, upload } from './transfers';

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

const sasIn = (account: RemoteEndpoint['account']): string | undefined =>
  account !== undefined && 'sasUrl' in account ? sasOf(account.sasUrl) : undefined;
