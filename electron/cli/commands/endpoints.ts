// What the arguments of `copy`, `sync` and `check` name: a path of this machine, or a place of an account.
import { homedir } from 'node:os';
import { invalidInput } from '@shared/errors';
import { type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import { isContainerName } from '@shared/links/outside-text';
import { type RemotePath, parseRemotePath } from '../remote-path';
import type { Session } from '../session';
import { pipe } from './piped';

/** A path on this machine as typed, or a blob, folder or container of a connection. */
export type Endpoint = { readonly kind: 'local'; readonly path: string } | RemoteEndpoint;
export interface RemoteEndpoint extends RemotePath {
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

export const sasPlaceholder = (sasUrl: string): string => `<SAS URL of ${new URL(sasUrl).host}>`;
