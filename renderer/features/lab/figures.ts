// A measured quantity in its own unit, and the rows and bars a distribution is shown as. Pure.
import type { Distribution } from '@shared/model/lab';

/** Three significant digits, grouped, never in scientific notation: `0.42`, `18.3`, `1,240`. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', {
    maximumSignificantDigits: Math.abs(value) >= 1000 ? 21 : 3,
    maximumFractionDigits: Math.abs(value) >= 1000 ? 0 : 3,
  });
}

export const statistics = ['min', 'median', 'mean', 'p90', 'p95', 'p99', 'max'] as const;

export interface HistogramBar {
  /** `18.3–24.1`. */
  readonly label: string;
  readonly count: number;
}

export function barsOf(distribution: Distribution): readonly HistogramBar[] {
  return distribution.histogram.map(({ from, to, count }) => ({ label: `${figure(from)}–${figure(to)}`, count }));
}
