// Informs the open tabs of a table that a long job wrote to it, so that their rows are outdated.
import { t } from '@shared/strings/t';
import { liveTableJobs } from '@renderer/live/table-jobs';
import type { TableJob, TableJobKind, TableJobState } from '@shared/model/table-job';
import { stagingOf } from '../staging/staged-tables';

const moving: ReadonlySet<TableJobState> = new Set<TableJobState>(['planning', 'running', 'finishing']);

/** Follows the jobs until the returned function is called. */
export function notifyTablesOfJobs(): () => void {
  const followedSinceMs = Date.now();
  const release = liveTableJobs.retain();
  const stop = liveTableJobs.store.subscribe(({ jobs }, before) => {
    if (jobs === before.jobs || before.status === 'waiting') return;
    for (const job of cameToRest(before.jobs, jobs, followedSinceMs)) {
      stagingOf(job).elsewhere.onTable(writingText(job.kind));
    }
  });
  return () => {
    stop();
    release();
  };
}

/** Jobs that wrote rows and do not move any more; of those never seen moving, only such as began at `sinceMs` or later. */
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
      return t`The undo of a bulk change`;
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
    // An export writes no row and never comes here.
    case 'copy':
    case 'export':
      return t`A copy`;
  }
}
