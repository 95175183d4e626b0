// Deletes the blobs of a selection, many at once, each with its snapshots. What fails is told by name and stays.
import { StowageError, cancelled } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { DeletionFailure, DeletionProgress } from '@shared/model/blob-selection';
import type { Account } from '../azure/account';
import type { Clock } from '../ports';
import { blobPath } from './blob-path';

const atOnce = 32;
const failuresTold = 100;
const pushEveryMs = 250;

/**
 * Deletes what `pages` gives and pushes progress at most four times a second, the end at last. Rejects with what
 * concerns all blobs alike: refused rights, a listing that breaks, a cancel.
 */
export async function deleteBlobs(
  account: Account,
  container: string,
  pages: AsyncIterable<readonly BlobItem[]>,
  ports: { readonly clock: Clock; readonly signal: AbortSignal; readonly push: (progress: DeletionProgress) => void },
): Promise<void> {
  const { clock, signal, push } = ports;
  const done = { deleted: 0, bytes: 0, missing: 0, failedCount: 0 };
  const failed: DeletionFailure[] = [];
  const blobs = oneByOne(pages);
  let pushedAtMs = clock.monotonic();
  let broken: StowageError | null = null;

  const deleteNext = async (): Promise<void> => {
    while (broken === null) {
      if (signal.aborted) throw cancelled();
      const next = await blobs.next();
      if (next.done === true) return;
      await deleteOne(next.value);
      if (clock.monotonic() - pushedAtMs < pushEveryMs) continue;
      pushedAtMs = clock.monotonic();
      push({ ...done, failed: [...failed], state: 'running' });
    }
  };
  const deleteOne = async ({ name, bytes }: BlobItem): Promise<void> => {
    try {
      if ((await deleteBlob(account, container, name, signal)) === 'missing') done.missing += 1;
      else {
        done.deleted += 1;
        done.bytes += bytes;
      }
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind === 'auth' || error.kind === 'cancelled') {
        broken ??= error;
        throw error;
      }
      done.failedCount += 1;
      if (failed.length < failuresTold) failed.push({ name, code: error.code, message: error.message });
    }
  };

  // All are waited for, so that nothing is sent any more when this rejects.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, deleteNext));
  const refused = ends.find((end) => end.status === 'rejected');
  if (refused !== undefined) throw StowageError.from(refused.reason);
  push({ ...done, failed, state: 'complete' });
}

/** With its snapshots. `missing`: it was not there, and no try of ours can have deleted it. */
export async function deleteBlob(
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

async function* oneByOne(pages: AsyncIterable<readonly BlobItem[]>): AsyncGenerator<BlobItem, void, undefined> {
  for await (const page of pages) yield* page;
}
