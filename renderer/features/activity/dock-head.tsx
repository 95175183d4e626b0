// The head of the open dock: its name, filters by state and kind with their counts, what limits the transfers, the speed
// limit, and the actions on all jobs.
import { ChevronDown, Ellipsis } from 'lucide-react';
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { formatCount, formatRoundBytes } from '@shared/units';
import { HelpButton, helpTopics } from '@renderer/help/help';
import { SpeedLimitButton } from '@renderer/pace/combined-speed';
import { CountedFilters, IconButton, MenuButton, Truncate } from '@renderer/ui';
import { actionsOnAll } from './actions-on-all';
import {
  type JobFilter,
  type KindFilter,
  countByKind,
  countByState,
  filterLabels,
  jobFilters,
  kindFilterLabels,
  kindFilters,
  ofKind,
} from './job-groups';
import styles from './activity-dock.module.css';

export interface DockHeadProps {
  readonly jobs: readonly Job[];
  readonly filter: JobFilter;
  readonly kind: KindFilter;
  readonly onFilter: (filter: JobFilter) => void;
  readonly onKind: (kind: KindFilter) => void;
  readonly onToggle: () => void;
}

export function DockHead({ jobs, filter, kind, onFilter, onKind, onToggle }: DockHeadProps) {
  const counts = countByState(ofKind(jobs, kind));
  const kinds = countByKind(jobs);
  const present = kindFilters.filter((value) => kinds[value] > 0);
  const actions = actionsOnAll(jobs).map(({ id, label, run }) => ({ id, label, onAction: run }));
  return (
    <div className={styles.head}>
      <button type="button" className={styles.close} aria-expanded onClick={onToggle}>
        <ChevronDown size={15} className={styles.chevron} aria-hidden />
        <span className={styles.heading}>{t`Activity`}</span>
      </button>
      <CountedFilters
        label={t`Filter by state`}
        filters={jobFilters.map((value) => ({
          value,
          label: filterLabels[value],
          count: counts[value],
          tone: value === 'failed' ? 'alarm' : 'plain',
        }))}
        value={filter}
        onChange={onFilter}
      />
      {/* "All kinds" and the kind of all jobs: there is nothing to choose. */}
      {present.length < 3 ? null : (
        <div className={styles.kinds}>
          <CountedFilters
            label={t`Filter by kind`}
            filters={present.map((value) => ({ value, label: kindFilterLabels[value], count: kinds[value] }))}
            value={kind}
            onChange={onKind}
          />
        </div>
      )}
      <Truncate className={styles.note ?? ''}>{limitNote(jobs)}</Truncate>
      <SpeedLimitButton />
      {actions.length === 0 ? null : (
        <MenuButton label={t`Actions for all jobs`} entries={actions} placement="bottom end">
          <IconButton size="small" label={t`More actions for all jobs`} icon={<Ellipsis size={15} />} />
        </MenuButton>
      )}
      <HelpButton label={t`Help for activity`} topic={helpTopics.transfers} />
    </div>
  );
}

const bottleneckLabels: Readonly<Record<TransferJob['bottleneck'], string>> = {
  line: t`network`,
  disk: t`disk`,
  cpu: t`CPU`,
  service: t`service`,
  cap: t`rate limit`,
  none: '',
};

/** `Limited by: network · 24 in flight · 8.0 MiB blocks`; empty while nothing runs or the network is away. */
export function limitNote(jobs: readonly Job[]): string {
  const running = jobs.filter(isTransfer).filter((job) => job.state === 'running' && job.waitsFor !== 'network');
  if (running.length === 0) return '';
  const fastest = running.reduce((best, job) => (job.bytesPerSecond > best.bytesPerSecond ? job : best));
  const inFlight = running.reduce((sum, job) => sum + job.inFlight, 0);
  const label = bottleneckLabels[fastest.bottleneck];
  return [
    label === '' ? '' : t`Limited by: ${label}`,
    t`${formatCount(inFlight)} in flight`,
    fastest.blockBytes > 0 ? t`${formatRoundBytes(fastest.blockBytes)} blocks` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
