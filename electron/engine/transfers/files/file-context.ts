// What moving one file has at its disposal: the scheduler, the thread pool, the job's journal and progress; and what the
// files of a job find out for each other.
import type { TransferOptions, OverwritePolicy } from '@shared/model/transfer';
import type { Waits } from '@shared/monitor/bottleneck';
import type { Clock } from '../../ports';
import type { FileFinisher } from './safe-writes';
import type { JobJournal } from '../records/job-journal';
import type { JobHead } from '../records/job-records';
import type { JobProgress } from '../progress/job-progress';
import type { JobTrace } from '../progress/job-trace';
import type { PartNaming } from './local-target';
import type { Remark, SkipReason } from '../records/remarks';
import type { Pool } from '../threads/pool';
import type { RequestTimeouts } from '../pace/request-timeouts';
import type { Scheduler } from '../pace/scheduler';
import { cancelled } from '@shared/errors';
import { type OpenFile, isPerhapsWritten } from '../records/files-state';
import type { EarlierWithinMs } from '../worker/messages';

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
  /** Called when the file has requested a slot, so that the next file can be opened. */
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

/** Under which the threads know the target of a sync as the account that backups are copied from, too. */
export function backupJobId(jobId: string): string {
  return `${jobId}-backup`;
}

export type FileOutcome = { readonly outcome: 'done' } | { readonly outcome: 'skipped'; readonly reason: SkipReason };

/** Staging a block proves nothing about committing, which also needs the right to write tags and properties. */
export type Right =
  | 'read'
  | 'read tags'
  | 'write'
  | 'commit'
  | 'read source'
  | 'read source tags'
  | 'delete source'
  | 'delete';

/** Receives the rights that requests used. */
export interface UsedRights {
  /** Remember it when a request begins and pass it to `accepted`. */
  readonly now: number;
  readonly accepted: (right: Right, since: number) => void;
  /** Part of this file was moved. */
  readonly movedPart: (f: number) => void;
  /** A request for this file was denied. */
  readonly rejected: (f: number, right: Right) => void;
}

// Whether to look up an existing target before sending the next small file. Its write also reveals whether there is
// one, but then its bytes were sent in vain. So after the first target that exists, each file is looked up first, until
// a lookup finds nothing.

/** Below this size a lookup costs as much as sending a file that is skipped if there is a target. */
const worthALookBytes = 4096;

interface ExistingTargets {
  shouldLookUp(bytes: number, overwrite: OverwritePolicy): boolean;
  /** Report the result of a write or a lookup. */
  note(found: 'there' | 'nothing'): void;
  /** Whether a lookup is worth a request: not after the service has denied this job read access. */
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

  const release = (key: string): void => {
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
        if (held) release(key);
        held = false;
      };
    },
  };
}

// Whether an existing blob at the target may have been written by an earlier run of the job. Only ages are compared:
// the job's by this machine's clock, the blob's by that of the service. The two clocks may differ, which a SAS allows.

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
  // A job from the future: the clock was set back meanwhile, and the age of the job is unknown.
  return ageMs < 0 ? Infinity : ageMs + toleranceMs;
}

/** Call it when a lookup has not found at the target what an earlier run may have written there. */
export function noteNotWritten(open: OpenFile, { journal }: Pick<FileContext, 'journal'>): void {
  if (isPerhapsWritten(open)) journal.note({ t: 'committing', f: open.file.f, md5: '', written: 'no' });
}
