// What the list of jobs shows of a copy until it runs: of a new one, and of one that an earlier run left.
import type { TableJob } from '@shared/model/table-job';
import { newJobView } from '../jobs/job-progress';
import type { CopyHead } from './copy-records';
import type { CopyStanding } from './copy-standing';

/** A recovered job without a recorded end was interrupted. */
export function firstView(
  { id, kind, request, createdAtMs }: CopyHead,
  standing: CopyStanding,
  from: 'new' | 'recovered',
): TableJob {
  if (standing.ended !== null) return standing.ended;
  const { source, target } = request;
  const { written, rejected, batches, requests, retries, throttled } = standing.counts;
  return {
    ...newJobView({
      // The table it writes to; the title names the source.
      id,
      kind,
      connectionId: target.connectionId,
      table: target.table,
      createdAtMs,
      title: `${source.query.table} → ${target.table}`,
      source: source.query.table,
      target: target.table,
    }),
    state: from === 'new' ? 'running' : 'interrupted',
    rowsDone: written,
    rowsRejected: rejected,
    batches,
    requests,
    retries,
    throttled,
    failures: [...standing.failures],
  };
}
