// All transfer jobs as the engine reports them, held once for the dock and for views that wait for a job.
import type { TransferJob } from '@shared/model/transfer';
import { sharedStream } from './shared-stream';

export interface Jobs {
  /** Newest first. */
  readonly jobs: readonly TransferJob[];
}

export const liveJobs = sharedStream<'transfers.watch', Jobs>({
  name: 'transfers.watch',
  input: {},
  initial: { jobs: [] },
  reduce: (_state, jobs) => ({ jobs }),
});
