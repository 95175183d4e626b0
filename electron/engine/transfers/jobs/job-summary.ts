// What a job came to when a run of it has ended: in all its runs, but for what only the last one knows. Pure.
import type { JobSummary } from '../api';
import type { Job } from './job';
import type { JobStanding } from '../records/job-standing';

const mostFailures = 100;

export function summaryOf(standing: JobStanding, job: Job): JobSummary {
  const { statistics, stoppedBy } = job;
  // Files and bytes are those of all runs, so is what they took, where every one of them wrote it down.
  const { bytes, elapsedMs } = job.allRuns.measured(standing);
  const { requests, retries, throttled } = job.allRuns.sent ?? statistics;
  return {
    state: standing.state,
    files: standing.filesDone,
    bytes: standing.bytesDone,
    failed: [...standing.failed.values()].slice(0, mostFailures).map(({ failure }) => failure),
    failedCount: standing.failed.size,
    skipped: standing.filesSkipped,
    canBeTriedAgain: canBeTriedAgain(standing),
    stoppedBy:
      stoppedBy === null ? null : { code: stoppedBy.code, message: stoppedBy.message, context: stoppedBy.context },
    elapsedMs: Math.round(elapsedMs),
    bytesPerSecond: elapsedMs === 0 ? 0 : Math.round((bytes / elapsedMs) * 1000),
    ...{ requests, retries, throttled },
    latencyMs: statistics.latencyMs,
    tuner: job.tuning.steps,
    bottleneck: job.tuning.lastBottleneck,
  };
}

/** A check that found differences is done, and a complete plan does not look again for what it could not plan. */
export function canBeTriedAgain({ state, planned, open, failed }: JobStanding): boolean {
  if (state !== 'failed') return false;
  if (!planned || open.size > 0) return true;
  return [...failed.values()].some(({ file, failure }) => file !== null || failure.context.wholeJob === true);
}
