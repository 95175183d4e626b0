// The page of one job. Of a transfer: its state, its files, its requests over time, its speed and what limits it; the
// page of a job on a table is in table-job-page.tsx.
import { GanttChart, Gauge, ListChecks, ListTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TableJob } from '@shared/model/table-job';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { useCall, useStream } from '@renderer/bridge';
import { liveJobs } from '@renderer/live/jobs';
import { useSharedStream } from '@renderer/live/shared-stream';
import { type ViewAction, useViewActions } from '@renderer/pane/view-actions';
import { EmptyState, ErrorNotice, LoadingRows, SegmentedControl } from '@renderer/ui';
import { actionAppearance } from '@renderer/jobs/action-appearance';
import { actionsOf, runJobAction, waitingOrderOf } from '../job-actions';
import { FilesView } from './files-view';
import { PageHead } from './page-head';
import { SpeedView } from './speed-view';
import { TableJobPage } from './table-job-page';
import { TimelineView } from './timeline-view';
import styles from './job-page.module.css';
import { CostButton, CostExplanation } from '@renderer/cost/cost-popover';

export interface JobTabProps {
  readonly jobId: string;
  /** Whether this tab is the one on screen; nothing is followed while it is not. */
  readonly isActive: boolean;
  /** Offered when the job is not on the list any more. */
  readonly wayOut: ReactNode;
  readonly connections: readonly { readonly id: string; readonly name: string }[];
}

const views = [
  { value: 'files', label: t`Files`, icon: <ListTree size={14} aria-hidden /> },
  { value: 'timeline', label: t`Timeline`, icon: <GanttChart size={14} aria-hidden /> },
  { value: 'speed', label: t`Speed`, icon: <Gauge size={14} aria-hidden /> },
] as const;
type View = (typeof views)[number]['value'];

/** The actions in the page's head. */
function viewActionsOf(job: Job): readonly ViewAction[] {
  const waiting = waitingOrderOf(liveJobs.store.getState().transfers);
  return actionsOf(job, waiting).map((action) => {
    const { menuLabel, icon } = actionAppearance(action, job);
    return { id: action, label: menuLabel, of: job.title, icon, onAction: () => runJobAction(action, job, waiting) };
  });
}

function tabViewActions({ title }: TransferJob, view: View, onView: (view: View) => void): readonly ViewAction[] {
  return views.flatMap(({ value, label, icon }) =>
    value === view ? [] : [{ id: value, label: t`Show ${label}`, of: title, icon, onAction: () => onView(value) }],
  );
}

export function JobTab({ jobId, isActive, wayOut, connections }: JobTabProps) {
  const job = useSharedStream(liveJobs, ({ jobs }) => jobs.find(({ id }) => id === jobId));
  const status = useSharedStream(liveJobs, (state) => state.status);
  if (status === 'waiting') return <LoadingRows label={t`Loading job`} rows={4} />;
  if (job === undefined) {
    return (
      <EmptyState
        icon={<ListChecks size={24} strokeWidth={1.5} />}
        title={t`This job is no longer in the list`}
        actions={wayOut}
      >
        {t`It was removed from the list together with its journal. What it has already done is not affected.`}
      </EmptyState>
    );
  }
  if (isTransfer(job)) return <TransferPage job={job} isActive={isActive} />;
  return <ShownTableJob job={job} connections={connections} />;
}

function ShownTableJob({ job, connections }: { readonly job: TableJob } & Pick<JobTabProps, 'connections'>) {
  useViewActions(() => viewActionsOf(job));
  const name = connections.find(({ id }) => id === job.connectionId)?.name;
  return <TableJobPage job={job} connectionName={name ?? t`connection removed`} />;
}

function TransferPage({ job, isActive }: { readonly job: TransferJob } & Pick<JobTabProps, 'isActive'>) {
  const jobId = job.id;
  const [view, setView] = useState<View>('files');
  const { latest: trace } = useStream('transfers.follow', isActive ? { jobId } : null);
  useViewActions(() => [...viewActionsOf(job), ...tabViewActions(job, view, setView)]);
  return (
    <section className={styles.page} data-kept-scroll="page" aria-label={t`Transfer ${job.title}`}>
      <PageHead
        job={job}
        trace={trace ?? null}
        where={isActive ? 'on-screen' : 'hidden'}
        form={view === 'files' ? 'whole' : 'folded'}
      />
      <div className={styles.bar}>
        <SegmentedControl label={t`View`} options={views} value={view} onChange={setView} />
        <TransferCost jobId={jobId} />
      </div>
      {view === 'files' ? (
        <FilesView
          job={job}
          isActive={isActive}
          blocks={trace === null || trace === undefined ? 'forgotten' : 'held'}
        />
      ) : null}
      {view === 'timeline' ? <TimelineView jobId={jobId} trace={trace ?? null} /> : null}
      {view === 'speed' ? <SpeedView job={job} trace={trace ?? null} isActive={isActive} /> : null}
    </section>
  );
}

// "What does this cost?" for one transfer, over all its runs, including those before a restart of the app.

const besides = t`Billed in addition: bytes read from the cool, cold and archive tiers, and bytes that leave the region.`;
const notes = {
  'all-runs': t`All runs of this transfer. ${besides}`,
  'this-run': t`This run since the app started. ${besides}`,
  unknown: besides,
};

export function TransferCost({ jobId }: { readonly jobId: string }) {
  return (
    <CostButton>
      <Sent jobId={jobId} />
    </CostButton>
  );
}

/** Requested when it opens, and unchanged afterwards: figures that move are hard to read. */
function Sent({ jobId }: { readonly jobId: string }) {
  const { data, error } = useCall('transfers.sent', { jobId });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  return <CostExplanation sent={data.of === 'unknown' ? null : data.operations} note={notes[data.of]} />;
}
