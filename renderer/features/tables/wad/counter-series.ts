// Performance counters of a diagnostics table as charts: a chart a counter, a series a role instance, at most 600
// points each. Several samples of one step are their mean; a step without a sample stays a gap.
import type { Row, Series } from '@renderer/charts/series';
import type { Entity } from '@shared/model/entity';
import { msFromTicks } from '@shared/query/ticks';
import { ticksOfWadKey } from '@shared/query/wad-window';

export interface CounterChart {
  readonly counter: string;
  readonly series: readonly Series<string>[];
  /** Series beyond those that can be told apart. */
  readonly leftOut: number;
  readonly rows: readonly Row<string>[];
}

export interface CounterCharts {
  readonly charts: readonly CounterChart[];
  readonly samples: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The time that one point stands for. */
  readonly stepMs: number;
}

export const mostPoints = 600;

/** Null where no row holds a counter: other columns were fetched, or it is another diagnostics table. */
export function counterCharts(rows: readonly Entity[]): CounterCharts | null {
  const samples = rows.flatMap((row) => sampleOf(row) ?? []);
  if (samples.length === 0) return null;
  const times = [...new Set(samples.map(({ atMs }) => atMs))].sort((left, right) => left - right);
  const fromMs = times[0] ?? 0;
  const toMs = times.at(-1) ?? fromMs;
  const stepMs = stepFor(times);
  const counters = grouped(samples, ({ counter }) => counter);
  const charts = [...counters].map(([counter, own]) => chartOf(counter, own, fromMs, toMs, stepMs));
  charts.sort((left, right) => (left.counter < right.counter ? -1 : 1));
  return { charts, samples: samples.length, fromMs, toMs, stepMs };
}

interface Sample {
  readonly atMs: number;
  readonly counter: string;
  readonly source: string;
  readonly value: number;
}

function sampleOf(row: Entity): Sample | undefined {
  const ticks = ticksOfWadKey(row.partitionKey);
  if (ticks === null) return undefined;
  const text = new Map(row.properties.map(({ name, value }) => [name, String(value.value)]));
  const counter = text.get('CounterName');
  const value = Number(text.get('CounterValue') ?? NaN);
  if (counter === undefined || !Number.isFinite(value)) return undefined;
  const source = [text.get('Role'), text.get('RoleInstance')].filter((part) => part !== undefined && part !== '');
  return { atMs: msFromTicks(ticks), counter, source: source.join(' · ') || 'no role', value };
}

/** The usual distance of the samples, widened until the whole span has few enough points. */
function stepFor(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  distances.sort((left, right) => left - right);
  const usual = distances[Math.floor(distances.length / 2)] ?? minuteMs;
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return usual * Math.max(1, Math.ceil((span + usual) / usual / mostPoints));
}

const minuteMs = 60_000;

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);

function chartOf(
  counter: string,
  samples: readonly Sample[],
  fromMs: number,
  toMs: number,
  stepMs: number,
): CounterChart {
  const sources = [...grouped(samples, ({ source }) => source)].sort(([left], [right]) => (left < right ? -1 : 1));
  const shown = sources.slice(0, colours.length * 2);
  const series = shown.map(([source], index): Series<string> => ({
    key: `series-${index}`,
    label: source,
    colour: colours[index % colours.length] ?? '',
    shape: 'line',
    ...(index < colours.length ? {} : { dash: 'dashed' as const }),
  }));
  const means = shown.map(([, own]) => meansByStep(own, fromMs, stepMs));
  const rows = Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, step): Row<string> => {
    const values = series.map(({ key }, index) => [key, means[index]?.get(step) ?? null] as const);
    return { ...Object.fromEntries(values), atMs: fromMs + step * stepMs };
  });
  return { counter, series, leftOut: sources.length - shown.length, rows };
}

function meansByStep(samples: readonly Sample[], fromMs: number, stepMs: number): ReadonlyMap<number, number> {
  const steps = grouped(samples, ({ atMs }) => Math.floor((atMs - fromMs) / stepMs));
  return new Map(
    [...steps].map(([step, own]) => [step, own.reduce((sum, { value }) => sum + value, 0) / own.length] as const),
  );
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
