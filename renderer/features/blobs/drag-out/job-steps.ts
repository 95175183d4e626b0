// Follows one transfer job to its end, from what the engine reports of all.
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';

/** `gone`: it was removed from the list, and no more events follow. */
export type JobStep = 'resting' | 'moving' | 'gone' | 'ended';

/** Reports each step of the job that differs from the previous one; ends with `ended` or `gone`. */
export function followJob(jobId: string, onStep: (step: JobStep, job: TransferJob | null) => void): void {
  let last: JobStep | null = null;
  const release = liveJobs.retain();
  const check = (jobs: readonly TransferJob[]): void => {
    const job = jobs.find(({ id }) => id === jobId) ?? null;
    // The list may be one from before it began.
    if (job === null && last === null) return;
    const step = stepOf(job);
    if (step === last) return;
    last = step;
    if (step === 'ended' || step === 'gone') {
      stop();
      release();
    }
    onStep(step, job);
  };
  const stop = liveJobs.store.subscribe(({ transfers }) => check(transfers));
  check(liveJobs.store.getState().transfers);
}

const steps: Readonly<Partial<Record<TransferJob['state'], JobStep>>> = {
  paused: 'resting',
  interrupted: 'resting',
  done: 'ended',
  failed: 'ended',
  cancelled: 'ended',
};

function stepOf(job: TransferJob | null): JobStep {
  return job === null ? 'gone' : (steps[job.state] ?? 'moving');
}
