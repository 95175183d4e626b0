// The dock along the lower edge: every transfer with its progress, and the rates of the last minute beside it.
import { useEffect, useMemo, useState } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { UnreadNotice, VisuallyHidden, lazyView } from '@renderer/ui';
import { liveJobs } from '@renderer/live/jobs';
import { sharedStream, useSharedStream } from '@renderer/live/shared-stream';
import { announcementFor } from './announcements';
import { DockBar } from './dock-bar';
import { DockHead } from './dock-head';
import { type WaitingOrder, waitingOrderOf } from './job-actions';
import { type JobFilter, jobsOf } from './job-groups';
import { JobList } from './job-list';
import { PacePrompt } from './pace-dialog';
import styles from './transfers-dock.module.css';
import { StowageError } from '@shared/errors';

export interface TransfersDockProps {
  /** Pixels while open; closed it is one line of 40. */
  readonly height: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Opens the page of one transfer. */
  readonly onOpenJob: (job: TransferJob) => void;
}

const RateChart = lazyView(() => import('./rate-chart').then(({ RateChart }) => RateChart));

/** Legend, units and padding around the chart. */
const chartSurroundings = 62;

export function TransfersDock({ height, isOpen, onToggle, onOpenJob }: TransfersDockProps) {
  const jobs = useSharedStream(liveJobs, (state) => state.transfers);
  const [filter, setFilter] = useState<JobFilter>('all');
  const waiting = useStableOrder(jobs);
  const announcement = useAnnouncement();
  const unread = useUnreadJobs();
  return (
    <section data-part className={styles.dock} aria-label={t`Transfers`} style={{ height: isOpen ? height : 40 }}>
      {isOpen ? (
        <div className={styles.open}>
          <div className={styles.list}>
            <DockHead jobs={jobs} filter={filter} onFilter={setFilter} onToggle={onToggle} />
            <UnreadJobs errors={unread} />
            <JobList
              jobs={jobsOf(jobs, filter)}
              waiting={waiting}
              filter={filter}
              unreadCount={unread.length}
              onOpen={onOpenJob}
            />
          </div>
          <div className={styles.side}>
            <RateChart height={height - chartSurroundings} />
          </div>
        </div>
      ) : (
        <DockBar jobs={jobs} unreadCount={unread.length} onToggle={onToggle} />
      )}
      <PacePrompt jobs={jobs} />
      <VisuallyHidden>
        <span aria-live="polite">{announcement}</span>
      </VisuallyHidden>
    </section>
  );
}

// The same array while the order is the same: rows of jobs that did not change are not drawn again.
function useStableOrder(jobs: readonly TransferJob[]): WaitingOrder {
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

// Above the queue: jobs of earlier processes whose journals cannot be read, why, and what to do. They are looked at
// again until they can be read.

interface Unread {
  readonly errors: readonly StowageError[];
}

const liveUnread = sharedStream<'jobs.unread', Unread>({
  name: 'jobs.unread',
  input: {},
  initial: { errors: [] },
  reduce: (_state, shapes) => ({ errors: shapes.map((shape) => StowageError.fromShape(shape)) }),
});

function useUnreadJobs(): readonly StowageError[] {
  return useSharedStream(liveUnread, ({ errors }) => errors);
}

function UnreadJobs({ errors }: { readonly errors: readonly StowageError[] }) {
  return (
    <UnreadNotice
      title={t`Some earlier transfers cannot be read.`}
      errors={errors}
      advice={t`The files were not changed. Give Stowage access or reconnect the drive; readable transfers then appear here without a restart.`}
    />
  );
}
