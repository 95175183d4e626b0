// Names and styles of a chart's series: six colours, the same six dashed, the rest in grey.
import type { Series } from '@renderer/charts/series';
import type { ChartData } from '@shared/charting/chart-data';

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);

/** @param whole of what `data` shows a stretch of: a series keeps its colour */
export function chartSeries(data: ChartData, whole: ChartData = data): readonly Series<string>[] {
  return data.series.map(({ label, of }, index) => styleOf(label, of, positionIn(whole, label) ?? index));
}

function positionIn({ series }: ChartData, label: string): number | undefined {
  const at = series.findIndex((one) => one.of === 'own' && one.label === label);
  return at < 0 ? undefined : at;
}

function styleOf(label: string, of: 'own' | 'rest', index: number): Series<string> {
  return {
    key: of === 'rest' ? 'rest' : `own:${label}`,
    label,
    colour: of === 'rest' ? 'var(--text-muted)' : (colours[index % colours.length] ?? ''),
    shape: 'line',
    ...(index < colours.length || of === 'rest' ? {} : { dash: 'dashed' as const }),
  };
}
