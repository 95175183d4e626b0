// Why a run of a job stops before its files are through, and the state in which it leaves the job. Stops nothing itself.
import type { StowageError } from '@shared/errors';
import type { TransferState, WaitReason } from '@shared/model/transfer';
import { waitReasonOf } from '../pace/failure-class';
import { isAllPaused, isAllTried } from '../records/files-state';
import type { JobState } from '../records/job-state';

/** Why a run is stopped: a user cancels or pauses it, the engine interrupts it, or a timetable pauses it. */
export type StopReason = keyof typeof stateAfter;
const stateAfter = { cancel: 'cancelled', pause: 'paused', interrupt: 'interrupted', timetable: 'paused' } as const;

/** Whether the job then waits for a user to remove the cause, or has failed. */
export type StopEffect = 'pause' | 'job';

export class RunStop {
  #reason: StopReason | null = null;
  #stopCause: { readonly effect: StopEffect; readonly error: StowageError } | null = null;

  /** The first reason that was given from outside; null while there is none. */
  get reason(): StopReason | null {
    return this.#reason;
  }
  /** What ended or paused the run and concerns no single file; null for nothing. */
  get error(): StowageError | null {
    return this.#stopCause?.error ?? null;
  }

  request(reason: StopReason): void {
    this.#reason ??= reason;
  }

  /** Takes a failure of the whole job as the cause, unless the run stops for another one already. */
  meet(effect: StopEffect, error: StowageError): 'stops' | 'stops already' {
    if (this.#stopCause !== null || this.#reason !== null) return 'stops already';
    this.#stopCause = { effect, error };
    return 'stops';
  }

  /** What a paused job waits for. */
  waitsFor(): WaitReason {
    if (this.#stopCause?.effect === 'pause') return waitReasonOf(this.#stopCause.error);
    return this.#reason === 'timetable' ? 'timetable' : 'person';
  }

  /** The state of the job after a run that leaves its files like this. */
  stateOf(jobState: JobState): TransferState {
    // A stop that came after everything was done changes nothing.
    const isComplete = isAllTried(jobState);
    if (this.#reason !== null && !isComplete) return stateAfter[this.#reason];
    if (this.#stopCause?.effect === 'pause' && !isComplete) return 'paused';
    if (this.#stopCause === null && isAllPaused(jobState)) return 'paused';
    // What a check found is its result; it fails only if it could not look everywhere.
    if (jobState.head.spec.kind === 'verify') return this.#stopCause === null && isComplete ? 'done' : 'failed';
    return jobState.failed.size > 0 || !isComplete ? 'failed' : 'done';
  }
}
