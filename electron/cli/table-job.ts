// Follows one job on a table until it ends: progress, and a clean stop at the first Ctrl+C.
import { isTableJob } from '@shared/jobs/kinds';
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import { formatCount, formatTimeLeft } from '@shared/units';
import type { ListedJob } from '../engine/jobs/registry';
import type { Session } from './session';

/** Resolves with its state when nothing of it runs any more. */
export async function followTableJob(
  { engine, output, signal }: Session,
  job: Pick<ListedJob, 'id' | 'interrupt' | 'ended'>,
): Promise<TableJob> {
  const interrupt = (): void => void job.interrupt();
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  const watching = new AbortController();
  const watch = engine.streams['jobs.watch'](
    {},
    {
      signal: watching.signal,
      push: (views) => {
        const view = views.filter(isTableJob).find(({ id }) => id === job.id);
        if (view !== undefined) output.progress(progressOf(view));
      },
    },
  );
  try {
    const ended = await job.ended();
    if (!isTableJob(ended)) throw new StowageError('bug.unexpected', 'It is no job on a table.');
    return ended;
  } finally {
    watching.abort();
    await watch;
    signal.removeEventListener('abort', interrupt);
  }
}

type Progress = Pick<TableJob, 'state' | 'rowsDone' | 'rowsTotal' | 'rowsPerSecond' | 'remainingMs' | 'rowsRejected'>;

/** `2,000 of 5,000 rows, 900/s, 3 rejected, 4 s left`. */
export function progressOf(job: Progress): string {
  const { state, rowsDone, rowsTotal, rowsPerSecond, remainingMs, rowsRejected } = job;
  if (state === 'planning') return 'checking the input';
  const total = rowsTotal === null ? '' : ` of ${formatCount(rowsTotal)}`;
  const rejected = rowsRejected === 0 ? '' : `, ${formatCount(rowsRejected)} rejected`;
  const left = remainingMs === null ? '' : `, ${formatTimeLeft(remainingMs)} left`;
  return `${formatCount(rowsDone)}${total} rows, ${formatCount(rowsPerSecond)}/s${rejected}${left}`;
}
