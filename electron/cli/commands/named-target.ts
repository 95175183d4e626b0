// Whether the target of a transfer is the new name of its only file, as `cp` decides it: it is, unless it ends in a slash
// or is a folder.
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import type { Account } from '../../engine/azure/account';
import { isFolderMarker } from '../../engine/blobs/folder-markers';
import { listBlobPage } from '../../engine/blobs/listing';
import { readBlobProperties } from '../../engine/blobs/properties';
import type { RemotePath } from '../remote-path';

/**
 * Whether the file becomes the blob of exactly that name. If there is a blob and a folder of one name, the blob is
 * used. If the lookup is not allowed, the name decides.
 */
export async function isBlobName(
  path: string,
  { container, rest }: RemotePath,
  account: Account,
  signal: AbortSignal,
): Promise<boolean> {
  if (rest === '' || rest.endsWith('/') || (await kindOf(path)) !== 'file') return false;
  try {
    const found = await blobNamed({ container, rest }, account, signal);
    if (found !== 'none') return found === 'blob';
    const page = await listBlobPage(account, { container, prefix: `${rest}/`, depth: 'flat', pageSize: 1, signal });
    return page.blobs.length === 0;
  } catch (thrown) {
    const { kind, code } = StowageError.from(thrown);
    // The job meets a missing container, too, and names the file with it.
    if (kind === 'auth' || code.startsWith('not-found.')) return true;
    throw thrown;
  }
}

/** The target of the only blob of a download under another name; null if it gets its original name in that folder. */
export async function renamedDownload(
  target: string,
  source: RemotePath,
  account: Account,
  signal: AbortSignal,
): Promise<{ readonly targetDir: string; readonly as: string } | null> {
  if (source.rest === '' || source.rest.endsWith('/')) return null;
  if (target.endsWith('/') || target.endsWith(sep) || (await kindOf(target)) === 'folder') return null;
  try {
    if ((await blobNamed(source, account, signal)) !== 'blob') return null;
  } catch (thrown) {
    // The job meets the same failure and reports it for the blob.
    if (StowageError.from(thrown).kind === 'auth') return null;
    throw thrown;
  }
  const path = resolve(target);
  return { targetDir: dirname(path), as: basename(path) };
}

async function blobNamed(
  { container, rest }: RemotePath,
  account: Account,
  signal: AbortSignal,
): Promise<'blob' | 'folder' | 'none'> {
  try {
    return isFolderMarker(await readBlobProperties(account, container, rest, signal)) ? 'folder' : 'blob';
  } catch (thrown) {
    if (StowageError.from(thrown).code.startsWith('not-found.')) return 'none';
    throw thrown;
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other'> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return 'other';
  return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
}

/** A folder need not have a blob of its own: it is there if a blob below it is. */
export async function kindAt(
  path: RemotePath,
  account: Account,
  signal: AbortSignal,
): Promise<'blob' | 'folder' | 'none'> {
  const found = await blobNamed(path, account, signal);
  if (found !== 'none') return found;
  const { container, rest } = path;
  const page = await listBlobPage(account, { container, prefix: `${rest}/`, depth: 'flat', pageSize: 1, signal });
  return page.blobs.length > 0 ? 'folder' : 'none';
}

/** Why a blob was not found, where its name is that of a folder; otherwise what was thrown. */
export async function throwAsFolder(
  thrown: unknown,
  { container, rest }: RemotePath,
  account: Account,
  signal: AbortSignal,
): Promise<never> {
  if (StowageError.from(thrown).code !== 'not-found.blob') throw thrown;
  const folder = `${rest.replace(/\/+$/u, '')}/`;
  const page = await listBlobPage(account, { container, prefix: folder, depth: 'flat', pageSize: 1, signal }).catch(
    () => null,
  );
  if (page === null || page.blobs.length === 0) throw thrown;
  throw invalidInput(
    'PATH',
    `"${container}/${rest}" is a folder, and one blob is needed.`,
    `See what is in it: stowage ls ${container}/${folder}`,
  );
}
