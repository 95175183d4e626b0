// Names and looks of a chart's series: six colours, a second round dashed, the rest in grey.
import type { Series } from '@renderer/charts/series';
import type { ChartData } from '@shared/charting/chart-data';

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);

export function chartSeries({ series }: ChartData): readonly Series<string>[] {
  return series.map(({ label, of }, index) => ({
    key: of === 'rest' ? 'rest' : `own:${label}`,
    label,
    colour: of === 'rest' ? 'var(--text-muted)' : (colours[index % colours.length] ?? ''),
    shape: 'line',
    ...(index < colours.length || of === 'rest' ? {} : { dash: 'dashed' as const }),
  }));
}
