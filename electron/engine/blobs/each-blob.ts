// Does the same to many blobs, some at once. What fails for one blob is told by name; what concerns all ends the work.
import { StowageError, cancelled } from '@shared/errors';
import type { DeletionFailure } from '@shared/model/blob-selection';
import { refusedAlone, refusedBy } from '../azure/refusal';
import { Refusals } from '../azure/refusals';
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
 * concerns all blobs alike: a refused credential, a listing that breaks, a cancel. A blob that is refused while others are
 * let in fails alone.
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
    const since = failures.now();
    try {
      await work(blob);
      failures.accepted(since);
    } catch (thrown) {
      failures.add(nameOf(blob), thrown);
    }
    if (clock.monotonic() - toldAtMs < tellEveryMs) return;
    toldAtMs = clock.monotonic();
    push({ ...done, ...failures.told(), state: 'running' });
  });
  failures.settle();
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

interface RefusedBlob {
  readonly name: string;
  readonly error: StowageError;
}

/** All of them need the same one. */
const right = 'change';

interface BlobFailures {
  /** To be kept when a blob begins. */
  readonly now: () => number;
  readonly accepted: (since: number) => void;
  /** Throws what concerns all blobs alike: a refused credential, a cancel. */
  readonly add: (name: string, thrown: unknown) => void;
  /** Nothing else is left to try. Throws when everything was refused. */
  readonly settle: () => void;
  readonly told: () => ToldFailures;
}

function createBlobFailures(): BlobFailures {
  const failed: DeletionFailure[] = [];
  let [failedCount, acceptedCount] = [0, 0];
  const refusals = new Refusals<RefusedBlob>(() => acceptedCount);
  const fail = (name: string, { code, message }: StowageError): void => {
    failedCount += 1;
    if (failed.length < failuresTold) failed.push({ name, code, message });
  };
  const failAlone = (all: readonly RefusedBlob[]): void => {
    for (const { name, error } of all) fail(name, refusedAlone(error));
  };
  return {
    now: () => refusals.now,
    accepted: (since) => {
      acceptedCount += 1;
      failAlone(refusals.accepted(right, since));
    },
    add: (name, thrown) => {
      const error = StowageError.from(thrown);
      const refused = refusedBy(error);
      if (refused === 'credential' || error.kind === 'cancelled') throw error;
      if (refused !== 'unclear') fail(name, error);
      else if (refusals.refused(right, { name, error }) === 'stop') throw error;
    },
    settle: () => {
      const { alone, undecided } = refusals.settle();
      failAlone(alone);
      if (undecided[0] !== undefined) throw undecided[0].error;
    },
    told: () => ({ failedCount, failed: [...failed] }),
  };
}

async function* oneByOne<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page;
}
