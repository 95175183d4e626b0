// Deletes the blobs of a selection, many at once, each with its snapshots. Failures are reported by name. Folders of an
// account with a hierarchical namespace are listed among the blobs, and deleted after what is in them.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { DeletionProgress } from '@shared/model/blob-selection';
import type { Account } from '../azure/account';
import { blobPath } from './blob-path';
import { type ChangePorts, changeEachBlob } from './each-blob';
import type { TakenNames } from './remembered-deletions';

export interface DeletionPorts extends ChangePorts<DeletionProgress> {
  /** Called when the undo needs to know what was deleted; before the request is sent, whose response may be lost. */
  readonly taken?: TakenNames | undefined;
}

/**
 * Deletes the blobs of `pages` and pushes progress at most four times a second, the final state last. Rejects with
 * failures that concern all blobs: missing rights, a failed listing, a cancel.
 */
export async function deleteBlobs(
  account: Account,
  container: string,
  pages: AsyncIterable<readonly BlobItem[]>,
  { taken, ...ports }: DeletionPorts,
): Promise<void> {
  const done = { deleted: 0, bytes: 0, missing: 0 };
  const inFlight = new Set<Promise<unknown>>();
  let fullFolders: BlobItem[] = [];
  let pass: 'listed' | 'full folders' = 'listed';
  const attempt = async (blob: BlobItem, signal: AbortSignal): Promise<void> => {
    const { name, bytes } = blob;
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
