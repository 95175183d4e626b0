// Deletes the blobs of a selection, many at once, each with its snapshots. Failures are reported by name.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { DeletionProgress } from '@shared/model/blob-selection';
import type { Account } from '../azure/account';
import { blobPath } from './blob-path';
import { type ChangePorts, changeEachBlob } from './each-blob';
import type { TakenNames } from './remembered-deletions';

export interface DeletionPorts extends ChangePorts<DeletionProgress> {
  /** Where the undo needs to know what was taken; before the request is sent, whose answer may be lost. */
  readonly taken?: TakenNames | undefined;
}

/**
 * Deletes what `pages` gives and pushes progress at most four times a second, the end at last. Rejects with what
 * concerns all blobs alike: refused rights, a listing that breaks, a cancel.
 */
export async function deleteBlobs(
  account: Account,
  container: string,
  pages: AsyncIterable<readonly BlobItem[]>,
  { taken, ...ports }: DeletionPorts,
): Promise<void> {
  const done = { deleted: 0, bytes: 0, missing: 0 };
  const work = async ({ name, bytes }: BlobItem, signal: AbortSignal): Promise<void> => {
    taken?.add(name);
    if ((await deleteBlob(account, container, name, signal)) === 'missing') {
      taken?.drop(name);
      done.missing += 1;
    } else {
      done.deleted += 1;
      done.bytes += bytes;
    }
  };
  await changeEachBlob(pages, { nameOf: ({ name }) => name, done, work }, ports);
}

/** Deletes it with its snapshots. `missing`: it did not exist, and none of our own tries can have deleted it. */
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
