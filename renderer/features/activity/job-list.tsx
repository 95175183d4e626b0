// The rows of the selected jobs: plain if there are few, virtual if there are many.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';
import { VisuallyHidden, classNames } from '@renderer/ui';
import type { JobFilter } from './job-groups';
import { type WaitingOrder } from './job-actions';
import { JobRow } from './job-row';
import { rowText } from './job-text';
import { type OrderInHand, useWaitingOrder } from './use-waiting-order';
import styles from './activity-dock.module.css';

const fewJobs = 50;
const rowHeight = 37;

const emptyLabels: Readonly<Record<JobFilter, string>> = {
  all: t`No activity yet. Uploads, downloads, imports, exports and bulk changes appear here and stay until you remove them.`,
  running: t`No running jobs.`,
  waiting: t`No waiting, paused or interrupted jobs.`,
  failed: t`No failed jobs.`,
  done: t`No finished jobs yet.`,
};

export interface JobListProps {
  /** The jobs of the chosen filters. */
  readonly jobs: readonly Job[];
  readonly connections: readonly { readonly id: string; readonly name: string }[];
  readonly waiting: WaitingOrder;
  readonly filter: JobFilter;
  /** Jobs of earlier processes that cannot be read. */
  readonly unreadCount: number;
  readonly onOpen: (job: Job) => void;
}

export function JobList({ jobs, connections, waiting, filter, unreadCount, onOpen }: JobListProps) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((jobId: string) => {
    setExpanded((before) => {
      const after = new Set(before);
      if (!after.delete(jobId)) after.add(jobId);
      return after;
    });
  }, []);

  const { rowOf, movedId, landed } = useWaitingOrder(waiting);
  const movedJob = jobs.find(({ id }) => id === landed?.jobId);

  if (jobs.length === 0) {
    const text = filter === 'all' && unreadCount > 0 ? t`No readable jobs.` : emptyLabels[filter];
    return <p className={styles.empty}>{text}</p>;
  }
  return (
    <>
      {jobs.length > fewJobs ? (
        <VirtualJobList
          jobs={jobs}
          connections={connections}
          waiting={waiting}
          expanded={expanded}
          rowOf={rowOf}
          movedId={movedId}
          onOpen={onOpen}
          onToggle={toggle}
        />
      ) : (
        <div className={styles.scroll} tabIndex={0} role="list" aria-label={t`Activity`}>
          {jobs.map((job) => (
            <div
              key={job.id}
              role="listitem"
              aria-label={rowText(job).spoken}
              className={styles.listRow}
              {...rowOf(job.id)}
            >
              <JobRow
                job={job}
                connectionName={nameOf(job, connections)}
                waiting={waiting}
                isExpanded={expanded.has(job.id)}
                onToggle={toggle}
                onOpen={onOpen}
              />
            </div>
          ))}
        </div>
      )}
      <VisuallyHidden>
        <span role="status">
          {landed === null || !movedJob ? null : t`${movedJob.title}, ${landed.position} of ${landed.of}`}
        </span>
      </VisuallyHidden>
    </>
  );
}

function nameOf({ connectionId }: Job, connections: JobListProps['connections']): string {
  return connections.find(({ id }) => id === connectionId)?.name ?? t`connection removed`;
}

interface VirtualJobListProps
  extends Pick<JobListProps, 'jobs' | 'connections' | 'waiting' | 'onOpen'>, Pick<OrderInHand, 'rowOf' | 'movedId'> {
  readonly expanded: ReadonlySet<string>;
  readonly onToggle: (jobId: string) => void;
}

function VirtualJobList({
  jobs,
  connections,
  waiting,
  expanded,
  rowOf,
  movedId,
  onToggle,
  onOpen,
}: VirtualJobListProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => jobs[index]?.id ?? index,
    // The moved row stays mounted, wherever it goes: without it the focus would be lost.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const moved = movedId === null ? -1 : jobs.findIndex(({ id }) => id === movedId);
      return moved < 0 || indexes.includes(moved) ? indexes : [...indexes, moved].sort((a, b) => a - b);
    },
    overscan: 6,
    initialRect: { width: 800, height: 240 },
  });
  return (
    <div ref={scroll} className={styles.scroll} tabIndex={0} role="list" aria-label={t`Activity`}>
      <div className={styles.virtual} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const job = jobs[index];
          if (!job) return null;
          return (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              role="listitem"
              aria-label={rowText(job).spoken}
              aria-posinset={index + 1}
              aria-setsize={jobs.length}
              className={classNames(styles.listRow, styles.virtualRow)}
              {...rowOf(job.id)}
              style={{ transform: `translateY(${start}px)` }}
            >
              <JobRow
                job={job}
                connectionName={nameOf(job, connections)}
                waiting={waiting}
                isExpanded={expanded.has(job.id)}
                onToggle={onToggle}
                onOpen={onOpen}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
