// The same measurements as a table, newest first, in steps coarse enough to read.
import { formatTime } from '@shared/strings/moments';
import { t } from '@shared/strings/t';
import { countRateFigure, formatCount, formatDuration, formatRate } from '@shared/units';
import type { ChartPoint } from '@renderer/live/points';
import styles from './monitor-tab.module.css';

const heads = [
  t`Time (UTC)`,
  t`Upload`,
  t`Download`,
  t`Requests/s`,
  'p50',
  'p95',
  'p99',
  t`In flight`,
  t`Connections`,
  t`Retries`,
  t`Throttled`,
  t`Failed`,
] as const;

const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

export function SamplesTable({ points }: { readonly points: readonly ChartPoint[] }) {
  const rows = [...points].reverse();
  return (
    <div className={styles.tableScroll} tabIndex={0} data-sticky-edges role="region" aria-label={t`Measurements table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((point) => (
            <tr key={point.atMs}>
              <th scope="row">{formatTime(point.atMs, 'utc', 'tenth')}</th>
              <td>{orDash(point.upload, formatRate)}</td>
              <td>{orDash(point.download, formatRate)}</td>
              <td>{orDash(point.requests, countRateFigure)}</td>
              <td>{orDash(point.p50, formatDuration)}</td>
              <td>{orDash(point.p95, formatDuration)}</td>
              <td>{orDash(point.p99, formatDuration)}</td>
              <td>{orDash(point.inFlight, formatCount)}</td>
              <td>{orDash(point.connections, formatCount)}</td>
              <td>{orDash(point.retries, formatCount)}</td>
              <td>{orDash(point.throttled, formatCount)}</td>
              <td>{orDash(point.failed, formatCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
