// Performance counters of a diagnostics table as charts: one chart per counter, one series per role instance or one for
// all of them, at most 600 points each. Several samples of one step are averaged, and their smallest and largest values
// stay beside the mean; a step without a sample stays a gap. Over 300 lines: what a row holds, and how it is drawn.
import type { Row, Series } from '@renderer/charts/series';
import type { Extent } from '@renderer/charts/result-extent';
import type { EdmValue, Entity } from '@shared/model/entity';
import { msFromTicks, ticksPerSecond } from '@shared/query/ticks';
import { type TimeKeys, decodedKey, ticksOfKeys } from '@shared/query/wad-window';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';

export interface CounterChart {
  readonly counter: string;
  readonly series: readonly Series<string>[];
  /** From the smallest to the largest sample of each step, for the series whose key they have; empty without means. */
  readonly bands: readonly Series<string>[];
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
  gathered: CounterGathering,
  chosen?: ReadonlySet<string>,
  stretch?: Extent,
  aggregate: Aggregate = 'each',
): CounterCharts | null {
  if (gathered.samples === 0) return null;
  const all = gathered.times();
  const times = timesIn(all, stretch);
  const stepMs = stepFor(times, gathered);
  const grainMs = stepMs % minuteMs === 0 ? minuteMs : 1;
  const fromMs = Math.floor((times[0] ?? 0) / grainMs) * grainMs;
  const toMs = times.at(-1) ?? fromMs;
  const sources = sourcesOf(gathered);
  const shown = new Set(chosen ?? sources.slice(0, maxSources).map(({ source }) => source));
  const charts = [...gathered.counters].map(([counter, own]) =>
    aggregate === 'each'
      ? chartOf(counter, own, shown, { from: fromMs, to: toMs }, stepMs)
      : aggregateChart(counter, own, aggregate, { from: fromMs, to: toMs }, stepMs),
  );
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

/**
 * The most frequent distance of the samples of a source, widened until the whole span has few enough points. Sources
 * measure at moments of their own, so the distances between them say nothing.
 */
function stepFor(times: readonly number[], { counters }: CounterGathering): number {
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

/** The mean or the sum over all sources, each with its mean in a step. */
function aggregateChart(
  counter: string,
  sources: ReadonlyMap<string, Moments>,
  aggregate: 'mean' | 'sum',
  extent: Extent,
  stepMs: number,
): CounterChart {
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
  const count = formatCount(sources.size);
  const source = aggregate === 'sum' ? t`sum of ${count} instances` : t`mean of ${count} instances`;
  return drawnChart(counter, [{ source, index: 0, steps }], 0, extent, stepMs);
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
  return { counter, series, bands, leftOut, rows, means };
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

function both(one: Readonly<Moment> | undefined, other: Readonly<Moment>): Moment {
  if (one === undefined) return { ...other };
  return {
    sum: one.sum + other.sum,
    count: one.count + other.count,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
  };
}

/** Sum and number of the samples of one source at one time. */
interface Moment {
  sum: number;
  count: number;
  min: number;
  max: number;
}

type Moments = ReadonlyMap<number, Readonly<Moment>>;

/** The columns that hold a counter; empty for all of them: some tables have one for each counter. */
export function counterColumns(time: TimeKeys): readonly string[] {
  const named = ['PartitionKey', 'CounterName', 'CounterValue', 'Role', 'RoleInstance'];
  if (time === 'ticks') return [...named, 'EventTickCount'];
  return time === 'reversed-rows' ? [...named, 'RowKey', 'Host', 'Average', 'Minimum', 'Maximum'] : [];
}

/** One value of one counter. */
interface Sample {
  readonly counter: string;
  readonly source: string;
  readonly value: number;
  /** Of an aggregate that the service or the agent made. */
  readonly min: number;
  readonly max: number;
}

/** Numbers that are no measurements. */
const notCounters: ReadonlySet<string> = new Set([
  'EventTickCount',
  'SeverityNumber',
  'RowIndex',
  'Pid',
  'Tid',
  'EventId',
]);

/** The values in a row: of one counter that it names, or of each of its numbers. */
function samplesOf(row: Entity): readonly Sample[] {
  const values = new Map(row.properties.map(({ name, value }) => [name, value]));
  const textOf = (name: string): string => String(values.get(name)?.value ?? '');
  const source = [textOf('Role'), textOf('RoleInstance') || textOf('Host')].filter((part) => part !== '').join(' · ');
  const name = textOf('CounterName');
  if (name !== '') {
    const held = values.get('CounterValue') ?? values.get('Average');
    const value = held === undefined ? null : finite(Number(held.value));
    if (value === null) return [];
    const [min, max] = [numberOf(values.get('Minimum')) ?? value, numberOf(values.get('Maximum')) ?? value];
    return [{ counter: name, source: source || t`no role`, value, min, max }];
  }
  if (!/^\d{8}T|^\d{19}___/u.test(row.partitionKey)) return [];
  // The service's own metrics have the API in the RowKey: `user;GetBlob`.
  const whose = source || decodedKey(row.rowKey);
  return row.properties.flatMap(({ name: counter, value: held }) => {
    const value = notCounters.has(counter) ? null : numberOf(held);
    return value === null ? [] : [{ counter, source: whose, value, min: value, max: value }];
  });
}

function numberOf(value: EdmValue | undefined): number | null {
  if (value === undefined || !/^Edm\.(?:Double|Int32|Int64)$/u.test(value.type)) return null;
  return finite(Number(value.value));
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}

/** When a row was measured: its exact time, where it has one, or that of its keys. */
function ticksOfRow(row: Entity): bigint | null {
  const ofKeys = ticksOfKeys(row);
  if (ofKeys === null) return null;
  const exact = row.properties.find(({ name, value }) => name === 'EventTickCount' && value.type === 'Edm.Int64');
  if (exact === undefined) return ofKeys;
  // Agents measure at whole seconds, and note when they were done with it.
  return (BigInt(String(exact.value.value)) / ticksPerSecond) * ticksPerSecond;
}

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
    const ticks = ticksOfRow(row);
    if (ticks === null) return;
    const samples = samplesOf(row);
    for (const sample of samples) this.#put(sample, this.#momentOf(msFromTicks(ticks)));
    if (samples.length > 0) this.#samples += 1;
    while (this.#moments > this.#most && this.#times.size > 1) this.#widen();
  }

  #put({ counter, source, value, min, max }: Sample, atMs: number): void {
    const moments = entry(
      entry(this.#counters, counter, newMap<string, Map<number, Moment>>),
      source,
      newMap<number, Moment>,
    );
    const before = moments.get(atMs);
    if (before === undefined) this.#moments += 1;
    moments.set(atMs, both(before, { sum: value, count: 1, min, max }));
    this.#times.add(atMs);
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
        for (const [atMs, moment] of moments) {
          const at = this.#momentOf(atMs);
          wider.set(at, both(wider.get(at), moment));
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
