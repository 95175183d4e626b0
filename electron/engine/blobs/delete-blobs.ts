// Deletes the blobs of a selection, many at once, each with its snapshots. Failures are reported by name. Folders of an
// account with a hierarchical namespace are listed among the blobs, and deleted after what is in them.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { DeletionProgress } from '@shared/model/blob-selection';
import type { Account } from '../azure/account';
import { blobPath } from './blob-path';
import { deletePath } from './hierarchy/dfs-requests';
import { type ChangePorts, changeEachBlob } from './each-blob';
import type { TakenNames } from './remembered-deletions';

export interface DeletionPorts extends ChangePorts<DeletionProgress> {
  /** Called when the undo needs to know what was deleted; before the request is sent, whose response may be lost. */
  readonly taken?: TakenNames | undefined;
  /** Real folders to delete with everything in them, by their prefixes; `unreachable`: only blob by blob. */
  readonly folders?: readonly string[] | 'unreachable';
}

/**
 * Deletes the blobs of `pages` and pushes progress at most four times a second, the final state last. Rejects with
 * failures that concern all blobs: missing rights, a failed listing, a cancel.
 */
export async function deleteBlobs(
  account: Account,
  container: string,
  pages: AsyncIterable<readonly BlobItem[]>,
  { taken, folders = [], ...ports }: DeletionPorts,
): Promise<void> {
  const done: Pick<DeletionProgress, 'deleted' | 'bytes' | 'missing' | 'folders' | 'dfs'> = {
    deleted: 0,
    bytes: 0,
    missing: 0,
    ...(folders === 'unreachable' ? { dfs: 'unreachable' as const } : folders.length > 0 ? { folders: 0 } : {}),
  };
  const whole = new Set(folders === 'unreachable' ? [] : folders);
  const inFlight = new Set<Promise<unknown>>();
  let fullFolders: BlobItem[] = [];
  let pass: 'listed' | 'full folders' = 'listed';
  const attempt = async (blob: BlobItem, signal: AbortSignal): Promise<void> => {
    const { name, bytes } = blob;
    if (whole.has(name)) {
      const outcome = await deletePath(account, { container, name: name.slice(0, -1) }, { signal });
      if (outcome === 'missing') done.missing += 1;
      else done.folders = (done.folders ?? 0) + 1;
      return;
    }
    taken?.add(name);
    const outcome = await deleteBlob(account, container, name, signal).catch((thrown: unknown) => {
      if (pass === 'full folders' || !isFullFolder(thrown)) throw thrown;
      fullFolders.push(blob);
      return 'full' as const;
    });
    if (outcome !== 'deleted') taken?.drop(name);
    if (outcome === 'missing') done.missing += 1;
    if (outcome !== 'deleted') return;
    done.deleted += 1;
    done.bytes += bytes;
  };
  const work = async (blob: BlobItem, signal: AbortSignal): Promise<void> => {
    const running = attempt(blob, signal);
    const ended = running.catch(() => undefined);
    inFlight.add(ended);
    await running.finally(() => inFlight.delete(ended));
  };
  /** The listed blobs, then the folders that were not empty at first, the deepest first. */
  const allPages = async function* (): AsyncGenerator<readonly BlobItem[], void, undefined> {
    if (whole.size > 0) yield [...whole].map(asBlob);
    yield* pages;
    await Promise.all(inFlight);
    pass = 'full folders';
    const levels = byDepth(fullFolders);
    fullFolders = [];
    for (const folders of levels) {
      yield folders;
      await Promise.all(inFlight);
    }
  };
  await changeEachBlob(allPages(), { nameOf: ({ name }) => name, done, work }, ports);
}

const asBlob = (name: string): BlobItem => ({
  name,
  bytes: 0,
  lastModified: '',
  etag: '',
  contentType: '',
  contentMd5: '',
  tier: '',
  blobType: 'BlockBlob',
  leased: false,
});

const isFullFolder = (thrown: unknown): boolean =>
  StowageError.from(thrown).context.serviceCode === 'DirectoryIsNotEmpty';

/** The deepest come first; folders of equal depth can be deleted concurrently. */
function byDepth(folders: readonly BlobItem[]): readonly (readonly BlobItem[])[] {
  const levels = new Map<number, BlobItem[]>();
  for (const folder of folders) {
    const depth = folder.name.split('/').length;
    const level = levels.get(depth);
    if (level === undefined) levels.set(depth, [folder]);
    else level.push(folder);
  }
  return [...levels].sort(([one], [other]) => other - one).map(([, level]) => level);
}

/** Deletes it with its snapshots. `missing`: it did not exist, and none of our own attempts can have deleted it. */
async function deleteBlob(
  account: Account,
  container: string,
  name: string,
  signal: AbortSignal,
): Promise<'deleted' | 'missing'> {
  let tries = 0;
  try {
    await account.send({
      service: 'blob',
      operation: 'DeleteBlob',
      method: 'DELETE',
      path: blobPath(container, name),
      resource: container,
      headers: { 'x-ms-delete-snapshots': 'include' },
      onAttempt: (attempt) => {
        tries = attempt;
      },
      replay: 'safe',
      signal,
    });
    return 'deleted';
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.code !== 'not-found.blob') throw error;
    return tries > 1 ? 'deleted' : 'missing';
  }
}
