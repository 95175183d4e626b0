// All long jobs on tables in one place: imports, exports, bulk changes, copies. Survives restarts, because the engine
// keeps them.
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
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
import { runJobAction } from './job-actions';
import { type JobFilter, countJobs, filterLabels, isSettled, jobFilters, jobsOf } from './job-groups';
import { JobList } from './job-list';
import styles from './jobs-tab.module.css';

export interface TableJobsTabProps {
  readonly connections: readonly { readonly id: string; readonly name: string }[];
}

const emptyLabels: Readonly<Record<JobFilter, string>> = {
  all: '',
  running: t`Nothing is running.`,
  paused: t`Nothing is paused or interrupted.`,
  failed: t`Nothing has failed, and no rows were rejected.`,
  done: t`Nothing is done yet.`,
};

export function TableJobsTab({ connections }: TableJobsTabProps) {
  const jobs = useTableJobs();
  const { status, error } = useTableJobsStatus();
  const [filter, setFilter] = useState<JobFilter>('all');
  if (status === 'failed' && error !== null && jobs.length === 0) return <ErrorState error={error} />;
  if (status === 'waiting') return <LoadingRows label={t`Loading the jobs on tables`} rows={4} />;
  const unread = <UnreadJobs />;
  if (jobs.length === 0) {
    return (
      <>
        {unread}
        <EmptyState icon={<ListChecks size={24} strokeWidth={1.5} />} title={t`No table jobs yet`}>
          {t`Imports, exports and bulk changes show here while they run, and stay until they are removed. Start one from the Table menu of a table.`}
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
        title={t`Not all earlier table jobs can be read.`}
        errors={errors}
        advice={t`Nothing was changed there. Give Stowage access, or bring the drive back, then restart it: what can be read is listed here then.`}
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
