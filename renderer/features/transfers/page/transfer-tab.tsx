// One transfer as a page of its own: where it stands, its files, its requests over time, its speed and what limits it.
import { Gauge, GanttChart, ListTree, Upload } from 'lucide-react';
import { useState } from 'react';
import { useStream } from '@renderer/bridge';
import { liveJobs } from '@renderer/live/jobs';
import { useSharedStream } from '@renderer/live/shared-stream';
import { EmptyState, LoadingRows, SegmentedControl } from '@renderer/ui';
import { FilesView } from './files-view';
import { PageHead } from './page-head';
import { SpeedView } from './speed-view';
import { TimelineView } from './timeline-view';
import styles from './transfer-page.module.css';

export interface TransferTabProps {
  readonly jobId: string;
  /** Whether this tab is the one on screen; nothing is followed while it is not. */
  readonly isActive: boolean;
}

const views = [
  { value: 'files', label: 'Files', icon: <ListTree size={14} aria-hidden /> },
  { value: 'timeline', label: 'Timeline', icon: <GanttChart size={14} aria-hidden /> },
  { value: 'speed', label: 'Speed', icon: <Gauge size={14} aria-hidden /> },
] as const;
type View = (typeof views)[number]['value'];

export function TransferTab({ jobId, isActive }: TransferTabProps) {
  const job = useSharedStream(liveJobs, ({ jobs }) => jobs.find(({ id }) => id === jobId));
  const status = useSharedStream(liveJobs, (state) => state.status);
  const [view, setView] = useState<View>('files');
  const { latest: trace } = useStream('transfers.follow', isActive && job !== undefined ? { jobId } : null);
  if (status === 'waiting') return <LoadingRows label="Loading the transfer" rows={4} />;
  if (job === undefined) {
    return (
      <EmptyState icon={<Upload size={24} strokeWidth={1.5} />} title="This transfer is no longer on the list">
        It was taken off the list, and its journal with it. What it moved stays where it is.
      </EmptyState>
    );
  }
  return (
    <section className={styles.page} aria-label={`Transfer ${job.title}`}>
      <PageHead job={job} trace={trace ?? null} />
      <div className={styles.bar}>
        <SegmentedControl label="View" options={views} value={view} onChange={setView} />
      </div>
      {view === 'files' ? <FilesView job={job} isActive={isActive} /> : null}
      {view === 'timeline' ? <TimelineView jobId={jobId} trace={trace ?? null} /> : null}
      {view === 'speed' ? <SpeedView job={job} trace={trace ?? null} /> : null}
    </section>
  );
}
