// The head of the open dock: its name, the tabs with their counts, what holds the transfers back.
import { ChevronDown } from 'lucide-react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { HelpButton } from '@renderer/help/help-button';
import { helpTopics } from '@renderer/help/help-topics';
import { CountedFilters, Truncate } from '@renderer/ui';
import { noteLine } from './dock-summary';
import { type JobFilter, countJobs, filterLabels, jobFilters } from './job-groups';
import styles from './transfers-dock.module.css';

export interface DockHeadProps {
  readonly jobs: readonly TransferJob[];
  readonly filter: JobFilter;
  readonly onFilter: (filter: JobFilter) => void;
  readonly onToggle: () => void;
}

export function DockHead({ jobs, filter, onFilter, onToggle }: DockHeadProps) {
  const counts = countJobs(jobs);
  return (
    <div className={styles.head}>
      <button type="button" className={styles.close} aria-expanded onClick={onToggle}>
        <ChevronDown size={15} className={styles.chevron} aria-hidden />
        <span className={styles.heading}>{t`Transfers`}</span>
      </button>
      <CountedFilters
        label={t`Show transfers`}
        filters={jobFilters.map((value) => ({
          ...{ value, label: filterLabels[value], count: counts[value] },
          tone: value === 'failed' ? 'alarm' : 'plain',
        }))}
        value={filter}
        onChange={onFilter}
      />
      <Truncate className={styles.note ?? ''}>{noteLine(jobs)}</Truncate>
      <HelpButton label={t`Help on transfers`} topic={helpTopics.transfers} />
    </div>
  );
}
