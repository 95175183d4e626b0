// The exact values of every visible series at one moment, with the time.
import { formatTime } from '@shared/strings/moments';
import { t } from '@shared/strings/t';
import { Swatch } from './legend';
import type { Row, Series } from './series';
import styles from './charts.module.css';

export interface ChartTooltipProps<K extends string> {
  readonly isActive: boolean;
  readonly atMs: number;
  readonly row: Row<K> | undefined;
  readonly series: readonly Series<K>[];
  readonly formatValue: (key: K, value: number) => string;
  readonly momentText?: (atMs: number) => string;
}

export function ChartTooltip<K extends string>({
  isActive,
  atMs,
  row,
  series,
  formatValue,
  momentText = timeOfDay,
}: ChartTooltipProps<K>) {
  if (!isActive || !row || !Number.isFinite(atMs)) return null;
  return (
    <div className={styles.tooltip}>
      <div className={styles.tooltipTime}>{momentText(atMs)}</div>
      {series.map((one) => {
        const value = row[one.key];
        const high = one.high === undefined ? null : row[one.high];
        return (
          <div key={one.key} className={styles.tooltipRow}>
            <Swatch series={one} among={series} />
            <span>{one.label}</span>
            <span className={styles.tooltipValue}>
              {value === null
                ? t`no data`
                : `${formatValue(one.key, value)}${high === null ? '' : ` – ${formatValue(one.key, high)}`}`}
            </span>
          </div>
        );
      })}
    </div>
  );
}

function timeOfDay(atMs: number): string {
  return t`${formatTime(atMs, 'utc', 'tenth')} UTC`;
}
