// Runs one operation on many blobs, several at a time. The failure of one blob is listed by name; a failure that
// concerns all of them ends the work.
import { setMaxListeners } from 'node:events';
import { StowageError, cancelled } from '@shared/errors';
import type { DeletionFailure } from '@shared/model/blob-selection';
import { markDeniedAlone, deniedScopeOf } from '../azure/failures/denied-scope';
import { RejectionTally, maxRejections } from '../azure/failures/rejection-tally';
import type { Clock } from '../ports';

/** Requests in flight. They mostly wait: on a network with high latency, half as many take half as long again. */
const atOnce = 64;
const maxFailures = 100;
const reportEveryMs = 250;
/**
 * How long to wait, after the user has stopped the work, for the answers to requests in progress; without an answer
 * their outcome is unknown.
 */
const lastAnswersMs = 500;

/** All failures are counted; the first of them are listed. */
interface ReportedFailures {
  readonly failedCount: number;
  readonly failed: DeletionFailure[];
}

export interface BlobChange<T, D> {
  readonly nameOf: (blob: T) => string;
  /** The counters that `work` increments. */
  readonly done: D;
  readonly work: (blob: T, signal: AbortSignal) => Promise<void>;
}

export interface ChangePorts<P> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** `to the end`: attempt every blob, however many are denied in a row. */
  readonly rejected?: 'stop' | 'to the end' | undefined;
  readonly push: (progress: P) => void;
}

/** `stopped`: some blobs were not attempted. */
interface ReportedProgress extends ReportedFailures {
  readonly state: 'running' | 'complete' | 'stopped';
  /** Requests that were in progress when it was stopped and never answered. */
  readonly unanswered?: number;
}

/**
 * Runs the change for every blob of `pages` and pushes progress at most four times a second, the final state last. A
 * blob that is denied while others are accepted fails alone. Rejects, after pushing what was done, for a denied
 * credential, a failed listing, or a cancel.
 */
export async function changeEachBlob<T, D extends object>(
  pages: AsyncIterable<readonly T[]>,
  { nameOf, done, work }: BlobChange<T, D>,
  ports: ChangePorts<D & ReportedProgress>,
): Promise<void> {
  const { clock, signal, push, rejected = 'stop' } = ports;
  const failures = createBlobFailures(rejected);
  const cut = new AbortController();
  // Every request in flight listens to it.
  setMaxListeners(0, cut.signal);
  const over = new AbortController();
  const letGo = (): void => void clock.sleep(lastAnswersMs, over.signal).then(() => cut.abort(), ignore);
  signal.addEventListener('abort', letGo, { once: true });
  let lastReportMs = clock.monotonic();
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
      if (clock.monotonic() - lastReportMs < reportEveryMs) return;
      lastReportMs = clock.monotonic();
      push({ ...done, ...failures.report(), state: 'running' });
    });
    failures.settle();
  } catch (thrown) {
    failures.giveUp();
    push({ ...done, ...failures.report(), state: 'stopped', unanswered });
    throw thrown;
  } finally {
    signal.removeEventListener('abort', letGo);
    over.abort();
  }
  push({ ...done, ...failures.report(), state: 'complete' });
}

const ignore = (): void => undefined;

/** Rejects with the first failure of `work` or `pages`, or a cancel, after everything in progress has ended. */
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
  const rejected = ends.find((end) => end.status === 'rejected');
  if (rejected !== undefined) throw StowageError.from(rejected.reason);
}

interface RejectedBlob {
  readonly name: string;
  readonly error: StowageError;
}

/** The one right that all these requests need. */
const right = 'change';

interface BlobFailures {
  /** Remember it when a blob begins and pass it to `accepted`. */
  readonly now: () => number;
  readonly accepted: (since: number) => void;
  /** Throws a failure that concerns all blobs: a denied credential, a cancel. */
  readonly add: (name: string, thrown: unknown) => void;
  /** Call it when nothing is left to attempt. Throws when everything was denied. */
  readonly settle: () => void;
  /** Call it when the work stops early: blobs denied for an unclear reason are then listed as failed. */
  readonly giveUp: () => void;
  readonly report: () => ReportedFailures;
}

function createBlobFailures(policy: 'stop' | 'to the end'): BlobFailures {
  const failed: DeletionFailure[] = [];
  let failedCount = 0;
  // Tolerates more denials than an unattended job: the user sees the progress and can stop it.
  const rejections = new RejectionTally<RejectedBlob>(() => maxRejections);
  const fail = (name: string, { code, message, context }: StowageError): void => {
    failedCount += 1;
    if (failed.length < maxFailures) failed.push({ name, code, message, context: { ...context } });
  };
  const failAlone = (all: readonly RejectedBlob[]): void => {
    for (const { name, error } of all) fail(name, markDeniedAlone(error));
  };
  const giveUp = (): void => {
    const { alone, undecided } = rejections.settle();
    for (const { name, error } of [...alone, ...undecided]) fail(name, error);
  };
  return {
    now: () => rejections.now,
    accepted: (since) => failAlone(rejections.accepted(right, since)),
    add: (name, thrown) => {
      const error = StowageError.from(thrown);
      const rejected = deniedScopeOf(error);
      if (rejected === 'credential' || error.kind === 'cancelled') throw error;
      if (rejected !== 'unclear') fail(name, error);
      else if (rejections.rejected(right, { name, error }) === 'go on') return;
      else if (policy === 'stop') throw error;
      else giveUp();
    },
    settle: () => {
      const { alone, undecided } = rejections.settle();
      failAlone(alone);
      for (const one of undecided) fail(one.name, one.error);
      if (policy === 'stop' && undecided[0] !== undefined) throw undecided[0].error;
    },
    giveUp,
    report: () => ({ failedCount, failed: [...failed] }),
  };
}

async function* oneByOne<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page;
}
