// The summary of a job when a run of it has ended: over all its runs, except for what only the last one knows. Pure.
import type { JobSummary } from '../api';
import type { Job } from './job';
import { chosenAgain } from '../plan/specs';
import { type FailedFile, isAllTried } from '../records/files-state';
import type { JobState } from '../records/job-state';

const maxFailures = 100;

export function summaryOf(jobState: JobState, job: Job): JobSummary {
  const { statistics, stoppedBy } = job;
  // Files and bytes are those of all runs; so is the time, if every run recorded it.
  const { bytes, elapsedMs } = job.allRuns.measured(jobState);
  const { requests, retries, throttled } = job.allRuns.sent ?? statistics;
  return {
    state: jobState.state,
    files: jobState.filesDone,
    bytes: jobState.bytesDone,
    failed: [...jobState.failed.values()].slice(0, maxFailures).map(({ failure }) => failure),
    failedCount: jobState.failed.size,
    skipped: jobState.filesSkipped,
    canBeTriedAgain: canBeTriedAgain(jobState),
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
export function canBeTriedAgain(jobState: JobState): boolean {
  if (jobState.state !== 'failed') return false;
  if (!isAllTried(jobState)) return true;
  return [...jobState.failed.values()].some((failed) => {
    const { file, failure } = failed;
    if (failure.context.wholeJob === true) return true;
    return canBeRetried(jobState, failed) && (file !== null || !failure.code.startsWith('not-found.'));
  });
}

/** Failures that looking at the same choice again cannot change. */
const settled: ReadonlySet<string> = new Set(['invalid.input', 'conflict.target-exists']);

/** A planned file, or a choice that could not be planned. */
export function canBeRetried({ head }: JobState, { file, failure }: FailedFile): boolean {
  if (file !== null) return true;
  const isItsOwn = failure.context.wholeJob !== true && !settled.has(failure.code);
  return isItsOwn && chosenAgain(head.spec, failure) !== null;
}
