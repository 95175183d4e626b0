// All long jobs on tables in one tab: imports, exports, bulk changes, copies. The engine stores them, so they survive
// restarts.
import { ListChecks } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { TableJob } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { useTableJobs, useTableJobsStatus, useUnreadTableJobs } from '@renderer/live/table-jobs';
import {
  Button,
  CountedFilters,
  EmptyState,
  ErrorState,
  LoadingRows,
  Toolbar,
  ToolbarSpace,
  UnreadNotice,
} from '@renderer/ui';
import {
  type JobFilter,
  countJobs,
  filterLabels,
  isSettled,
  jobFilters,
  jobText,
  jobsOf,
  runJobAction,
} from './job-text';
import styles from './jobs-tab.module.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { JobCard } from './job-card';

interface TableJobsTabProps {
  readonly connections: readonly { readonly id: string; readonly name: string }[];
}

const emptyLabels: Readonly<Record<JobFilter, string>> = {
  all: '',
  running: t`No running jobs.`,
  paused: t`No paused or interrupted jobs.`,
  failed: t`No failed jobs and no rejected rows.`,
  done: t`No finished jobs yet.`,
};

export function TableJobsTab({ connections }: TableJobsTabProps) {
  const jobs = useTableJobs();
  const { status, error } = useTableJobsStatus();
  const [filter, setFilter] = useState<JobFilter>('all');
  if (status === 'failed' && error !== null && jobs.length === 0) return <ErrorState error={error} />;
  if (status === 'waiting') return <LoadingRows label={t`Loading table jobs`} rows={4} />;
  const unread = <UnreadJobs />;
  if (jobs.length === 0) {
    return (
      <>
        {unread}
        <EmptyState icon={<ListChecks size={24} strokeWidth={1.5} />} title={t`No table jobs yet`}>
          {t`Imports, exports and bulk changes appear here and stay until you remove them. Start one from the Table menu.`}
        </EmptyState>
      </>
    );
  }
  const shown = jobsOf(jobs, filter);
  const counts = countJobs(jobs);
  return (
    <section className={styles.tab} aria-label={t`Table jobs`}>
      <Toolbar label={t`Jobs`} className={styles.toolbar ?? ''}>
        <CountedFilters
          label={t`Show jobs`}
          filters={jobFilters.map((value) => ({
            value,
            label: filterLabels[value],
            count: counts[value],
            tone: value === 'failed' ? 'alarm' : 'plain',
          }))}
          value={filter}
          onChange={setFilter}
        />
        <ToolbarSpace />
        <ForgetSettled jobs={jobs} />
      </Toolbar>
      {unread}
      {shown.length === 0 ? (
        <p className={styles.empty}>{emptyLabels[filter]}</p>
      ) : (
        <JobList jobs={shown} nameOf={(id) => connections.find((connection) => connection.id === id)?.name} />
      )}
    </section>
  );
}

function UnreadJobs() {
  const errors = useUnreadTableJobs();
  if (errors.length === 0) return null;
  return (
    <div className={styles.unread}>
      <UnreadNotice
        title={t`Some earlier table jobs cannot be read.`}
        errors={errors}
        advice={t`The files were not changed. Give Stowage access or reconnect the drive, then restart Stowage to list the jobs.`}
      />
    </div>
  );
}

function ForgetSettled({ jobs }: { readonly jobs: readonly TableJob[] }) {
  const settled = jobs.filter(isSettled);
  if (settled.length === 0) return null;
  return (
    <Button size="small" onPress={() => settled.forEach(({ id }) => runJobAction('forget', id))}>
      {t`Clear ${formatCount(settled.length)} finished`}
    </Button>
  );
}

const defaultHeight = 112;

interface JobListProps {
  readonly jobs: readonly TableJob[];
  /** The name of a connection; undefined if it was removed. */
  readonly nameOf: (connectionId: string) => string | undefined;
}

/** The cards of the selected jobs: a feed for the arrow keys, PageUp and PageDown. Only those in view are rendered. */
function JobList({ jobs, nameOf }: JobListProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const cards = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => defaultHeight,
    getItemKey: (index) => jobs[index]?.id ?? index,
    overscan: 4,
    initialRect: { width: 800, height: 600 },
  });

  const goTo = (index: number): void => {
    const at = Math.max(0, Math.min(jobs.length - 1, index));
    cards.scrollToIndex(at);
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`article[data-index="${at}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('article[data-index]');
    const step = steps[event.key];
    // Inside a card the arrow keys belong to the focused control.
    const isOnCard = card === event.target || event.key.startsWith('Page');
    if (card === null || step === undefined || !isOnCard) return;
    event.preventDefault();
    goTo(step(Number(card.dataset.index), jobs.length));
  };

  return (
    <div
      ref={scroll}
      className={styles.scroll}
      data-kept-scroll="jobs"
      role="feed"
      aria-label={t`Table jobs`}
      onKeyDown={onKeyDown}
    >
      <div className={styles.cards} style={{ height: cards.getTotalSize() }}>
        {cards.getVirtualItems().map(({ index, key, start }) => {
          const job = jobs[index];
          if (!job) return null;
          const connectionName = nameOf(job.connectionId);
          return (
            <article
              key={key}
              ref={cards.measureElement}
              data-index={index}
              tabIndex={0}
              aria-label={jobText(job).spoken}
              aria-posinset={index + 1}
              aria-setsize={jobs.length}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <JobCard job={job} connectionName={connectionName ?? t`connection removed`} />
            </article>
          );
        })}
      </div>
    </div>
  );
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + 1,
  PageUp: (index) => index - 1,
  Home: () => 0,
  End: (_index, count) => count - 1,
};
