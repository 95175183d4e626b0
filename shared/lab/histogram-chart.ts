// The distribution of values as counts in bins with their density; outliers are reported instead of drawn. Pure.
import { axis } from './chart-parts';
import type { ChartAxis, ChartSeries, ChartSpec } from './charts/chart-spec';
import { capital, withUnit } from './figures';
import { binsOf, densityOf } from './statistics/density';
import { percentile, sorted, summaryOf } from './statistics/summary';
import { t } from '../strings/t';

export interface SpreadGroup {
  readonly label: string;
  readonly values: readonly number[];
}

/** Every group has bins of its own, so that a narrow one is not a single column; each density is scaled to its counts. */
export function histogramChart(
  about: { readonly id: string; readonly title: string; readonly axis: ChartAxis },
  groups: readonly SpreadGroup[],
): ChartSpec {
  const shown = groups.filter(({ values }) => values.length > 0);
  const fence = Math.max(...shown.map(({ values }) => fenceOf(values)));
  const near = shown.map(({ label, values }) => ({ label, values: values.filter((value) => value <= fence) }));
  return {
    id: about.id,
    title: about.title,
    x: about.axis,
    y: axis(t`Measurements`, ''),
    series: near.flatMap(({ label, values }, colour): ChartSeries[] => {
      const bins = binsOf(values, binCount(values));
      const width = (bins[0]?.to ?? 0) - (bins[0]?.from ?? 0);
      return [
        {
          label,
          shape: 'bins',
          colour,
          points: bins.map(({ from, to, count }) => ({ x: from, toX: to, y: count })),
        },
        {
          label: t`${label}, density`,
          shape: 'line',
          colour,
          points: densityOf(values).map(({ value, density }) => ({ x: value, y: density * values.length * width })),
        },
      ];
    }),
    note: noteOf(shown, fence, about.axis.unit),
  };
}

/** By the rule of Freedman and Diaconis, within what can be drawn. */
function binCount(values: readonly number[]): number {
  const ascending = sorted(values);
  const width = 2 * (percentile(ascending, 0.75) - percentile(ascending, 0.25)) * values.length ** (-1 / 3);
  const range = (ascending.at(-1) ?? 0) - (ascending[0] ?? 0);
  return width > 0 ? Math.min(48, Math.max(8, Math.ceil(range / width))) : 8;
}

/** Outliers: hardly any value of a normal or exponential distribution is this extreme. */
function fenceOf(values: readonly number[]): number {
  const ascending = sorted(values);
  const [median, p95] = [percentile(ascending, 0.5), percentile(ascending, 0.95)];
  return p95 > median ? p95 + 3 * (p95 - median) : Infinity;
}

function noteOf(groups: readonly SpreadGroup[], fence: number, unit: string): string {
  const spread = groups.map(({ label, values }) => {
    const { mean, sd } = summaryOf(values);
    const figures = t`mean ${withUnit(mean, unit)}, sd ${withUnit(sd, unit)}`;
    return groups.length > 1 ? `${label}: ${figures}.` : `${capital(figures)}.`;
  });
  const beyond = groups.flatMap(({ values }) => values.filter((value) => value > fence));
  const greatest = beyond.reduce((a, b) => Math.max(a, b), 0);
  const remarks = beyond.length === 0 ? [] : [t`Not shown: ${beyond.length} up to ${withUnit(greatest, unit)}.`];
  return [t`Line: density, scaled to the counts. Each group has bins of its own.`, ...spread, ...remarks].join(' ');
}
