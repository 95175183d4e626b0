// Charts that several experiments draw alike from their rows. Pure.
import type { ChartAxis, ChartSeries, ChartSpec } from './charts/chart-spec';
import { withUnit } from './figures';
import { endMs, numberIn, valuesOf } from './grouping';
import type { Sample } from './run';
import { binsOf, densityOf, extentOf } from './statistics/density';
import { summaryOf } from './statistics/summary';

export const axis = (title: string, unit: string, scale: ChartAxis['scale'] = 'linear'): ChartAxis => ({
  title,
  unit,
  scale,
});

export const categories = (title: string, names: readonly string[]): ChartAxis => ({
  title,
  unit: '',
  scale: 'category',
  categories: names,
});

/** A point with ±1 standard deviation, from two values on; not below zero where nothing can be. */
export function meanPoint(x: number, values: readonly number[]): ChartSeries['points'][number] {
  const { mean, sd } = summaryOf(values);
  if (values.length === 0) return { x, y: null };
  return Number.isNaN(sd) ? { x, y: mean } : { x, y: mean, low: Math.max(0, mean - sd), high: mean + sd };
}

/** A median with the middle 50 % and 90 %. */
export function bandPoint(x: number, values: readonly number[]): ChartSeries['points'][number] {
  const { median, p5, p25, p75, p95 } = summaryOf(values);
  return values.length === 0 ? { x, y: null } : { x, y: median, low: p25, high: p75, lowest: p5, highest: p95 };
}

/** Counts in bins that all groups share, with the density of each over them in the measure of the counts. */
export function histogramChart(
  about: { readonly id: string; readonly title: string; readonly axis: ChartAxis },
  groups: readonly { readonly label: string; readonly values: readonly number[] }[],
): ChartSpec {
  const shown = groups.filter(({ values }) => values.length > 0);
  const extent = extentOf(shown.flatMap(({ values }) => values));
  const most = shown.reduce((count, { values }) => Math.max(count, values.length), 0);
  const binCount = Math.min(32, Math.max(8, Math.ceil(Math.sqrt(most))));
  const binWidth = (extent.to - extent.from) / binCount;
  const spread = shown.map(({ label, values }) => {
    const { mean, sd } = summaryOf(values);
    const name = shown.length > 1 ? `${label}: mean` : 'Mean';
    return `${name} ${withUnit(mean, about.axis.unit)}, sd ${withUnit(sd, about.axis.unit)}.`;
  });
  return {
    id: about.id,
    title: about.title,
    x: about.axis,
    y: axis('Count', ''),
    series: shown.flatMap(({ label, values }, colour): ChartSeries[] => [
      {
        label,
        shape: 'bins',
        colour,
        points: binsOf(values, binCount, extent).map(({ from, to, count }) => ({ x: from, toX: to, y: count })),
      },
      {
        label: `${label}, density`,
        shape: 'line',
        colour,
        points: densityOf(values).map(({ value, density }) => ({ x: value, y: density * values.length * binWidth })),
      },
    ]),
    note: ['Line: density, in the measure of the counts.', ...spread].join(' '),
  };
}

/** One row a slot, one bar a transfer: gaps are idle time, long bars are stragglers. */
export function timelineChart(id: string, title: string, samples: readonly Sample[]): ChartSpec {
  const first = samples.reduce((least, sample) => Math.min(least, numberIn(sample, 'startMs')), Infinity);
  const spans = (ok: number, label: string, colour: number): ChartSeries => ({
    label,
    shape: 'spans',
    colour,
    points: samples
      .filter((sample) => numberIn(sample, 'ok') === ok)
      .map((sample) => ({
        x: numberIn(sample, 'startMs') - first,
        toX: endMs(sample) - first,
        y: numberIn(sample, 'slot'),
      })),
  });
  const failed = spans(0, 'failed', 5);
  return {
    id,
    title,
    x: axis('Time', 'ms'),
    y: axis('Slot', ''),
    series: [spans(1, 'transferred', 0), ...(failed.points.length > 0 ? [failed] : [])],
    note: 'A row is a slot, a bar one transfer. Gaps are idle time.',
  };
}

/** Every value as a dot in the order in which it was measured. */
export function scatterChart(
  about: { readonly id: string; readonly title: string; readonly axis: ChartAxis },
  groups: readonly {
    readonly label: string;
    readonly samples: readonly Sample[];
    readonly column: string;
    readonly colour: number;
  }[],
): ChartSpec {
  return {
    id: about.id,
    title: about.title,
    x: axis('Transfer', ''),
    y: about.axis,
    series: groups
      .filter(({ samples }) => samples.length > 0)
      .map(({ label, samples, column, colour }) => ({
        label,
        shape: 'dots',
        colour,
        points: valuesOf(samples, column).map((y, index) => ({ x: index + 1, y })),
      })),
    note: '',
  };
}
