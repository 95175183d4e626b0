// The dock along the lower edge: every job with its progress, and the rates of the last minute beside it.
import { useEffect, useMemo, useState } from 'react';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';
import { RenamePrompt } from '@renderer/jobs/table-job-card';
import { liveJobs } from '@renderer/live/jobs';
import { useSharedStream } from '@renderer/live/shared-stream';
import { VisuallyHidden, lazyView } from '@renderer/ui';
import { announcementFor } from './announcements';
import { DockHead } from './dock-head';
import { type WaitingOrder, waitingOrderOf } from './job-actions';
import { type JobFilter, type KindFilter, countByKind, inOrder, ofKind } from './job-groups';
import { JobList } from './job-list';
import { PacePrompt } from './pace-dialog';
import { UnreadJobs, useUnreadJobs } from './unread-jobs';
import styles from './activity-dock.module.css';

export interface ActivityDockProps {
  /** Pixels while open; nothing is shown while closed. */
  readonly height: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly connections: readonly { readonly id: string; readonly name: string }[];
  /** Opens the page of one job. */
  readonly onOpenJob: (job: Job) => void;
}

const RateChart = lazyView(() => import('./rate-chart').then(({ RateChart }) => RateChart));

/** Legend, units and padding around the chart. */
const chartSurroundings = 62;

export function ActivityDock({ height, isOpen, ...rest }: ActivityDockProps) {
  const jobs = useSharedStream(liveJobs, (state) => state.jobs);
  const announcement = useAnnouncement();
  return (
    <>
      {isOpen ? <OpenDock jobs={jobs} height={height} {...rest} /> : null}
      <PacePrompt jobs={jobs} />
      <RenamePrompt />
      <VisuallyHidden>
        <span aria-live="polite">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

interface OpenDockProps extends Omit<ActivityDockProps, 'isOpen'> {
  readonly jobs: readonly Job[];
}

function OpenDock({ jobs, height, connections, onToggle, onOpenJob }: OpenDockProps) {
  const [filter, setFilter] = useState<JobFilter>('all');
  const [chosenKind, setKind] = useState<KindFilter>('all');
  // The last job of that kind was removed.
  const kind = countByKind(jobs)[chosenKind] === 0 ? 'all' : chosenKind;
  const waiting = useStableOrder(jobs);
  const unread = useUnreadJobs();
  return (
    <section data-part data-activity className={styles.dock} aria-label={t`Activity`} style={{ height }}>
      <div className={styles.list}>
        <DockHead jobs={jobs} filter={filter} kind={kind} onFilter={setFilter} onKind={setKind} onToggle={onToggle} />
        <UnreadJobs errors={unread} />
        <JobList
          jobs={inOrder(ofKind(jobs, kind), filter)}
          connections={connections}
          waiting={waiting}
          filter={filter}
          unreadCount={unread.length}
          onOpen={onOpenJob}
        />
      </div>
      <div className={styles.side}>
        <RateChart height={height - chartSurroundings} />
      </div>
    </section>
  );
}

// The same array while the order is the same: rows of jobs that did not change are not drawn again.
function useStableOrder(jobs: readonly Job[]): WaitingOrder {
  const order = waitingOrderOf(jobs).join(' ');
  return useMemo(() => order.split(' ').filter(Boolean), [order]);
}

function useAnnouncement(): string {
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      liveJobs.store.subscribe(({ transfers: jobs }, { transfers: before }) => {
        const text = jobs === before ? null : announcementFor(before, jobs);
        if (text !== null) setAnnouncement(text);
      }),
    [],
  );
  return announcement;
}
