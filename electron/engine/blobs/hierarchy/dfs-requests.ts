// Requests to the Data Lake (dfs) endpoint of an account with a hierarchical namespace, where folders are real: created,
// renamed, moved and deleted in one operation, with access control lists. Source: Azure Data Lake Storage REST,
// "Path - Create / Update / Delete / Get Properties". Everything else goes through the blob endpoint.
import { StowageError } from '@shared/errors';
import { formatAccessList, parseAccessList } from '@shared/blob-details/access-list';
import type { AccessControl, AccessEntry, AccessMode } from '@shared/model/access-control';
import { TokenProgress } from '@shared/token-progress';
import type { RestAccount, ServiceRequest, ServiceResponse } from '../../azure/account';
import { type BlobAddress, blobPath } from '../blob-path';
import { settled } from '../details/blob-request';
import { assertPathName } from './path-names';

type DfsRequest = Pick<ServiceRequest, 'operation' | 'method' | 'replay'> &
  Partial<Pick<ServiceRequest, 'query' | 'headers' | 'signal' | 'accept'>>;

function send(account: RestAccount, { container, name }: BlobAddress, request: DfsRequest): Promise<ServiceResponse> {
  const path = name === '' ? `/${encodeURIComponent(container)}/` : blobPath(container, name);
  return account.send({ service: 'blob', endpoint: 'dfs', path, resource: container, ...request });
}

/** Whether the account of a container has a hierarchical namespace, for credentials that may not read the account. */
export async function hasHierarchy(account: RestAccount, container: string, signal?: AbortSignal): Promise<boolean> {
  const { headers } = await account.send({
    service: 'blob',
    endpoint: 'dfs',
    operation: 'GetFilesystemProperties',
    method: 'HEAD',
    path: `/${encodeURIComponent(container)}`,
    resource: container,
    query: { resource: 'filesystem' },
    replay: 'safe',
    signal,
  });
  return headers['x-ms-namespace-enabled'] === 'true';
}

/**
 * Whether a failure means that the dfs endpoint cannot be used from here although the account exists: its address is
 * not known, nothing answers, or a firewall answers. Private endpoints exist for each endpoint separately.
 */
export function isDfsUnreachable(
  { kind, context }: StowageError,
  { descriptor }: Pick<RestAccount, 'descriptor'>,
): boolean {
  if (kind === 'network' || context.field === 'DfsEndpoint' || context.lacks === 'network') return true;
  return context.serviceCode === 'AuthorizationFailure' && descriptor.credential.kind === 'token';
}

/** With the folders above it. Throws `conflict.exists` for a name that is taken, and `invalid.name`. */
export async function createFolder(account: RestAccount, at: BlobAddress, signal?: AbortSignal): Promise<void> {
  assertPathName(at.name);
  await settled(
    async () =>
      void (await send(account, at, {
        operation: 'CreatePath',
        method: 'PUT',
        query: { resource: 'directory' },
        headers: { 'if-none-match': '*' },
        replay: 'unsafe',
        signal,
      })),
    async () => ((await kindAt(account, at, signal)) === 'folder' ? undefined : null),
  );
}

/**
 * Renames or moves a file, or a folder with everything in it, within the account; access lists and times stay. Replaces
 * nothing. Throws `conflict.exists` when the new name is taken, and `not-found.blob`.
 */
export async function renamePath(
  account: RestAccount,
  from: BlobAddress,
  to: BlobAddress,
  signal?: AbortSignal,
): Promise<void> {
  assertPathName(to.name);
  const { credential } = account.descriptor;
  // The source is authorized by itself.
  const sas = credential.kind === 'sas' ? `?${credential.token}` : '';
  const headers = { 'if-none-match': '*', 'x-ms-rename-source': blobPath(from.container, from.name) + sas };
  const rename = async (): Promise<void> => {
    const progress = new TokenProgress({ container: from.container, blob: from.name });
    let continuation = '';
    do {
      const query: Record<string, string> = continuation === '' ? {} : { continuation };
      const sent = await send(account, to, {
        operation: 'RenamePath',
        method: 'PUT',
        query,
        headers,
        replay: 'unsafe',
        signal,
      });
      continuation = sent.headers['x-ms-continuation'] ?? '';
      if (continuation !== '') progress.follow(continuation, 1);
    } while (continuation !== '');
  };
  const hasMoved = async (): Promise<undefined | null> => {
    const [source, target] = [await kindAt(account, from, signal), await kindAt(account, to, signal)];
    return source === null && target !== null ? undefined : null;
  };
  try {
    await settled(rename, async () => hasMoved());
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const parent = to.name.slice(0, Math.max(0, to.name.lastIndexOf('/')));
    if (error.context.serviceCode !== 'RenameDestinationParentPathNotFound' || parent === '') throw error;
    await createFolder(account, { container: to.container, name: parent }, signal).catch((failed: unknown) => {
      if (StowageError.from(failed).code !== 'conflict.exists') throw failed;
    });
    await settled(rename, async () => hasMoved());
  }
}

/**
 * Deletes a file, or a folder with everything in it. A large folder takes several requests, after each of which `page`
 * is called. `missing`: there was nothing.
 */
export async function deletePath(
  account: RestAccount,
  at: BlobAddress,
  { signal, page }: { readonly signal?: AbortSignal; readonly page?: () => void } = {},
): Promise<'deleted' | 'missing'> {
  const progress = new TokenProgress({ container: at.container, blob: at.name });
  let continuation = '';
  let requests = 0;
  try {
    do {
      // Without `paginated`, somebody who is not the owner of everything in a large folder cannot delete it.
      const query = { recursive: 'true', paginated: 'true', ...(continuation === '' ? {} : { continuation }) };
      const request = { operation: 'DeletePath', method: 'DELETE', query, replay: 'safe', signal } as const;
      const { headers, attempts } = await send(account, at, request);
      requests += attempts;
      continuation = headers['x-ms-continuation'] ?? '';
      if (continuation !== '') progress.follow(continuation, 1);
      page?.();
    } while (continuation !== '');
    return 'deleted';
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.code !== 'not-found.blob') throw error;
    return requests > 0 ? 'deleted' : 'missing';
  }
}

/** Null where there is nothing. `at.name`: empty for the container itself. */
export async function kindAt(
  account: RestAccount,
  at: BlobAddress,
  signal?: AbortSignal,
): Promise<'folder' | 'file' | null> {
  const { status, headers } = await send(account, at, {
    operation: 'GetPathStatus',
    method: 'HEAD',
    query: { action: 'getStatus' },
    replay: 'safe',
    accept: [404],
    signal,
  });
  if (status === 404) return null;
  return headers['x-ms-resource-type'] === 'directory' ? 'folder' : 'file';
}

export async function readAccess(account: RestAccount, at: BlobAddress, signal?: AbortSignal): Promise<AccessControl> {
  const { headers } = await send(account, at, {
    operation: 'GetPathAccessControl',
    method: 'HEAD',
    query: { action: 'getAccessControl' },
    replay: 'safe',
    signal,
  });
  const kind = at.name === '' ? 'folder' : await kindAt(account, at, signal);
  return {
    isFolder: kind === 'folder',
    owner: headers['x-ms-owner'] ?? '',
    group: headers['x-ms-group'] ?? '',
    permissions: headers['x-ms-permissions'] ?? '',
    entries: [...listOf(headers['x-ms-acl'] ?? '', at)],
    etag: headers.etag ?? '',
  };
}

/** The list that the service sent: what is wrong with it is not the input of the user. */
function listOf(text: string, { container, name }: BlobAddress): ReturnType<typeof parseAccessList> {
  try {
    return parseAccessList(text, 'some');
  } catch (cause) {
    throw new StowageError('network.malformed', 'The access list is not one.', {
      context: { container, ...(name === '' ? {} : { blob: name }), operation: 'GetPathAccessControl' },
      cause,
    });
  }
}

export interface AccessChange {
  readonly owner?: string | undefined;
  readonly group?: string | undefined;
  readonly entries?: readonly AccessEntry[] | undefined;
}

/** Throws `conflict.etag-changed` when it is not in the state that was read. */
export async function writeAccess(
  account: RestAccount,
  at: BlobAddress,
  { owner, group, entries }: AccessChange,
  { ifMatch, signal }: { readonly ifMatch?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const headers = {
    ...(owner === undefined ? {} : { 'x-ms-owner': owner }),
    ...(group === undefined ? {} : { 'x-ms-group': group }),
    ...(entries === undefined ? {} : { 'x-ms-acl': formatAccessList(entries) }),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  };
  await settled(
    async () =>
      void (await send(account, at, {
        operation: 'SetPathAccessControl',
        method: 'PATCH',
        query: { action: 'setAccessControl' },
        headers,
        replay: 'unsafe',
        signal,
      })),
    async () => {
      const now = await readAccess(account, at, signal);
      const isWritten =
        (owner ?? now.owner) === now.owner &&
        (group ?? now.group) === now.group &&
        (entries === undefined || formatAccessList(entries) === formatAccessList(now.entries));
      return isWritten ? undefined : null;
    },
  );
}

export interface AccessPage {
  readonly folders: number;
  readonly files: number;
  readonly failedCount: number;
  readonly failed: readonly { readonly name: string; readonly kind: 'folder' | 'file'; readonly message: string }[];
  /** Empty after the last page. */
  readonly continuation: string;
}

/** Of one page of a folder's contents, the folder included. What fails does not keep it from the others. */
export async function writeAccessBelow(
  account: RestAccount,
  at: BlobAddress,
  change: { readonly mode: AccessMode; readonly entries: readonly AccessEntry[] },
  { continuation, signal }: { readonly continuation: string; readonly signal?: AbortSignal },
): Promise<AccessPage> {
  const acl = formatAccessList(change.entries, change.mode === 'remove' ? 'identifiers' : 'permissions');
  const { headers, body } = await send(account, at, {
    operation: 'SetPathAccessControlRecursive',
    method: 'PATCH',
    query: {
      action: 'setAccessControlRecursive',
      mode: change.mode,
      forceFlag: 'true',
      maxRecords: '2000',
      ...(continuation === '' ? {} : { continuation }),
    },
    headers: { 'x-ms-acl': acl },
    // The same entries once more change nothing.
    replay: 'safe',
    signal,
  });
  return { ...pageOf(body.toString('utf8'), at.container), continuation: headers['x-ms-continuation'] ?? '' };
}

function pageOf(text: string, container: string): Omit<AccessPage, 'continuation'> {
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new StowageError('network.truncated', 'The answer about access lists is not complete.', {
      context: { container },
    });
  }
  const count = (name: string): number => Number(read[name] ?? 0) || 0;
  const entries = Array.isArray(read.failedEntries) ? (read.failedEntries as Record<string, unknown>[]) : [];
  return {
    folders: count('directoriesSuccessful'),
    files: count('filesSuccessful'),
    failedCount: count('failureCount'),
    failed: entries.map(({ name, type, errorMessage }) => ({
      name: String(name),
      kind: type === 'DIRECTORY' ? 'folder' : 'file',
      message: String(errorMessage),
    })),
  };
}
