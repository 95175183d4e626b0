// A measured quantity in its own unit, and the rows and bars a distribution is shown as. Pure.
import type { Distribution } from '@shared/model/lab';

/** A value with as many decimals as its neighbours in the row: two below 10, one below 100, none above. */
export function figure(value: number, typical = value): string {
  if (!Number.isFinite(value)) return '–';
  const decimals = Math.abs(typical) < 10 ? 2 : Math.abs(typical) < 100 ? 1 : 0;
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

export const statistics = ['min', 'median', 'mean', 'p90', 'p95', 'p99', 'max'] as const;

export interface HistogramBar {
  /** `18.3–24.1`. */
  readonly label: string;
  readonly count: number;
}

export function barsOf(distribution: Distribution): readonly HistogramBar[] {
  return distribution.histogram.map(({ from, to, count }) => ({
    label: `${figure(from, distribution.median)}–${figure(to, distribution.median)}`,
    count,
  }));
}
