// The page of one transfer: its state, its files, its requests over time, its speed and what limits it.
import { GanttChart, Gauge, ListTree, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { useCall, useStream } from '@renderer/bridge';
import { liveJobs } from '@renderer/live/jobs';
import { useSharedStream } from '@renderer/live/shared-stream';
import { type ViewAction, useViewActions } from '@renderer/pane/view-actions';
import { EmptyState, ErrorNotice, LoadingRows, SegmentedControl } from '@renderer/ui';
import { actionAppearance } from '../action-appearance';
import { actionsOf, runJobAction, waitingOrderOf } from '../job-actions';
import { FilesView } from './files-view';
import { PageHead } from './page-head';
import { SpeedView } from './speed-view';
import { TimelineView } from './timeline-view';
import styles from './transfer-page.module.css';
import { CostButton, CostExplanation } from '@renderer/cost/cost-popover';

export interface TransferTabProps {
  readonly jobId: string;
  /** Whether this tab is the one on screen; nothing is followed while it is not. */
  readonly isActive: boolean;
  /** Offered when the transfer is not on the list any more. */
  readonly wayOut: ReactNode;
}

const views = [
  { value: 'files', label: t`Files`, icon: <ListTree size={14} aria-hidden /> },
  { value: 'timeline', label: t`Timeline`, icon: <GanttChart size={14} aria-hidden /> },
  { value: 'speed', label: t`Speed`, icon: <Gauge size={14} aria-hidden /> },
] as const;
type View = (typeof views)[number]['value'];

/** The actions in the page's head. */
function viewActionsOf(job: TransferJob): readonly ViewAction[] {
  const waiting = waitingOrderOf(liveJobs.store.getState().transfers);
  return actionsOf(job, waiting).map((action) => {
    const { menuLabel, icon } = actionAppearance(action, job);
    return { id: action, label: menuLabel, of: job.title, icon, onAction: () => runJobAction(action, job.id, waiting) };
  });
}

function tabViewActions({ title }: TransferJob, view: View, onView: (view: View) => void): readonly ViewAction[] {
  return views.flatMap(({ value, label, icon }) =>
    value === view ? [] : [{ id: value, label: t`Show ${label}`, of: title, icon, onAction: () => onView(value) }],
  );
}

export function TransferTab({ jobId, isActive, wayOut }: TransferTabProps) {
  const job = useSharedStream(liveJobs, ({ transfers }) => transfers.find(({ id }) => id === jobId));
  const status = useSharedStream(liveJobs, (state) => state.status);
  const [view, setView] = useState<View>('files');
  const { latest: trace } = useStream('transfers.follow', isActive && job !== undefined ? { jobId } : null);
  useViewActions(() => (job === undefined ? [] : [...viewActionsOf(job), ...tabViewActions(job, view, setView)]));
  if (status === 'waiting') return <LoadingRows label={t`Loading transfer`} rows={4} />;
  if (job === undefined) {
    return (
      <EmptyState
        icon={<Upload size={24} strokeWidth={1.5} />}
        title={t`This transfer is no longer in the list`}
        actions={wayOut}
      >
        {t`It was removed from the list together with its journal. Transferred data is not affected.`}
      </EmptyState>
    );
  }
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
