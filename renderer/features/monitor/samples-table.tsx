// The same measurements as a table, newest first, in steps coarse enough to read.
import { formatCount, formatDuration, formatRate } from '@shared/units';
import type { ChartPoint } from '@renderer/live/points';
import styles from './monitor-tab.module.css';

const heads = [
  'Time (UTC)',
  'Upload',
  'Download',
  'Requests/s',
  'p50',
  'p95',
  'p99',
  'In flight',
  'Connections',
  'Retries',
  'Throttled',
  'Failed',
] as const;

const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

export function SamplesTable({ points }: { readonly points: readonly ChartPoint[] }) {
  const rows = [...points].reverse();
  return (
    <div className={styles.tableScroll} tabIndex={0} role="region" aria-label="Measurements as a table">
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
              <th scope="row">{new Date(point.atMs).toISOString().slice(11, 21)}</th>
              <td>{orDash(point.upload, formatRate)}</td>
              <td>{orDash(point.download, formatRate)}</td>
              <td>{orDash(point.requests, formatCount)}</td>
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
