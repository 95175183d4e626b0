// All transfer jobs as the engine reports them, held once for the dock and for views that wait for a job.
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { visibleLine } from '@shared/visible-text';
import { sharedStream } from './shared-stream';

export interface Jobs {
  /** Newest first; with displayable names. */
  readonly jobs: readonly TransferJob[];
}

export const liveJobs = sharedStream<'transfers.watch', Jobs>({
  name: 'transfers.watch',
  input: {},
  initial: { jobs: [] },
  reduce: (_state, jobs) => ({ jobs: jobs.map(withVisibleNames) }),
});

/** A blob can be named so that its name reads as another one: `x\u202Egnp.exe` as `xexe.png`. */
export function withVisibleNames(job: TransferJob): TransferJob {
  const { title, source, target, serves } = job;
  const shownTarget = serves === 'drag-out' ? t`a drag-out location` : visibleLine(target);
  return { ...job, title: visibleLine(title), source: visibleLine(source), target: shownTarget };
}
