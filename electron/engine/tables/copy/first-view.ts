// What the list of jobs shows of a copy until it runs: of a new one, and of one that an earlier run left.
import type { TableJob } from '@shared/model/table-job';
import { newJobView } from '../jobs/job-progress';
import type { CopyHead } from './copy-records';
import type { CopyState } from './copy-state';

/** A recovered job without a recorded end was interrupted. */
export function firstView(
  { id, kind, request, createdAtMs }: CopyHead,
  state: CopyState,
  from: 'new' | 'recovered',
): TableJob {
  const { source, target } = request;
  const sources = source.connectionId === target.connectionId ? {} : { sourceConnectionId: source.connectionId };
  if (state.ended !== null) return { ...state.ended, ...sources };
  const { written, rejected, batches, requests, retries, throttled } = state.counts;
  return {
    ...newJobView({
      // The table it writes to; the title names the source.
      id,
      kind: kind === 'copy' ? 'table-copy' : kind,
      connectionId: target.connectionId,
      table: target.table,
      createdAtMs,
      title: `${source.query.table} → ${target.table}`,
      source: source.query.table,
      target: target.table,
    }),
    ...sources,
    state: from === 'new' ? 'running' : 'interrupted',
    rowsDone: written,
    rowsRejected: rejected,
    batches,
    requests,
    retries,
    throttled,
    failures: [...state.failures],
  };
}
