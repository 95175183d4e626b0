// Does the same to many blobs, some at once. What fails for one blob is told by name; what concerns all ends the work.
import { setMaxListeners } from 'node:events';
import { StowageError, cancelled } from '@shared/errors';
import type { DeletionFailure } from '@shared/model/blob-selection';
import { refusedAlone, refusedBy } from '../azure/refused-by';
import { Refusals, mostRefusals } from '../azure/refusals';
import type { Clock } from '../ports';

/** Each of them waits more than it does: on a long line half as many take half as long again. */
const atOnce = 64;
const failuresTold = 100;
const tellEveryMs = 250;
/** What is under way when a person stops has so long to be answered: until then nobody knows whether it was done. */
const lastAnswersMs = 500;

/** All failures are counted, the first are told. */
interface ToldFailures {
  readonly failedCount: number;
  readonly failed: DeletionFailure[];
}

export interface BlobChange<T, D> {
  readonly nameOf: (blob: T) => string;
  /** The counts that `work` raises. */
  readonly done: D;
  readonly work: (blob: T, signal: AbortSignal) => Promise<void>;
}

export interface ChangePorts<P> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** `to the end`: a person wants all of them tried, however many are refused in a row. */
  readonly refused?: 'stop' | 'to the end' | undefined;
  readonly push: (progress: P) => void;
}

/** `stopped`: not all of it was tried. */
interface Told extends ToldFailures {
  readonly state: 'running' | 'complete' | 'stopped';
  /** Asked for when it was stopped, and never answered. */
  readonly unanswered?: number;
}

/**
 * Changes what `pages` gives and pushes progress at most four times a second, the end at last. Rejects with what
 * concerns all blobs alike, and says before what was done: a refused credential, a listing that breaks, a cancel. A blob
 * that is refused while others are let in fails alone.
 */
export async function changeEachBlob<T, D extends object>(
  pages: AsyncIterable<readonly T[]>,
  { nameOf, done, work }: BlobChange<T, D>,
  ports: ChangePorts<D & Told>,
): Promise<void> {
  const { clock, signal, push, refused = 'stop' } = ports;
  const failures = createBlobFailures(refused);
  const cut = new AbortController();
  // Every request under way listens.
  setMaxListeners(0, cut.signal);
  const over = new AbortController();
  const letGo = (): void => void clock.sleep(lastAnswersMs, over.signal).then(() => cut.abort(), ignore);
  signal.addEventListener('abort', letGo, { once: true });
  let toldAtMs = clock.monotonic();
  let unanswered = 0;
  try {
    await eachBlob(pages, signal, async (blob) => {
      const since = failures.now();
      try {
        await work(blob, cut.signal);
        failures.accepted(since);
      } catch (thrown) {
        if (cut.signal.aborted) unanswered += 1;
        failures.add(nameOf(blob), thrown);
      }
      if (clock.monotonic() - toldAtMs < tellEveryMs) return;
      toldAtMs = clock.monotonic();
      push({ ...done, ...failures.told(), state: 'running' });
    });
    failures.settle();
  } catch (thrown) {
    failures.giveUp();
    push({ ...done, ...failures.told(), state: 'stopped', unanswered });
    throw thrown;
  } finally {
    signal.removeEventListener('abort', letGo);
    over.abort();
  }
  push({ ...done, ...failures.told(), state: 'complete' });
}

const ignore = (): void => undefined;

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
  /** Nothing else is tried: what nobody knows the reason of is told by name all the same. */
  readonly giveUp: () => void;
  readonly told: () => ToldFailures;
}

function createBlobFailures(most: 'stop' | 'to the end'): BlobFailures {
  const failed: DeletionFailure[] = [];
  let failedCount = 0;
  // A person has asked for it, sees how it goes and can stop it: more is tried than of a job that nobody looks at.
  const refusals = new Refusals<RefusedBlob>(() => mostRefusals);
  const fail = (name: string, { code, message }: StowageError): void => {
    failedCount += 1;
    if (failed.length < failuresTold) failed.push({ name, code, message });
  };
  const failAlone = (all: readonly RefusedBlob[]): void => {
    for (const { name, error } of all) fail(name, refusedAlone(error));
  };
  const giveUp = (): void => {
    const { alone, undecided } = refusals.settle();
    for (const { name, error } of [...alone, ...undecided]) fail(name, error);
  };
  return {
    now: () => refusals.now,
    accepted: (since) => failAlone(refusals.accepted(right, since)),
    add: (name, thrown) => {
      const error = StowageError.from(thrown);
      const refused = refusedBy(error);
      if (refused === 'credential' || error.kind === 'cancelled') throw error;
      if (refused !== 'unclear') fail(name, error);
      else if (refusals.refused(right, { name, error }) === 'go on') return;
      else if (most === 'stop') throw error;
      else giveUp();
    },
    settle: () => {
      const { alone, undecided } = refusals.settle();
      failAlone(alone);
      for (const one of undecided) fail(one.name, one.error);
      if (most === 'stop' && undecided[0] !== undefined) throw undecided[0].error;
    },
    giveUp,
    told: () => ({ failedCount, failed: [...failed] }),
  };
}

async function* oneByOne<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page;
}
