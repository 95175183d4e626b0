// The head of the open dock: its name, the tabs with their counts, and what delays the transfers.
import { ChevronDown, Ellipsis } from 'lucide-react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { HelpButton, helpTopics } from '@renderer/help/help';
import { CountedFilters, IconButton, MenuButton, Truncate } from '@renderer/ui';
import { actionsOnAll } from './actions-on-all';
import { noteLine } from './dock-bar';
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
  const actions = actionsOnAll(jobs).map(({ id, label, run }) => ({ id, label, onAction: run }));
  return (
    <div className={styles.head}>
      <button type="button" className={styles.close} aria-expanded onClick={onToggle}>
        <ChevronDown size={15} className={styles.chevron} aria-hidden />
        <span className={styles.heading}>{t`Transfers`}</span>
      </button>
      <CountedFilters
        label={t`Show transfers`}
        filters={jobFilters.map((value) => ({
          value,
          label: filterLabels[value],
          count: counts[value],
          tone: value === 'failed' ? 'alarm' : 'plain',
        }))}
        value={filter}
        onChange={onFilter}
      />
      <Truncate className={styles.note ?? ''}>{noteLine(jobs)}</Truncate>
      {actions.length === 0 ? null : (
        <MenuButton label={t`Actions for all transfers`} entries={actions} placement="bottom end">
          <IconButton size="small" label={t`More actions for all transfers`} icon={<Ellipsis size={15} />} />
        </MenuButton>
      )}
      <HelpButton label={t`Help for transfers`} topic={helpTopics.transfers} />
    </div>
  );
}
