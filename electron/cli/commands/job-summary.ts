// The combined result of several jobs, as the last line of a command prints it and as its JSON contains it.
import { recordedSentence, sentence } from '@shared/error-text';
import { causesOf } from '@shared/failure-causes';
import type { FailedItem } from '@shared/model/transfer';
import type { JobSummary } from '../../engine/transfers/api';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';

export type CombinedSummary = Omit<JobSummary, 'state' | 'failed' | 'canBeTriedAgain' | 'stoppedBy' | 'waits'> & {
  readonly stoppedBy: { readonly code: string; readonly message: string } | null;
  readonly failed: readonly { source: string; target: string; code: string; message: string }[];
};

export const filesIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`;

/** The sum of all counts, and the worst of the latencies. `summaries` must not be empty. */
export function combine(summaries: readonly JobSummary[]): CombinedSummary {
  const total = (
    field: 'files' | 'bytes' | 'failedCount' | 'skipped' | 'bytesPerSecond' | 'requests' | 'retries' | 'throttled',
  ): number => summaries.reduce((sum, summary) => sum + summary[field], 0);
  const worst = (field: 'p50' | 'p95' | 'p99'): number =>
    Math.max(...summaries.map((summary) => summary.latencyMs[field]));
  return {
    files: total('files'),
    bytes: total('bytes'),
    failed: summaries.flatMap((summary) =>
      summary.failed.map((failure) => {
        const { source, target, code } = failure;
        return { source, target, code, message: recordedSentence(failure) };
      }),
    ),
    failedCount: total('failedCount'),
    skipped: total('skipped'),
    stoppedBy: stopOf(summaries),
    elapsedMs: Math.max(...summaries.map((summary) => summary.elapsedMs)),
    bytesPerSecond: total('bytesPerSecond'),
    requests: total('requests'),
    retries: total('retries'),
    throttled: total('throttled'),
    latencyMs: { p50: worst('p50'), p95: worst('p95'), p99: worst('p99') },
    tuner: summaries.flatMap((summary) => summary.tuner),
    bottleneck: summaries[0]?.bottleneck ?? 'none',
  };
}

function stopOf(summaries: readonly JobSummary[]): CombinedSummary['stoppedBy'] {
  const found = summaries.flatMap(({ stoppedBy }) => stoppedBy ?? [])[0];
  return found === undefined ? null : { code: found.code, message: recordedSentence(found) };
}

/**
 * One line per cause of failure: its remedy and how many files it concerns. When there are more failures than `failed`
 * lists, the line reports that.
 */
export function causesIn(failed: readonly FailedItem[], failedCount: number): readonly string[] {
  const those = failedCount > failed.length ? ` of the first ${formatCount(failed.length)} failed ones` : '';
  return causesOf(failed).map(({ error, items }) => {
    const files = those === '' ? filesIn(items.length) : formatCount(items.length) + those;
    return `${files}: ${sentence(error)}`;
  });
}

/** `stopped`: without time and rate, which would not match `bytes`: half-moved files are not counted in it. */
export function describe(summary: CombinedSummary, end: 'ended' | 'stopped'): string {
  const failed = summary.failedCount === 0 ? '' : `, ${formatCount(summary.failedCount)} failed`;
  const skipped = summary.skipped === 0 ? '' : `, ${formatCount(summary.skipped)} skipped`;
  const done = `${filesIn(summary.files)}, ${formatBytes(summary.bytes)}`;
  if (end === 'stopped') return `${done} done${skipped}${failed}`;
  return `${done} in ${formatDuration(summary.elapsedMs)} (${formatRate(summary.bytesPerSecond)})${skipped}${failed}`;
}
