// Downloads of blobs as commands for other tools: Stowage's command line, AzCopy, curl. They never contain a secret; a
// placeholder in capitals stands for it. For a POSIX shell. Pure.
import { invalidInput } from '../errors';
import { embeddedConnectionId } from '../model/connection';
import { t } from '../strings/t';
import { isUnseen } from '../visible-text';
import { type CommandCredential, authorizationHeaders } from './command-credential';
import { percentEncoded, shellQuoted } from './shell-text';

export interface BlobCommandTarget {
  /** Blob endpoint without trailing slash or query, as in `https://NAME.blob.core.windows.net`. */
  readonly endpoint: string;
  readonly accountName: string;
  /** How requests are authorised. */
  readonly credential: CommandCredential;
  /** The value of `--connection`. */
  readonly connectionName: string;
}

/** Blobs and folders by their full names; folder names end in `/`. Without any, the whole container is meant. */
export interface FetchedBlobs {
  readonly container: string;
  readonly blobs: readonly string[];
  readonly folders: readonly string[];
}

/**
 * `stowage download …` into the current folder: one command for all blobs, and one for each folder, which is written as
 * its contents, because without the slash it could be a blob. A container is downloaded as its contents. Throws
 * `invalid.input` for a blob that the command line would take for a folder, and for a folder that is not a valid path.
 */
export function stowageDownload(
  { connectionName }: BlobCommandTarget,
  { container, blobs, folders }: FetchedBlobs,
): string {
  rejectFolderLike(blobs);
  const download = (paths: readonly string[], into: string): string =>
    ['stowage download', ...[...paths, into].map(shellQuoted), '--connection', shellQuoted(connectionName)].join(' ');
  if (blobs.length === 0 && folders.length === 0) return download([container], '.');
  const inContainer = (name: string): string => `${container}/${name}`;
  return [
    ...folders.map((folder) => download([inContainer(folder)], `./${localName(folderName(folder))}`)),
    ...(blobs.length === 0 ? [] : [download(blobs.map(inContainer), '.')]),
  ].join('\n');
}

/** A folder on this computer by its absolute path, or a place of a connection. */
type CommandEnd =
  | { readonly kind: 'local'; readonly path: string }
  | {
      readonly kind: 'remote';
      readonly connection: { readonly id: string; readonly name: string };
      readonly container: string;
      readonly prefix: string;
    };

export interface SyncCommand {
  readonly source: CommandEnd;
  readonly target: CommandEnd;
  readonly compare: 'mtime-size' | 'md5' | 'etag';
  readonly deletes: 'never' | 'prompt' | 'true';
  readonly maxDelete: number;
  readonly exclude: readonly string[];
  readonly emptyFolders: boolean;
  readonly followLinks: boolean;
}

/**
 * `stowage sync …`. A source is always written with its connection, because a folder of its name may be where the command
 * is pasted.
 */
export function stowageSync({ connectionName }: Pick<BlobCommandTarget, 'connectionName'>, sync: SyncCommand): string {
  const end = (one: CommandEnd, which: 'source' | 'target'): string => {
    if (one.kind === 'local') return shellQuoted(one.path);
    const path = `${one.container}/${one.prefix}`;
    const { id } = one.connection;
    // What it is called depends on the language.
    const name = id === embeddedConnectionId ? id : one.connection.name;
    if (which === 'target' && name === connectionName && !path.includes(':')) return shellQuoted(path);
    // Any other name could be read as an option, a path or an address.
    return shellQuoted(`${/^[\p{L}\p{N}][^:]*$/u.test(name) ? name : id}:${path}`);
  };
  return [
    'stowage sync',
    ...[end(sync.source, 'source'), end(sync.target, 'target')],
    ...(sync.compare === 'mtime-size' ? [] : [`--compare ${sync.compare}`]),
    ...(sync.deletes === 'never' ? [] : [`--delete-destination ${sync.deletes}`, `--max-delete ${sync.maxDelete}`]),
    ...sync.exclude.map((pattern) => `--exclude ${shellQuoted(pattern)}`),
    ...(sync.emptyFolders ? ['--empty-folders'] : []),
    ...(sync.followLinks ? ['--follow-links'] : []),
    ...['--connection', shellQuoted(connectionName)],
  ].join(' ');
}

function rejectFolderLike(blobs: readonly string[]): void {
  const misread = blobs.find((name) => name.endsWith('/'));
  if (misread === undefined) return;
  throw invalidInput(
    'BLOB',
    t`“${misread}” ends with a slash, which means a folder on the command line.`,
    t`Download it in the app.`,
  );
}

/** As downloads name files: characters that are invisible or reorder a name are encoded. */
function localName(name: string): string {
  return [...name].map((character) => (isUnseen(character) ? percentEncoded(character) : character)).join('');
}

/** The last part of `a/b/`. Throws `invalid.input` if it would lead to another folder as a path. */
function folderName(folder: string): string {
  const name = folder.slice(folder.lastIndexOf('/', folder.length - 2) + 1, -1);
  if (name !== '' && name !== '.' && name !== '..') return name;
  throw invalidInput(
    'BLOB',
    t`“${folder}” has no name that a folder on this computer could have.`,
    t`Download it in the app.`,
  );
}

/**
 * `azcopy copy …`, one command per item, into the current folder. AzCopy needs a SAS, or `azcopy login` where
 * the connection signs in.
 * Throws `invalid.input` for what it would take for something larger: `a//` without its name is all of `a/`.
 */
export function azcopyDownload(target: BlobCommandTarget, { container, blobs, folders }: FetchedBlobs): string {
  const sas = target.credential === 'token' ? '' : '?SAS';
  const fetch = (name: string, whole: readonly string[]): string =>
    [
      'azcopy copy',
      shellQuoted(`${blobUrl(target, container, name)}${sas}`),
      '.',
      '--from-to BlobLocal',
      ...whole,
    ].join(' ');
  rejectFolderLike(blobs);
  for (const folder of folders) folderName(folder);
  const all = [
    ...folders.map((folder) => fetch(folder.slice(0, -1), ['--recursive'])),
    ...blobs.map((blob) => fetch(blob, [])),
  ];
  // AzCopy's wildcard: the contents without a folder of the container's name.
  const contents = `${blobUrl(target, container, '')}/*${sas}`;
  return all.length > 0 ? all.join('\n') : `azcopy copy ${shellQuoted(contents)} . --from-to BlobLocal --recursive`;
}

/**
 * One command per blob. The signature of a key depends on the date and cannot be prepared; a SAS is appended to the
 * URL. Throws `invalid.input` for a blob without a name that a file could have.
 */
export function curlDownload(target: BlobCommandTarget, { container, blobs }: Omit<FetchedBlobs, 'folders'>): string {
  rejectFolderLike(blobs);
  const authorization = authorizationHeaders(target.credential, target.accountName, 'SharedKey');
  // A SAS carries its version in the address.
  const headers = authorization.length === 0 ? [] : [...authorization, `x-ms-version: ${serviceVersion}`];
  const fetch = (name: string): string => {
    const url = blobUrl(target, container, name);
    const address = target.credential === 'sas' ? `${url}?SAS` : url;
    const file = `./${localName(name.slice(name.lastIndexOf('/') + 1))}`;
    const parts = ['curl --fail', ...headers.map((header) => `-H ${shellQuoted(header)}`), `-o ${shellQuoted(file)}`];
    return [...parts, shellQuoted(address)].join(' \\\n  ');
  };
  return blobs.map(fetch).join('\n');
}

/** Supported by the service and by emulators for years. */
const serviceVersion = '2021-12-02';

function blobUrl({ endpoint }: BlobCommandTarget, container: string, name: string): string {
  const segments = name.split('/');
  // A tool would fold `a/../b` to `b`, which is another blob.
  const slash = segments.some((segment) => segment === '.' || segment === '..') ? '%2F' : '/';
  const path = name === '' ? [] : [segments.map(percentEncoded).join(slash)];
  return [endpoint, percentEncoded(container), ...path].join('/');
}
