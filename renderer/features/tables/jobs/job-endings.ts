// Says where a person is looking that a job on a table ended, with a way to it.
import { liveTableJobs } from '@renderer/live/table-jobs';
import { type ToastContent, describeError, showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { TableJob, TableJobState } from '@shared/model/table-job';
import { runJobAction } from './job-actions';
import { countOf, kindWords } from './job-words';

const endings: ReadonlySet<TableJobState> = new Set<TableJobState>(['done', 'failed']);

/** Follows the jobs until the returned function is called. `onShow` brings the list to the front. */
export function announceTableJobs(onShow: () => void): () => void {
  const followedSinceMs = Date.now();
  const release = liveTableJobs.retain();
  const stop = liveTableJobs.store.subscribe(({ jobs }, before) => {
    if (jobs === before.jobs || before.status === 'waiting') return;
    for (const job of endedSince(before.jobs, jobs, followedSinceMs)) showToast(endingOf(job, onShow));
  });
  return () => {
    stop();
    release();
  };
}

/**
 * Jobs that reached an end nobody asked for by hand. One that was quicker than the list counts too, when it was begun
 * at `sinceMs` or later: what an earlier run of the program left is no news.
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

/** Says that a job began; what is said goes when the job ends, which has words of its own. */
export function announceStart(jobId: string, title: string, onShow: () => void): void {
  const dismiss = showToast({ tone: 'information', title, action: { label: 'Show', onAction: onShow } });
  const release = liveTableJobs.retain();
  const stop = liveTableJobs.store.subscribe(({ jobs }) => {
    const job = jobs.find(({ id }) => id === jobId);
    if (job === undefined || job.endedAtMs === null) return;
    dismiss();
    stop();
    release();
  });
}

export function endingOf(job: TableJob, onShow: () => void): ToastContent {
  const { title, rowsDone, rowsRejected, error, id } = job;
  const show = { label: 'Show', onAction: onShow };
  if (job.state === 'failed') {
    const words = error === null ? null : describeError(StowageError.fromShape(error));
    return {
      tone: 'bad',
      title: `${kindWords[job.kind]} failed: ${title}`,
      text: words?.explanation ?? '',
      action: show,
    };
  }
  if (rowsRejected > 0) {
    const text = `${countOf(rowsDone, 'row')} through, ${countOf(rowsRejected, 'row')} rejected`;
    return { tone: 'bad', title: `${kindWords[job.kind]} done with rejects: ${title}`, text, action: show };
  }
  const action =
    job.outputFile === null ? show : { label: 'Show in folder', onAction: () => runJobAction('reveal', id) };
  return { tone: 'good', title: `${kindWords[job.kind]} done: ${title}`, text: countOf(rowsDone, 'row'), action };
}
