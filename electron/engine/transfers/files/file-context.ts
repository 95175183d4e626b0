// What moving one file has at its disposal: the scheduler, the thread pool, the job's journal and progress; and what the
// files of a job find out for each other.
import { setMaxListeners } from 'node:events';
import { StowageError, cancelled } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import type { TransferOptions, OverwritePolicy } from '@shared/model/transfer';
import type { Waits } from '@shared/monitor/bottleneck';
import type { Clock } from '../../ports';
import type { RequestTimeouts } from '../pace/request-timeouts';
import type { Lane, Scheduler } from '../pace/scheduler';
import type { JobProgress } from '../progress/job-progress';
import type { JobTrace } from '../progress/job-trace';
import { unit } from '../progress/unit-state';
import { type OpenFile, isPerhapsWritten } from '../records/files-state';
import type { JobJournal } from '../records/job-journal';
import type { JobHead } from '../records/job-records';
import type { Remark } from '../records/remarks';
import type { SkipReason } from '../records/skip-reasons';
import type { Pool } from '../threads/pool';
import type { DiskTaskKind, ResultOf, TaskKind, TaskOf, EarlierWithinMs } from '../worker/messages';
import type { FileFinisher } from './safe-writes';
import { type UsedRights, deniedRightOf, rightsLetIn } from './request-rights';
import type { PartNaming } from './local-target';

export interface FileContext {
  readonly jobId: string;
  readonly blockIds: JobHead['blockIds'];
  readonly parts: PartNaming;
  readonly container: string;
  /** Wall time at which the job was made. */
  readonly createdAtMs: number;
  readonly options: TransferOptions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly scheduler: Scheduler;
  /** Called when the file has asked for a slot, so that the next file can be opened. */
  readonly onRequested?: () => void;
  readonly pool: Pool;
  readonly finisher: FileFinisher;
  readonly existingTargets: ExistingTargets;
  readonly journal: JobJournal;
  readonly progress: JobProgress;
  readonly trace: JobTrace;
  readonly rights: UsedRights;
  /** The block size that suits the line at the moment; null for the planned size. */
  readonly wantedBlockBytes: () => number | null;
  /** Called when that, or anything else about the pace, changes. Returns how to stop listening. */
  readonly onTuned: (listener: () => void) => () => void;
  /** Whether and when a request that timed out is sent again. */
  readonly timeouts: RequestTimeouts;
  /** Called when a request is about to be retried. */
  readonly onRetry?: () => void;
  readonly onWaits: (waits: Partial<Waits>) => void;
  /** Adds a remark about the whole job; equal remarks are counted. */
  readonly remark: (remark: Remark) => void;
}

export type FileOutcome = { readonly outcome: 'done' } | { readonly outcome: 'skipped'; readonly reason: SkipReason };

type RequestKind = Exclude<TaskKind, DiskTaskKind>;

/** Which unit of the progress a request belongs to; `file` for requests that move the whole file. */
interface Unit {
  readonly f: number;
  readonly block: BlockNumber | 'file' | 'none';
}

/**
 * Sends a request that moves none of the file's bytes, such as reading properties or committing blocks, when it gets a
 * slot.
 */
export async function controlRequest<K extends RequestKind>(
  context: FileContext,
  lane: Lane,
  f: number,
  kind: K,
  input: TaskOf<K>,
): Promise<ResultOf<K>> {
  return lane.run(0, () => requestInSlot(context, 0, { f, block: 'none' }, kind, input));
}

/** Sends a request within a granted slot, and shows it in the progress. `bytes`: what it moves and holds in memory. */
export async function requestInSlot<K extends RequestKind>(
  context: FileContext,
  bytes: number,
  shown: Unit,
  kind: K,
  input: TaskOf<K>,
): Promise<ResultOf<K>> {
  const { progress, trace, rights, pool, jobId, signal } = context;
  const show = (state: 0 | 1 | 2 | 3): void => {
    if (typeof shown.block === 'number') progress.block(shown.f, shown.block, state);
    else if (shown.block === 'file') progress.file(shown.f, state);
  };
  const block = shown.block === 'none' ? null : shown.block === 'file' ? 0 : shown.block;
  const traced = trace.started({ file: shown.f, name: 'name' in input ? input.name : input.path, block, bytes });
  const beganMs = progress.started(bytes);
  show(unit.inFlight);
  const since = rights.now;
  let outcome: 'done' | 'not-done' = 'not-done';
  try {
    const result = await pool.run(jobId, kind, input, signal, () => {
      traced.tries += 1;
      show(unit.retrying);
      context.onRetry?.();
    });
    if ('waits' in result) context.onWaits(result.waits);
    // A refused copy still has to be done in another way, and a target that exists means that nothing was moved.
    const isRejected = 'outcome' in result && result.outcome === 'refused';
    if (!isRejected && !('outcome' in result && result.outcome === 'there')) outcome = 'done';
    for (const right of rightsLetIn(kind, input, result)) rights.accepted(right, since);
    if (!isRejected && typeof shown.block === 'number') rights.movedPart(shown.f);
    return result;
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.kind === 'auth') rights.rejected(shown.f, deniedRightOf(kind, input, error));
    throw error.kind === 'cancelled' && makesBlobs.has(kind) ? unanswered(error) : error;
  } finally {
    trace.ended(traced, outcome);
    progress.stopped(shown.f, bytes, outcome, beganMs);
    show(outcome === 'done' ? unit.done : unit.untouched);
  }
}

const makesBlobs: ReadonlySet<RequestKind> = new Set<RequestKind>(['put-blob', 'put-block-list', 'copy-blob']);

/** Cancelled while a request was in flight that makes the blob: the service may have acted on it. */
function unanswered({ code, message, context }: StowageError): StowageError {
  return new StowageError(code, message, { context: { ...context, written: 'perhaps' } });
}

/** Aborted with the job, and when work on the file ends. */
export function fileSignal(job: AbortSignal): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  // Every block of the file in flight listens to it.
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

// Whether to look for an existing target before sending the next small file. Its own write finds out whether there is
// one, but then its bytes were sent in vain. So after the first target that exists, each file looks first, until a look
// finds nothing.

/** Below this size a look costs as much as sending a file that is skipped if there is a target. */
const worthALookBytes = 4096;

interface ExistingTargets {
  shouldLookUp(bytes: number, overwrite: OverwritePolicy): boolean;
  /** Report what a write or a look found. */
  note(found: 'there' | 'nothing'): void;
  /** Whether looking is worth a request: not after the service has refused to let this job read. */
  canLookUp(): boolean;
  noteRejected(): void;
}

export function createExistingTargets(): ExistingTargets {
  let last: 'there' | 'nothing' = 'nothing';
  let isRejected = false;
  return {
    shouldLookUp: (bytes, overwrite) =>
      last === 'there' &&
      !isRejected &&
      (overwrite === 'always' || (overwrite === 'never' && bytes >= worthALookBytes)),
    note: (found) => {
      last = found;
    },
    canLookUp: () => !isRejected,
    noteRejected: () => {
      isRejected = true;
    },
  };
}

// Ensures that only one job at a time writes a target: the next one waits and then finds what the first has left.

export interface TargetClaims {
  /** Resolves with the function that releases the target. `onWait` is called when another job has it. */
  take(key: string, signal: AbortSignal, onWait: () => void): Promise<() => void>;
}

export function createTargetClaims(): TargetClaims {
  /** The waiting jobs of each target, in order. */
  const taken = new Map<string, (() => void)[]>();

  const letGo = (key: string): void => {
    const next = taken.get(key)?.shift();
    if (next === undefined) taken.delete(key);
    else next();
  };

  return {
    take: async (key, signal, onWait) => {
      if (signal.aborted) throw cancelled();
      const queue = taken.get(key);
      if (queue === undefined) taken.set(key, []);
      else {
        onWait();
        await new Promise<void>((resolve, reject) => {
          const enter = (): void => {
            signal.removeEventListener('abort', leave);
            resolve();
          };
          const leave = (): void => {
            queue.splice(queue.indexOf(enter), 1);
            reject(cancelled());
          };
          queue.push(enter);
          signal.addEventListener('abort', leave, { once: true });
        });
      }
      let held = true;
      return () => {
        if (held) letGo(key);
        held = false;
      };
    },
  };
}

// Whether what exists at the target may be what an earlier run of the job wrote there. Only ages are compared: the job's
// by this machine's clock, the blob's by that of the service. The two may show different times, which a SAS allows.

/** For a clock that was corrected a little between the runs. */
const toleranceMs = 15 * 60_000;

interface Run {
  readonly open: { readonly earlier: 'yes' | 'no' };
  readonly file: { readonly attempt: number };
  readonly context: { readonly createdAtMs: number; readonly clock: Pick<Clock, 'now'> };
}

export function earlierWithin({ open, file, context }: Run): EarlierWithinMs {
  if (open.earlier !== 'yes' && file.attempt === 0) return null;
  const ageMs = context.clock.now() - context.createdAtMs;
  // A job from the future: the clock was put back meanwhile, and nobody knows how old the job is.
  return ageMs < 0 ? Infinity : ageMs + toleranceMs;
}

/** Call it when a look has not found at the target what an earlier run may have written there. */
export function noteNotWritten(open: OpenFile, { journal }: Pick<FileContext, 'journal'>): void {
  if (isPerhapsWritten(open)) journal.note({ t: 'committing', f: open.file.f, md5: '', written: 'no' });
}
