// The two families of jobs: transfers of blobs, and jobs on tables.
import type { Job } from '../model/job';
import { type TransferJob, transferKind } from '../model/transfer';
import type { TableJob } from '../model/table-job';

const transferKinds: ReadonlySet<string> = new Set(transferKind.options);

export function isTransfer(job: Job): job is TransferJob {
  return transferKinds.has(job.kind);
}

export function isTableJob(job: Job): job is TableJob {
  return !transferKinds.has(job.kind);
}
