// Follows the jobs on tables: notifies the user when one ends, with a link to it, and marks the rows of open tabs as
// outdated when a job wrote to their table.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { liveJobs } from '@renderer/live/jobs';
import { type ToastContent, describeError, showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { JobStatus } from '@shared/model/job-state';
import type { TableJob, TableJobKind } from '@shared/model/table-job';
import { kindLabels } from '@renderer/jobs/kind-labels';
import { runTableJobAction } from '@renderer/jobs/table-job-actions';
import { stagingOf } from '../staging/staged-tables';

const endings: ReadonlySet<JobStatus> = new Set<JobStatus>(['done', 'failed']);

/**
 * Follows the jobs until the returned function is called. `onShow` opens the page of a job; `isHere` tells whether this window
 * notifies the user.
 */
export function announceTableJobs(onShow: (job: TableJob) => void, isHere: () => boolean): () => void {
  const followedSinceMs = Date.now();
  const release = liveJobs.retain();
  const stop = liveJobs.store.subscribe(({ tables: jobs }, before) => {
    if (jobs === before.tables || before.status === 'waiting' || !isHere()) return;
    for (const job of endedSince(before.tables, jobs, followedSinceMs)) showToast(endingOf(job, onShow));
  });
  return () => {
    stop();
    release();
  };
}

/**
 * Jobs that ended without being cancelled. Includes jobs that were quicker than the list, if they were created at
 * `sinceMs` or later, but none that an earlier run of the app left.
 */
export function endedSince(
  before: readonly TableJob[],
  now: readonly TableJob[],
  sinceMs: number,
): readonly TableJob[] {
  const states = new Map(before.map(({ id, state }) => [id, state]));
  return now.filter(({ id, state, createdAtMs }) => {
    const earlier = states.get(id);
    return endings.has(state) && (earlier === undefined ? createdAtMs >= sinceMs : !endings.has(earlier));
  });
}

/** Announces the start of a job, until the job ends, which has its own notification, or is removed. */
export function announceStart(jobId: string, title: string, onShow: () => void): void {
  const dismiss = showToast({ tone: 'information', title, action: { label: t`Show`, onAction: onShow } });
  const release = liveJobs.retain();
  let isListed = false;
  const check = ({ tables }: { readonly tables: readonly TableJob[] }): void => {
    const job = tables.find(({ id }) => id === jobId);
    const isUnderWay = job?.endedAtMs === null;
    const isComing = job === undefined && !isListed;
    isListed ||= job !== undefined;
    if (isUnderWay || isComing) return;
    dismiss();
    stop();
    release();
  };
  const stop = liveJobs.store.subscribe(check);
  check(liveJobs.store.getState());
}

export function endingOf(job: TableJob, onShow: (job: TableJob) => void): ToastContent {
  const { title, rowsDone, rowsRejected, error } = job;
  const show = { label: t`Show`, onAction: () => onShow(job) };
  if (job.state === 'failed') {
    const message = error === null ? null : describeError(StowageError.fromShape(error));
    return {
      tone: 'bad',
      title: t`${kindLabels[job.kind].noun} failed: ${title}`,
      text: message?.explanation ?? '',
      action: show,
    };
  }
  if (rowsRejected > 0) {
    const text = t`${counted(rowsDone, 'row')} processed, ${counted(rowsRejected, 'row')} rejected`;
    return { tone: 'caution', title: t`${kindLabels[job.kind].noun} done with rejects: ${title}`, text, action: show };
  }
  const action =
    job.outputFile === null ? show : { label: t`Show in folder`, onAction: () => runTableJobAction('reveal', job) };
  return {
    tone: 'good',
    title: t`${kindLabels[job.kind].noun} done: ${title}`,
    text: counted(rowsDone, 'row'),
    action,
  };
}

const moving: ReadonlySet<JobStatus> = new Set<JobStatus>(['planning', 'running', 'committing']);

/** Marks rows of open tabs as outdated after a job, until the returned function is called. */
export function notifyTablesOfJobs(): () => void {
  const followedSinceMs = Date.now();
  const release = liveJobs.retain();
  const stop = liveJobs.store.subscribe(({ tables: jobs }, before) => {
    if (jobs === before.tables || before.status === 'waiting') return;
    for (const job of cameToRest(before.tables, jobs, followedSinceMs)) {
      stagingOf(job).elsewhere.onTable(writingText(job.kind));
    }
  });
  return () => {
    stop();
    release();
  };
}

/** Jobs that wrote rows and have stopped; jobs never seen running only if they were created at `sinceMs` or later. */
export function cameToRest(
  before: readonly TableJob[],
  now: readonly TableJob[],
  sinceMs: number,
): readonly TableJob[] {
  const earlier = new Map(before.map(({ id, state }) => [id, state]));
  return now.filter(({ id, kind, state, rowsDone, createdAtMs }) => {
    if (kind === 'export' || rowsDone === 0 || moving.has(state)) return false;
    const known = earlier.get(id);
    return known === undefined ? createdAtMs >= sinceMs : moving.has(known);
  });
}

function writingText(kind: TableJobKind): string {
  switch (kind) {
    case 'import':
      return t`An import`;
    case 'restore':
      return t`Undoing a bulk change`;
    case 'clear':
      return t`Clearing the table`;
    case 'rename':
      return t`Renaming`;
    case 'apply-diff':
      return t`Applied differences`;
    case 'update':
      return t`A bulk update`;
    case 'delete':
      return t`A bulk delete`;
    // An export writes no row and is filtered out before.
    case 'table-copy':
    case 'export':
      return t`A copy`;
  }
}
