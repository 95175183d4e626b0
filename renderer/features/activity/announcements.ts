// Screen reader announcements when the list of transfers changes: only endings, politely, and never too many. Ended jobs
// on tables have a notification instead. Pure.
import type { JobStatus } from '@shared/model/job-state';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { counted } from '@shared/strings/counted';
import { formatBytes, formatCount } from '@shared/units';
import { foundNothing, nothingText } from './transfer-text';

const endings: ReadonlySet<JobStatus> = new Set(['done', 'failed', 'cancelled', 'interrupted']);
const maxSentences = 2;

/** One short text for the jobs that ended between two lists, or null when none did. */
export function announcementFor(before: readonly TransferJob[], after: readonly TransferJob[]): string | null {
  const states = new Map(before.map((job) => [job.id, job.state]));
  const ended = after.filter((job) => {
    const earlier = states.get(job.id);
    return earlier !== undefined && !endings.has(earlier) && endings.has(job.state);
  });
  if (ended.length === 0) return null;
  if (ended.length <= maxSentences) return ended.map(sentenceFor).join(' ');
  const failed = ended.filter((job) => job.state === 'failed' || job.failedCount > 0).length;
  const all = t`${formatCount(ended.length)} transfers ended`;
  return failed === 0 ? `${all}.` : t`${all}, ${formatCount(failed)} with failures.`;
}

/** Before the target: `survey.bin uploaded to photos/`. */
const pastOf: Readonly<Record<TransferJob['kind'], string>> = {
  upload: t`uploaded to`,
  download: t`downloaded to`,
  copy: t`copied to`,
  verify: t`verified against`,
  move: t`moved to`,
};

function sentenceFor(job: TransferJob): string {
  if (job.kind === 'verify' && job.state === 'done') {
    return job.failedCount === 0
      ? t`${job.title}: no differences.`
      : t`${job.title}: ${formatCount(job.failedCount)} of ${formatCount(job.filesTotal)} files differ, are missing or were not compared.`;
  }
  const handled = job.filesDone + job.filesSkipped + job.failedCount;
  const all = formatCount(job.filesTotal);
  // Half a plan may be completed: the files after it were not counted.
  if (job.state === 'failed' && (handled < job.filesTotal || (job.plan === 'partial' && job.filesTotal > 0))) {
    const done = formatCount(handled - job.failedCount);
    return job.plan === 'whole'
      ? t`${job.title} stopped after ${done} of ${all} files.`
      : t`${job.title} stopped after ${done} of at least ${all} files.`;
  }
  if (job.failedCount > 0 && job.filesTotal > 1) {
    const failed = formatCount(job.failedCount);
    return job.plan === 'whole'
      ? t`${job.title}: ${failed} of ${all} files failed.`
      : t`${job.title}: ${failed} of at least ${all} files failed.`;
  }
  switch (job.state) {
    case 'failed':
      return t`${job.title} failed.`;
    case 'cancelled':
      return t`${job.title} was cancelled.`;
    case 'interrupted':
      return t`${job.title} was interrupted.`;
    default:
      if (foundNothing(job)) return `${job.title}: ${nothingText(job)}`;
      return `${pastText(job)}.`;
  }
}

function pastText({ title, kind, target }: TransferJob): string {
  return `${title} ${pastOf[kind]} ${target}`;
}

/** What is left in the list of notifications of transfers that are done and no longer shown; at least one. */
export function doneMessage(jobs: readonly TransferJob[]): { readonly title: string; readonly text: string } {
  const [only] = jobs;
  const sum = (of: (job: TransferJob) => number): number => jobs.reduce((all, job) => all + of(job), 0);
  const amount = [
    counted(
      sum(({ filesDone }) => filesDone),
      'file',
    ),
    formatBytes(sum(({ bytesDone }) => bytesDone)),
  ].join(', ');
  if (jobs.length > 1 || only === undefined)
    return { title: t`${formatCount(jobs.length)} transfers done`, text: amount };
  return { title: only.kind === 'verify' || foundNothing(only) ? sentenceFor(only) : pastText(only), text: amount };
}
