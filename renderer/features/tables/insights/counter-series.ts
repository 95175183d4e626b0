// Performance counters as charts: one chart per counter, one series per role instance or one for all of them, at most 600
// points each, those of several tables on one time axis. Several samples of one step are averaged, and their smallest and
// largest values stay beside the mean; a step without a sample stays a gap.
import type { Row, Series } from '@renderer/charts/series';
import type { Extent } from '@renderer/charts/result-extent';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { type CounterSamples, type CounterSources, type Moment, type Moments, both } from './counter-gathering';

export interface CounterChart {
  readonly counter: string;
  readonly series: readonly Series<string>[];
  /** From the smallest to the largest sample of each step, for the series whose key they have; empty without means. */
  readonly bands: readonly Series<string>[];
  /** Series of this counter that are not drawn. */
  readonly leftOut: number;
  readonly rows: readonly Row<string>[];
  /** The time span of one point. */
  readonly stepMs: number;
  readonly means: 'none' | 'some';
}

export interface CounterCharts {
  readonly charts: readonly CounterChart[];
  /** Every role and instance, by name. */
  readonly sources: readonly string[];
  /** The samples that are drawn. */
  readonly shown: ReadonlySet<string>;
  readonly samples: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The times of the oldest and of the newest sample, drawn or not. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** The time spans of one point: tables that are written every hour have fewer points. */
  readonly stepMs: number;
  readonly longestStepMs: number;
  /** Whether any point is the mean of several samples. */
  readonly means: 'none' | 'some';
}

/** `each`: one series per source. */
export type Aggregate = 'each' | 'mean' | 'sum';

export const maxPoints = 600;

/** The number of series that can be distinguished in one chart. */
export const maxSources = 12;

/**
 * Null if no row holds a counter: other columns were fetched, or it is another diagnostics table.
 * @param chosen sources to draw; without it those with most samples
 * @param aggregate whether each source is drawn, or the mean or the sum of all of them
 * @param stretch the time to draw, inclusive; without it, or if it has no samples, the time of all samples
 */
export function counterCharts(
  gathered: CounterSamples,
  chosen?: ReadonlySet<string>,
  stretch?: Extent,
  aggregate: Aggregate = 'each',
): CounterCharts | null {
  if (gathered.counters.size === 0) return null;
  const all = gathered.times();
  const times = timesIn(all, stretch);
  const steps = new Map(gathered.tables.map(({ counters }) => [counters, stepFor(times, counters)]));
  // A source with samples less often is drawn as dots among the lines of the others.
  const stepOf = (counter: string): number =>
    Math.min(...[...steps].flatMap(([own, step]) => (own.has(counter) ? [step] : [])));
  const stepMs = Math.min(...steps.values());
  const grainMs = stepMs % minuteMs === 0 ? minuteMs : 1;
  const fromMs = Math.floor((times[0] ?? 0) / grainMs) * grainMs;
  const toMs = times.at(-1) ?? fromMs;
  const sources = sourcesOf(gathered);
  const shown = new Set(chosen ?? sources.slice(0, maxSources));
  const charts = [...gathered.counters].map(([counter, own]) =>
    aggregate === 'each'
      ? chartOf(counter, own, shown, { from: fromMs, to: toMs }, stepOf(counter))
      : aggregateChart(counter, gathered.tables, aggregate, { from: fromMs, to: toMs }, stepOf(counter)),
  );
  charts.sort((left, right) => (left.counter < right.counter ? -1 : 1));
  return {
    charts,
    sources: [...sources].sort(),
    shown,
    samples: gathered.samples,
    fromMs,
    toMs,
    firstMs: all[0] ?? fromMs,
    lastMs: all.at(-1) ?? toMs,
    stepMs,
    longestStepMs: Math.max(...charts.map((chart) => chart.stepMs)),
    means: charts.some(({ means }) => means === 'some') ? 'some' : 'none',
  };
}

function timesIn(times: readonly number[], stretch: Extent | undefined): readonly number[] {
  if (stretch === undefined) return times;
  const within = times.filter((atMs) => atMs >= stretch.from && atMs <= stretch.to);
  return within.length === 0 ? times : within;
}

/** Roles and instances by their number of samples, then by name; those of several tables in turn. */
function sourcesOf({ tables }: CounterSamples): readonly string[] {
  const ranked = tables.flatMap(({ counters }) => {
    const moments = new Map<string, number>();
    for (const own of counters.values()) {
      for (const [source, { size }] of own) moments.set(source, (moments.get(source) ?? 0) + size);
    }
    return [...moments]
      .sort(([left, many], [right, more]) => more - many || (left < right ? -1 : 1))
      .map(([source], rank) => ({ source, rank }));
  });
  return ranked.sort((left, right) => left.rank - right.rank).map(({ source }) => source);
}

/**
 * The most frequent distance of the samples of a source, widened until the whole span has few enough points. Sources
 * measure at moments of their own, so the distances between them say nothing.
 */
function stepFor(times: readonly number[], counters: CounterSources): number {
  const span = { from: times[0] ?? 0, to: times.at(-1) ?? 0 };
  const ofSources = [...counters.values()].flatMap((own) =>
    [...own.values()].flatMap((moments) =>
      distancesOf([...moments.keys()].filter((atMs) => atMs >= span.from && atMs <= span.to)),
    ),
  );
  const distances = [...(ofSources.length > 0 ? ofSources : distancesOf(times))].sort((left, right) => left - right);
  const distance = distances[Math.floor((distances.length - 1) / 2)] ?? minuteMs;
  // One sample in each minute, whenever within it, is a point of that minute.
  const typicalDistance = distance > minuteMs / 2 ? Math.max(1, Math.round(distance / minuteMs)) * minuteMs : distance;
  const spanMs = span.to - span.from;
  return typicalDistance * Math.max(1, Math.ceil((spanMs + typicalDistance) / typicalDistance / maxPoints));
}

function distancesOf(times: readonly number[]): readonly number[] {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
}

const minuteMs = 60_000;

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);

/** More bands hide each other. */
const maxBands = 3;

function chartOf(
  counter: string,
  sources: ReadonlyMap<string, Moments>,
  shown: ReadonlySet<string>,
  extent: Extent,
  stepMs: number,
): CounterChart {
  // A source has the same colour in every chart.
  const order = [...shown].sort();
  const drawn = order.flatMap((source, index) => {
    const moments = sources.get(source);
    return moments === undefined ? [] : [{ source, index, steps: stepsOf(moments, extent, stepMs) }];
  });
  return drawnChart(counter, drawn, sources.size - drawn.length, extent, stepMs);
}

/** The mean or the sum over the sources of each table, each with its mean in a step: two tables measure at other times. */
function aggregateChart(
  counter: string,
  tables: CounterSamples['tables'],
  aggregate: 'mean' | 'sum',
  extent: Extent,
  stepMs: number,
): CounterChart {
  const drawn = tables.flatMap(({ name, counters }, index): readonly DrawnSource[] => {
    const sources = counters.get(counter);
    if (sources === undefined) return [];
    const count = formatCount(sources.size);
    const text = aggregate === 'sum' ? t`sum of ${count} instances` : t`mean of ${count} instances`;
    const source = name === '' ? text : `${text} · ${name}`;
    return [{ source, index, steps: aggregated(sources, aggregate, extent, stepMs) }];
  });
  return drawnChart(counter, drawn, 0, extent, stepMs);
}

function aggregated(
  sources: ReadonlyMap<string, Moments>,
  aggregate: 'mean' | 'sum',
  extent: Extent,
  stepMs: number,
): ReadonlyMap<number, Moment> {
  const all = [...sources.values()].map((moments) => stepsOf(moments, extent, stepMs));
  const steps = new Map<number, Moment>();
  for (const step of new Set(all.flatMap((own) => [...own.keys()]))) {
    const moments = all.flatMap((own) => own.get(step) ?? []);
    const means = moments.map(({ sum, count }) => sum / count);
    const total = means.reduce((sum, mean) => sum + mean, 0);
    // One value a step: of a sum, the extremes of single samples say nothing.
    if (aggregate === 'sum') steps.set(step, { sum: total, count: 1, min: total, max: total });
    else {
      const [min, max] = [Math.min(...moments.map((one) => one.min)), Math.max(...moments.map((one) => one.max))];
      steps.set(step, { sum: total, count: means.length, min, max });
    }
  }
  return steps;
}

interface DrawnSource {
  readonly source: string;
  readonly index: number;
  readonly steps: ReadonlyMap<number, Readonly<Moment>>;
}

function drawnChart(
  counter: string,
  drawn: readonly DrawnSource[],
  leftOut: number,
  { from, to }: Extent,
  stepMs: number,
): CounterChart {
  const series = drawn.map(({ source, index }): Series<string> => ({
    key: `series-${index}`,
    label: source,
    colour: colours[index % colours.length] ?? '',
    shape: 'line',
    ...(index < colours.length ? {} : { dash: 'dashed' as const }),
  }));
  const means = drawn.some(({ steps }) => [...steps.values()].some(({ count }) => count > 1)) ? 'some' : 'none';
  const banded = means === 'some' && drawn.length <= maxBands ? series : [];
  const rows = Array.from({ length: Math.floor((to - from) / stepMs) + 1 }, (_, step): Row<string> => {
    const values = drawn.flatMap(({ index, steps }) => {
      const moment = steps.get(step);
      const key = `series-${index}`;
      return [
        [key, moment === undefined ? null : moment.sum / moment.count],
        ...(means === 'none'
          ? []
          : [[lowKey(key), moment?.min ?? null] as const, [highKey(key), moment?.max ?? null] as const]),
      ] as const;
    });
    return { ...Object.fromEntries(values), atMs: from + step * stepMs };
  });
  const bands = banded.map(({ key, label, colour }): Series<string> => ({
    key: lowKey(key),
    high: highKey(key),
    label,
    colour,
    shape: 'band',
  }));
  return { counter, series, bands, leftOut, rows, stepMs, means };
}

/** The keys of the smallest and of the largest sample of a step, beside that of the mean. */
export const lowKey = (key: string): string => `${key}-min`;
export const highKey = (key: string): string => `${key}-max`;

/** The samples in each step, by its number. */
function stepsOf(moments: Moments, { from, to }: Extent, stepMs: number): Map<number, Moment> {
  const steps = new Map<number, Moment>();
  for (const [atMs, moment] of moments) {
    if (atMs < from || atMs > to) continue;
    const step = Math.floor((atMs - from) / stepMs);
    steps.set(step, both(steps.get(step), moment));
  }
  return steps;
}
