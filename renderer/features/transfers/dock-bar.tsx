// The closed dock: one line with what runs, the live rate, the latency of requests, and throttling.
import { ChevronUp } from 'lucide-react';
import { Fragment } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { KiB, formatCount, formatDuration, formatRate, formatRoundBytes } from '@shared/units';
import { Sparkline } from '@renderer/charts/sparkline';
import { useLiveSample, useLiveSamples, useRecentActivity } from '@renderer/live/metrics';
import { classNames } from '@renderer/ui';
import styles from './transfers-dock.module.css';
import { groupOf } from './job-groups';

const sparkSamples = 120;
/** The lists that are requested again in the background need little bandwidth. */
const minSparkRate = 64 * KiB;

interface DockBarProps {
  readonly jobs: readonly TransferJob[];
  /** Jobs of earlier processes that cannot be read. */
  readonly unreadCount: number;
  readonly onToggle: () => void;
}

export function DockBar({ jobs, unreadCount, onToggle }: DockBarProps) {
  const samples = useLiveSamples();
  const { sample, totals } = useLiveSample();
  const recent = samples.slice(-sparkSamples);
  const { latencyMs: latency } = useRecentActivity();
  return (
    <button type="button" className={styles.bar} aria-expanded={false} onClick={onToggle}>
      <ChevronUp size={15} className={styles.chevron} aria-hidden />
      <span className={styles.heading}>{t`Transfers`}</span>
      <span className={styles.words}>
        {summaryParts(jobs, unreadCount).map(({ group, text }, index) => (
          <Fragment key={group}>
            {index === 0 ? '' : ' · '}
            {group === 'failed' || group === 'unread' ? <span className={styles.failed}>{text}</span> : text}
          </Fragment>
        ))}
      </span>
      <span className={styles.space} />
      {recent.length > 1 ? (
        <span className={styles.spark}>
          <Sparkline
            minTop={minSparkRate}
            width={120}
            height={20}
            lines={[
              { colour: 'var(--series-upload)', values: recent.map((one) => one.uploadBytesPerSecond) },
              { colour: 'var(--series-download)', values: recent.map((one) => one.downloadBytesPerSecond) },
            ]}
          />
        </span>
      ) : null}
      <span className={classNames(styles.figure, styles.rate)}>
        ↑ <strong>{formatRate(sample?.uploadBytesPerSecond ?? 0)}</strong>
      </span>
      <span className={classNames(styles.figure, styles.rate)}>
        ↓ <strong>{formatRate(sample?.downloadBytesPerSecond ?? 0)}</strong>
      </span>
      <span className={classNames(styles.figure, styles.latency)}>
        p50 <strong>{latency ? formatDuration(latency.p50) : '–'}</strong>
      </span>
      <span className={classNames(styles.figure, styles.latency)}>
        p99 <strong>{latency ? formatDuration(latency.p99) : '–'}</strong>
      </span>
      <span className={classNames(styles.figure, styles.count)}>
        <strong>{formatCount(totals?.throttled ?? 0)}</strong> {t`throttled`}
      </span>
    </button>
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

/** `bottleneck: line · 24 in flight · 8.0 MiB blocks`; empty while nothing runs or the network is away. */
export function noteLine(jobs: readonly TransferJob[]): string {
  const running = jobs.filter((job) => job.state === 'running' && job.waitsFor !== 'network');
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

const groupLabels = {
  running: (count: string) => t`${count} running`,
  waiting: (count: string) => t`${count} waiting`,
  paused: (count: string) => t`${count} paused`,
  failed: (count: string) => t`${count} failed`,
  done: (count: string) => t`${count} done`,
  unread: (count: string) => t`${count} unreadable`,
} as const;

interface SummaryPart {
  /** Null where there is nothing to sum up. */
  readonly group: keyof typeof groupLabels | null;
  readonly text: string;
}

/**
 * `2 running`, `1 paused`, `14 done`, `1 unreadable` — only what there is; `no transfers yet` when there is nothing.
 * `unreadCount`: jobs of earlier processes that cannot be read.
 */
export function summaryParts(jobs: readonly TransferJob[], unreadCount: number): readonly SummaryPart[] {
  const order = ['running', 'waiting', 'paused', 'failed', 'done', 'unread'] as const;
  const parts = order.flatMap((group) => {
    const count = group === 'unread' ? unreadCount : jobs.filter((job) => groupOf(job) === group).length;
    return count === 0 ? [] : [{ group, text: groupLabels[group](formatCount(count)) }];
  });
  return parts.length === 0 ? [{ group: null, text: t`no transfers yet` }] : parts;
}
