// Does the same to many blobs, some at once. What fails for one blob is told by name; what concerns all ends the work.
import { StowageError, cancelled } from '@shared/errors';
import type { DeletionFailure } from '@shared/model/blob-selection';

const atOnce = 32;
const failuresTold = 100;

/** Rejects with the first failure of `work` or of `pages`, or a cancel, once nothing is under way any more. */
export async function eachBlob<T>(
  pages: AsyncIterable<readonly T[]>,
  signal: AbortSignal,
  work: (blob: T) => Promise<void>,
): Promise<void> {
  const blobs = oneByOne(pages);
  let isBroken = false;
  const workOn = async (): Promise<void> => {
    while (!isBroken) {
      if (signal.aborted) throw cancelled();
      const next = await blobs.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (thrown) {
        isBroken = true;
        throw thrown;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workOn));
  const refused = ends.find((end) => end.status === 'rejected');
  if (refused !== undefined) throw StowageError.from(refused.reason);
}

export interface BlobFailures {
  /** Throws what concerns all blobs alike: refused rights, a cancel. */
  readonly add: (name: string, thrown: unknown) => void;
  /** All are counted, the first are told. */
  readonly told: () => { readonly failedCount: number; readonly failed: DeletionFailure[] };
}

export function createBlobFailures(): BlobFailures {
  const failed: DeletionFailure[] = [];
  let failedCount = 0;
  return {
    add: (name, thrown) => {
      const error = StowageError.from(thrown);
      if (error.kind === 'auth' || error.kind === 'cancelled') throw error;
      failedCount += 1;
      if (failed.length < failuresTold) failed.push({ name, code: error.code, message: error.message });
    },
    told: () => ({ failedCount, failed: [...failed] }),
  };
}

async function* oneByOne<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page;
}
