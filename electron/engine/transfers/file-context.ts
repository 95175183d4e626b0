// What moving one file may use: places in the scheduler, tasks in the pool, the job's journal and progress.
import { setMaxListeners } from 'node:events';
import type { TransferOptions } from '@shared/model/transfer';
import type { Waits } from '@shared/monitor/bottleneck';
import type { Clock } from '../ports';
import type { FileFinisher } from './file-finisher';
import type { JobJournal } from './job-journal';
import { type JobProgress, unit } from './job-progress';
import type { JobTrace } from './job-trace';
import type { SkipReason } from './overwrite';
import type { Hash, Pool } from './pool';
import type { Lane, Scheduler } from './scheduler';
import type { DiskTaskKind, ResultOf, TaskKind, TaskOf } from './worker/messages';

export interface FileContext {
  readonly jobId: string;
  readonly container: string;
  /** Wall time at which the job was made. */
  readonly createdAtMs: number;
  readonly options: TransferOptions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly scheduler: Scheduler;
  readonly pool: Pool;
  readonly finisher: FileFinisher;
  readonly journal: JobJournal;
  readonly progress: JobProgress;
  readonly trace: JobTrace;
  readonly onWaits: (waits: Partial<Waits>) => void;
  /** Something a person should know about the whole job; equal remarks are counted. */
  readonly remark: (text: string) => void;
}

export type FileOutcome = { readonly outcome: 'done' } | { readonly outcome: 'skipped'; readonly reason: SkipReason };

type RequestKind = Exclude<TaskKind, DiskTaskKind>;

/** Which unit of the progress a request is; `file` for requests that move the whole file. */
export interface Unit {
  readonly f: number;
  readonly index: number | 'file' | 'none';
}

/** One request in its turn, shown in the progress. `bytes` is what it holds in memory and moves. */
export async function request<K extends RequestKind>(
  context: FileContext,
  lane: Lane,
  bytes: number,
  shown: Unit,
  kind: K,
  input: TaskOf<K>,
): Promise<ResultOf<K>> {
  return lane.run(bytes, () => runShown(context, bytes, shown, kind, input));
}

/** As `request`, inside a place that the lane has already given. */
export async function runShown<K extends RequestKind>(
  context: FileContext,
  bytes: number,
  shown: Unit,
  kind: K,
  input: TaskOf<K>,
): Promise<ResultOf<K>> {
  const { progress, trace, pool, jobId, signal } = context;
  const show = (state: 0 | 1 | 2 | 3): void => {
    if (typeof shown.index === 'number') progress.block(shown.f, shown.index, state);
    else if (shown.index === 'file') progress.file(shown.f, state);
  };
  const block = shown.index === 'none' ? null : shown.index === 'file' ? 0 : shown.index;
  const traced = trace.started({ file: shown.f, name: 'name' in input ? input.name : input.path, block, bytes });
  progress.started(bytes);
  show(unit.inFlight);
  let outcome: 'done' | 'not-done' = 'not-done';
  try {
    const result = await pool.run(jobId, kind, input, signal, () => {
      traced.tries += 1;
      show(unit.retrying);
    });
    if ('waits' in result) context.onWaits(result.waits);
    // Refused work is still to be done, another way; what found something in its place has moved nothing.
    const isMoved = !('outcome' in result) || (result.outcome !== 'refused' && result.outcome !== 'there');
    if (isMoved) outcome = 'done';
    return result;
  } finally {
    trace.ended(traced, outcome);
    progress.stopped(shown.f, bytes, outcome);
    show(outcome === 'done' ? unit.done : unit.untouched);
  }
}

/** Hashes a file on a thread of its own and stops with `signal`. A failure waits until the result is asked for. */
export function hashing(
  context: FileContext,
  input: TaskOf<'hash-file'>,
  signal: AbortSignal,
): Pick<Hash, 'advance'> & { readonly md5: () => Promise<string> } {
  const hash = context.pool.hash(context.jobId, input, signal);
  hash.result.catch(() => undefined);
  return {
    advance: (bytes) => hash.advance(bytes),
    md5: async () => {
      const startMs = Date.now();
      const { md5 } = await hash.result;
      // Only what is waited for at the end costs the job time.
      context.onWaits({ cpuMs: Date.now() - startMs });
      return md5;
    },
  };
}

/** Aborts with the job and when the file is given up. */
export function fileSignal(job: AbortSignal): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  // Every block of the file in flight listens.
  setMaxListeners(0, controller.signal);
  const abort = (): void => controller.abort();
  if (job.aborted) abort();
  job.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      job.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}
