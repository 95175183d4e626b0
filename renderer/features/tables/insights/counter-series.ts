// Performance counters of a diagnostics table as charts: one chart per counter, one series per role instance, at most
// 600 points each. Several samples of one step are averaged; a step without a sample stays a gap.
import type { Row, Series } from '@renderer/charts/series';
import type { Extent } from '@renderer/charts/result-extent';
import type { Entity } from '@shared/model/entity';
import { msFromTicks } from '@shared/query/ticks';
import { ticksOfWadKey } from '@shared/query/wad-window';
import { t } from '@shared/strings/t';

export interface CounterChart {
  readonly counter: string;
  readonly series: readonly Series<string>[];
  /** Series of this counter that are not drawn. */
  readonly leftOut: number;
  readonly rows: readonly Row<string>[];
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
  /** The time span of one point. */
  readonly stepMs: number;
  /** Whether any point is the mean of several samples. */
  readonly means: 'none' | 'some';
}

export const maxPoints = 600;

/** The number of series that can be distinguished in one chart. */
export const maxSources = 12;

/**
 * Null if no row holds a counter: other columns were fetched, or it is another diagnostics table.
 * @param chosen sources to draw; without it those with most samples
 * @param stretch the time to draw, inclusive; without it, or if it has no samples, the time of all samples
 */
export function counterCharts(
  gathered: CounterGathering,
  chosen?: ReadonlySet<string>,
  stretch?: Extent,
): CounterCharts | null {
  if (gathered.samples === 0) return null;
  const all = gathered.times();
  const times = timesIn(all, stretch);
  const fromMs = times[0] ?? 0;
  const toMs = times.at(-1) ?? fromMs;
  const stepMs = stepFor(times);
  const sources = sourcesOf(gathered);
  const shown = new Set(chosen ?? sources.slice(0, maxSources).map(({ source }) => source));
  const charts = [...gathered.counters].map(([counter, own]) => chartOf(counter, own, shown, fromMs, toMs, stepMs));
  charts.sort((left, right) => (left.counter < right.counter ? -1 : 1));
  return {
    charts,
    sources: sources.map(({ source }) => source).sort(),
    shown,
    samples: gathered.samples,
    fromMs,
    toMs,
    firstMs: all[0] ?? fromMs,
    lastMs: all.at(-1) ?? toMs,
    stepMs,
    means: charts.some(({ means }) => means === 'some') ? 'some' : 'none',
  };
}

function timesIn(times: readonly number[], stretch: Extent | undefined): readonly number[] {
  if (stretch === undefined) return times;
  const within = times.filter((atMs) => atMs >= stretch.from && atMs <= stretch.to);
  return within.length === 0 ? times : within;
}

/** Roles and instances by their number of samples, then by name. */
function sourcesOf({ counters }: CounterGathering): readonly { readonly source: string; readonly moments: number }[] {
  const moments = new Map<string, number>();
  for (const own of counters.values()) {
    for (const [source, { size }] of own) moments.set(source, (moments.get(source) ?? 0) + size);
  }
  return [...moments]
    .map(([source, count]) => ({ source, moments: count }))
    .sort((left, right) => right.moments - left.moments || (left.source < right.source ? -1 : 1));
}

/** The most frequent distance of the samples, widened until the whole span has few enough points. */
function stepFor(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  distances.sort((left, right) => left - right);
  const typicalDistance = distances[Math.floor(distances.length / 2)] ?? minuteMs;
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return typicalDistance * Math.max(1, Math.ceil((span + typicalDistance) / typicalDistance / maxPoints));
}

const minuteMs = 60_000;

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);

function chartOf(
  counter: string,
  sources: ReadonlyMap<string, Moments>,
  shown: ReadonlySet<string>,
  fromMs: number,
  toMs: number,
  stepMs: number,
): CounterChart {
  // A source has the same colour in every chart.
  const order = [...shown].sort();
  const drawn = order.flatMap((source, index) => {
    const moments = sources.get(source);
    return moments === undefined
      ? []
      : [{ source, index, ...meansByStep(moments, { from: fromMs, to: toMs }, stepMs) }];
  });
  const series = drawn.map(({ source, index }): Series<string> => ({
    key: `series-${index}`,
    label: source,
    colour: colours[index % colours.length] ?? '',
    shape: 'line',
    ...(index < colours.length ? {} : { dash: 'dashed' as const }),
  }));
  const rows = Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, step): Row<string> => {
    const values = drawn.map(({ index, means }) => [`series-${index}`, means.get(step) ?? null] as const);
    return { ...Object.fromEntries(values), atMs: fromMs + step * stepMs };
  });
  const means = drawn.some(({ max }) => max > 1) ? 'some' : 'none';
  return { counter, series, leftOut: sources.size - drawn.length, rows, means };
}

/** The mean of the samples in each step by its number, and how many samples the fullest step has. */
function meansByStep(
  moments: Moments,
  { from, to }: Extent,
  stepMs: number,
): { readonly means: ReadonlyMap<number, number>; readonly max: number } {
  const steps = new Map<number, { sum: number; count: number }>();
  for (const [atMs, { sum, count }] of moments) {
    if (atMs < from || atMs > to) continue;
    const step = Math.floor((atMs - from) / stepMs);
    const before = steps.get(step);
    steps.set(step, { sum: (before?.sum ?? 0) + sum, count: (before?.count ?? 0) + count });
  }
  let max = 0;
  for (const { count } of steps.values()) max = Math.max(max, count);
  return { means: new Map([...steps].map(([step, { sum, count }]) => [step, sum / count] as const)), max };
}

/** Sum and number of the samples of one source at one time. */
interface Moment {
  sum: number;
  count: number;
}

type Moments = ReadonlyMap<number, Readonly<Moment>>;

/** The columns that hold a counter; its time is in PartitionKey. */
export const counterColumns = ['PartitionKey', 'CounterName', 'CounterValue', 'Role', 'RoleInstance'] as const;

/** Some hundred bytes each. */
const maxMoments = 200_000;
const minStepMs = 60_000;

export class CounterGathering {
  readonly #counters = new Map<string, Map<string, Map<number, Moment>>>();
  readonly #most: number;
  #times = new Set<number>();
  /** 0 while every moment is stored exactly. */
  #stepMs = 0;
  #moments = 0;
  #rows = 0;
  #samples = 0;

  /** @param most moments to hold, of all counters and sources together */
  constructor(max: number = maxMoments) {
    this.#most = max;
  }

  /** Rows that were read, with and without a counter. */
  get rows(): number {
    return this.#rows;
  }

  get samples(): number {
    return this.#samples;
  }

  /** By counter, then by role and instance: the samples at each time, ms since 1970. */
  get counters(): ReadonlyMap<string, ReadonlyMap<string, Moments>> {
    return this.#counters;
  }

  /** Every time with a sample, in order. */
  times(): readonly number[] {
    return [...this.#times].sort((left, right) => left - right);
  }

  add(row: Entity): void {
    this.#rows += 1;
    const ticks = ticksOfWadKey(row.partitionKey);
    if (ticks === null) return;
    let counter: string | undefined;
    let value = NaN;
    let role = '';
    let instance = '';
    for (const property of row.properties) {
      if (property.name === 'CounterName') counter = String(property.value.value);
      else if (property.name === 'CounterValue') value = Number(property.value.value);
      else if (property.name === 'Role') role = String(property.value.value);
      else if (property.name === 'RoleInstance') instance = String(property.value.value);
    }
    if (counter === undefined || !Number.isFinite(value)) return;
    const source = [role, instance].filter((part) => part !== '').join(' · ') || t`no role`;
    const atMs = this.#momentOf(msFromTicks(ticks));
    const moments = entry(
      entry(this.#counters, counter, newMap<string, Map<number, Moment>>),
      source,
      newMap<number, Moment>,
    );
    const moment = entry(moments, atMs, () => {
      this.#moments += 1;
      return { sum: 0, count: 0 };
    });
    moment.sum += value;
    moment.count += 1;
    this.#times.add(atMs);
    this.#samples += 1;
    while (this.#moments > this.#most && this.#times.size > 1) this.#widen();
  }

  #momentOf(atMs: number): number {
    return this.#stepMs === 0 ? atMs : Math.floor(atMs / this.#stepMs) * this.#stepMs;
  }

  #widen(): void {
    this.#stepMs = Math.max(minStepMs, this.#stepMs * 2);
    this.#times = new Set([...this.#times].map((atMs) => this.#momentOf(atMs)));
    this.#moments = 0;
    for (const sources of this.#counters.values()) {
      for (const [source, moments] of sources) {
        const wider = new Map<number, Moment>();
        for (const [atMs, { sum, count }] of moments) {
          const moment = entry(wider, this.#momentOf(atMs), () => ({ sum: 0, count: 0 }));
          moment.sum += sum;
          moment.count += count;
        }
        sources.set(source, wider);
        this.#moments += wider.size;
      }
    }
  }
}

function newMap<K, V>(): Map<K, V> {
  return new Map();
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
