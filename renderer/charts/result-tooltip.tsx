// The exact values at one position of a result's chart, of every visible series.
import type { ChartData, ChartMark } from '@shared/charting/chart-data';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { exactNumber } from './aligned-figures';
import styles from './charts.module.css';
import { Swatch } from './legend';
import type { ResultPoint } from './result-points';
import type { Series } from './series';

export interface ResultTooltipProps {
  readonly point: ResultPoint | undefined;
  readonly data: ChartData;
  readonly series: readonly (Series<string> & { readonly index: number })[];
  readonly momentText: ((atMs: number) => string) | undefined;
}

export function ResultTooltip({ point, data, series, momentText = exactNumber }: ResultTooltipProps) {
  if (point === undefined) return null;
  const { xWidth = 0, kind, form } = data;
  const isStretch = form === 'aggregated' && kind !== 'scatter';
  const edge = (side: -1 | 1): string => momentText(Number((point.x + (side * xWidth) / 2).toPrecision(15)));
  return (
    <div className={styles.tooltip}>
      <div className={styles.tooltipTime}>{isStretch ? `${edge(-1)} – ${edge(1)}` : momentText(point.x)}</div>
      {series.flatMap((one) => {
        const [mark] = point.marks[one.index] ?? [];
        if (mark === undefined) return [];
        return [
          <div key={one.key} className={styles.tooltipRow}>
            <Swatch series={one} among={series} />
            <span>{one.label}</span>
            <span className={styles.tooltipValue}>{markText(mark, data)}</span>
          </div>,
        ];
      })}
    </div>
  );
}

/** `12.5`, `mean 12.5 (3 – 40, 17 values)`, `17 values`. */
export function markText({ y, low, high, count }: ChartMark, { kind, form }: Pick<ChartData, 'kind' | 'form'>): string {
  const values = counted(count, 'value');
  if (kind === 'histogram') return values;
  if (form === 'exact' || count === 1) return exactNumber(y);
  return t`mean ${exactNumber(Number(y.toPrecision(6)))} (${exactNumber(low)} – ${exactNumber(high)}, ${values})`;
}
