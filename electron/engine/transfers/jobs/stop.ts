// Why a run of a job stops before its files are through, and how its job ends with it. Stops nothing itself.
import type { StowageError } from '@shared/errors';
import { waitReasonOf } from '../../azure/failures/failure-class';
import { isAllPaused, isAllTried } from '../records/files-state';
import type { LifecycleEvent } from '../../jobs/lifecycle';
import type { JobState } from '../records/job-state';

/** Why a run is stopped: a user cancels or pauses it, the engine interrupts it, or a timetable pauses it. */
export type StopReason = keyof typeof endBy;

/** How a job ends that is stopped before everything is tried. */
export const endBy = {
  cancel: { type: 'cancelled' },
  pause: { type: 'paused', waitsFor: 'person' },
  interrupt: { type: 'interrupted' },
  timetable: { type: 'paused', waitsFor: 'timetable' },
} as const satisfies Readonly<Record<string, LifecycleEvent>>;

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

  /** How the job ends with a run that leaves its files like this. */
  endOf(jobState: JobState): LifecycleEvent {
    const cause = this.#stopCause;
    // A stop that came after everything was done changes nothing.
    const isComplete = isAllTried(jobState);
    const stop = this.#reason === null || isComplete ? null : endBy[this.#reason];
    if (stop !== null && stop.type !== 'paused') return stop;
    // The user has to remove that cause, even if the run was paused meanwhile.
    if (cause?.effect === 'pause' && !isComplete) return { type: 'paused', waitsFor: waitReasonOf(cause.error) };
    if (stop !== null) return stop;
    if (cause === null && isAllPaused(jobState)) return endBy.pause;
    // The findings of a verification are its result; it fails only if it could not read everything.
    const isCheck = jobState.head.spec.kind === 'verify';
    const isDone = isComplete && (isCheck ? cause === null : jobState.failed.size === 0);
    return { type: 'finished', as: isDone ? 'done' : 'failed' };
  }
}
