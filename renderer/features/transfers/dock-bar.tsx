// The closed dock: one line with what runs, the live rate, how slow requests are, and whether we are throttled.
import { ChevronUp } from 'lucide-react';
import { Fragment } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { KiB, formatCount, formatDuration, formatRate } from '@shared/units';
import { Sparkline } from '@renderer/charts/sparkline';
import { useLiveSample, useLiveSamples, useRecentActivity } from '@renderer/live/metrics';
import { classNames } from '@renderer/ui';
import { summaryParts } from './dock-summary';
import styles from './transfers-dock.module.css';

const sparkSamples = 120;
/** The lists that are asked for again in the background stay near the line. */
const minSparkRate = 64 * KiB;

export interface DockBarProps {
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
