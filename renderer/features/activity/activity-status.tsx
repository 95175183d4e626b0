// The jobs in the status bar: how many run, wait and failed. A press opens and closes the list of them, which has the name
// and the counts while it is open.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Fragment } from 'react';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { liveJobs } from '@renderer/live/jobs';
import { useSharedStream } from '@renderer/live/shared-stream';
import { groupOf } from './job-groups';
import { percentOfOnly } from './job-text';
import { useUnreadJobs } from './unread-jobs';
import styles from './activity-status.module.css';

interface ActivityStatusProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function ActivityStatus({ isOpen, onToggle }: ActivityStatusProps) {
  const jobs = useSharedStream(liveJobs, (state) => state.jobs);
  const unreadCount = useUnreadJobs().length;
  if (isOpen) {
    const hide = t`Hide activity`;
    return (
      <button type="button" className={styles.status} aria-expanded aria-label={hide} title={hide} onClick={onToggle}>
        <ChevronDown size={14} className={styles.chevron} aria-hidden />
      </button>
    );
  }
  const shown = summaryParts(jobs, unreadCount);
  return (
    <button
      type="button"
      data-part
      className={styles.status}
      aria-expanded={false}
      title={t`Show activity: transfers, imports, exports and bulk changes`}
      onClick={onToggle}
    >
      <ChevronUp size={14} className={styles.chevron} aria-hidden />
      <span className={styles.heading}>{t`Activity`}</span>
      <span className={styles.counts}>
        {shown.map(({ group, text }, index) => (
          <Fragment key={group}>
            {index === 0 ? '' : ' · '}
            {group === 'failed' || group === 'unread' ? <span className={styles.failed}>{text}</span> : text}
          </Fragment>
        ))}
      </span>
    </button>
  );
}

const groupLabels = {
  running: (count: string) => t`${count} running`,
  waiting: (count: string) => t`${count} waiting`,
  paused: (count: string) => t`${count} paused`,
  failed: (count: string) => t`${count} failed`,
  unread: (count: string) => t`${count} unreadable`,
} as const;

interface SummaryPart {
  readonly group: keyof typeof groupLabels;
  readonly text: string;
}

/**
 * `2 running`, `1 running, 43 %`, `1 paused`, `1 unreadable`: what is under way or needs attention, and no zeros.
 * `unreadCount`: jobs of earlier processes that cannot be read.
 */
export function summaryParts(jobs: readonly Job[], unreadCount: number): readonly SummaryPart[] {
  const order = ['running', 'waiting', 'paused', 'failed', 'unread'] as const;
  return order.flatMap((group) => {
    const these = jobs.filter((job) => groupOf(job) === group);
    const count = group === 'unread' ? unreadCount : these.length;
    if (count === 0) return [];
    const percent = group === 'running' ? percentOfOnly(these) : null;
    return [{ group, text: [groupLabels[group](formatCount(count)), percent].filter(Boolean).join(', ') }];
  });
}
