// Does the same to many blobs, some at once. What fails for one blob is told by name; what concerns all ends the work.
import { StowageError, cancelled } from '@shared/errors';
import type { DeletionFailure } from '@shared/model/blob-selection';
import type { Clock } from '../ports';

/** Each of them waits more than it does: on a long line half as many take half as long again. */
const atOnce = 64;
const failuresTold = 100;
const tellEveryMs = 250;

/** All failures are counted, the first are told. */
interface ToldFailures {
  readonly failedCount: number;
  readonly failed: DeletionFailure[];
}

export interface BlobChange<T, D> {
  readonly nameOf: (blob: T) => string;
  /** The counts that `work` raises. */
  readonly done: D;
  readonly work: (blob: T) => Promise<void>;
}

/**
 * Changes what `pages` gives and pushes progress at most four times a second, the end at last. Rejects with what
 * concerns all blobs alike: refused rights, a listing that breaks, a cancel.
 */
export async function changeEachBlob<T, D extends object>(
  pages: AsyncIterable<readonly T[]>,
  { nameOf, done, work }: BlobChange<T, D>,
  ports: {
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly push: (progress: D & ToldFailures & { readonly state: 'running' | 'complete' }) => void;
  },
): Promise<void> {
  const { clock, signal, push } = ports;
  const failures = createBlobFailures();
  let toldAtMs = clock.monotonic();
  await eachBlob(pages, signal, async (blob) => {
    try {
      await work(blob);
    } catch (thrown) {
      failures.add(nameOf(blob), thrown);
    }
    if (clock.monotonic() - toldAtMs < tellEveryMs) return;
    toldAtMs = clock.monotonic();
    push({ ...done, ...failures.told(), state: 'running' });
  });
  push({ ...done, ...failures.told(), state: 'complete' });
}

/** Rejects with the first failure of `work` or of `pages`, or a cancel, once nothing is under way any more. */
async function eachBlob<T>(
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

interface BlobFailures {
  /** Throws what concerns all blobs alike: refused rights, a cancel. */
  readonly add: (name: string, thrown: unknown) => void;
  readonly told: () => ToldFailures;
}

function createBlobFailures(): BlobFailures {
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
