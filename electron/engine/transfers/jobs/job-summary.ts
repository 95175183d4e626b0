// The summary of a job when a run of it has ended: over all its runs, except for what only the last one knows. Pure.
import type { JobSummary } from '../api';
import type { Job } from './job';
import { chosenAgain } from '../plan/chosen-again';
import { type FailedFile, isAllTried } from '../records/file-standing';
import type { JobStanding } from '../records/job-standing';

const mostFailures = 100;

export function summaryOf(standing: JobStanding, job: Job): JobSummary {
  const { statistics, stoppedBy } = job;
  // Files and bytes are those of all runs; so is the time, if every run recorded it.
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
    requests,
    retries,
    throttled,
    latencyMs: statistics.latencyMs,
    tuner: job.tuning.steps,
    bottleneck: job.tuning.lastBottleneck,
  };
}

/**
 * Whether resuming makes sense: a check that found differences is done, and what never existed will not exist a moment
 * later.
 */
export function canBeTriedAgain(standing: JobStanding): boolean {
  if (standing.state !== 'failed') return false;
  if (!isAllTried(standing)) return true;
  return [...standing.failed.values()].some((failed) => {
    const { file, failure } = failed;
    if (failure.context.wholeJob === true) return true;
    return canBeRetried(standing, failed) && (file !== null || !failure.code.startsWith('not-found.'));
  });
}

/** Failures that looking at the same choice again cannot change. */
const settled: ReadonlySet<string> = new Set(['invalid.input', 'conflict.target-exists']);

/** A planned file, or a choice that could not be planned. */
export function canBeRetried({ head }: JobStanding, { file, failure }: FailedFile): boolean {
  if (file !== null) return true;
  const isItsOwn = failure.context.wholeJob !== true && !settled.has(failure.code);
  return isItsOwn && chosenAgain(head.spec, failure) !== null;
}
