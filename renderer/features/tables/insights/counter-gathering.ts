// What the rows of a diagnostics table hold: the values of its counters by role and instance, gathered as they arrive. A
// gathering has a bounded number of moments; those of a long time are joined. Its newest part can be read once more.
import type { EdmValue, Entity } from '@shared/model/entity';
import { msFromTicks, ticksPerSecond } from '@shared/query/ticks';
import { type TimeKeys, decodedKey, ticksOfKeys } from '@shared/query/wad-window';
import { t } from '@shared/strings/t';

/** Sum and number of the samples of one source at one time. */
export interface Moment {
  sum: number;
  count: number;
  min: number;
  max: number;
}

export type Moments = ReadonlyMap<number, Readonly<Moment>>;

/** By counter, then by role and instance. */
export type CounterSources = ReadonlyMap<string, ReadonlyMap<string, Moments>>;

export interface CounterTable {
  /** Empty for that of the tab. */
  readonly name: string;
  readonly counters: CounterSources;
}

/** The samples of one table, or of several beside each other. */
export interface CounterSamples {
  /** Rows that hold a counter; after a renewal the samples themselves. */
  readonly samples: number;
  /** The samples at each time, ms since 1970. */
  readonly counters: CounterSources;
  /** The same, for each table: its samples have a distance of their own. */
  readonly tables: readonly CounterTable[];
  /** Every time with a sample, in order. */
  times(): readonly number[];
}

export function both(one: Readonly<Moment> | undefined, other: Readonly<Moment>): Moment {
  if (one === undefined) return { ...other };
  return {
    sum: one.sum + other.sum,
    count: one.count + other.count,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
  };
}

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

export class CounterGathering implements CounterSamples {
  readonly #counters = new Map<string, Map<string, Map<number, Moment>>>();
  readonly #max: number;
  #times = new Set<number>();
  /** 0 while every moment is stored exactly. */
  #stepMs = 0;
  #moments = 0;
  #rows = 0;
  #samples = 0;

  /** @param max moments to hold, of all counters and sources together */
  constructor(max: number = maxMoments) {
    this.#max = max;
  }

  /** Rows that were read, with and without a counter. */
  get rows(): number {
    return this.#rows;
  }

  get samples(): number {
    return this.#samples;
  }

  /** By counter, then by role and instance: the samples at each time, ms since 1970. */
  get counters(): CounterSources {
    return this.#counters;
  }

  get tables(): readonly CounterTable[] {
    return [{ name: '', counters: this.#counters }];
  }

  /** Every time with a sample, in order. */
  times(): readonly number[] {
    return [...this.#times].sort((left, right) => left - right);
  }

  /** A new object after each change, so that what is drawn from it is drawn again; its maps are those of the gathering. */
  current(): CounterSamples {
    const [samples, counters, tables] = [this.#samples, this.#counters, this.tables];
    return { samples, counters, tables, times: () => this.times() };
  }

  add(row: Entity): void {
    this.#rows += 1;
    const ticks = ticksOfRow(row);
    if (ticks === null) return;
    const samples = samplesOf(row);
    for (const sample of samples) this.#put(sample, msFromTicks(ticks));
    if (samples.length > 0) this.#samples += 1;
    this.#fit();
  }

  /** The start of the moment at this time: samples of a long time are joined, and a moment is replaced as a whole. */
  startOfMoment(atMs: number): number {
    return this.#momentOf(atMs);
  }

  /**
   * Replaces the samples from a moment on by those of a newer reading, and drops those before `fromMs`. Counts only the
   * samples that are left, so that rows without one are no longer counted.
   * @param cutMs the start of a moment
   */
  renew(fromMs: number, cutMs: number, newest: CounterGathering): void {
    this.#times = new Set([...this.#times].filter((atMs) => atMs >= fromMs && atMs < cutMs));
    for (const sources of this.#counters.values()) {
      for (const moments of sources.values()) {
        for (const atMs of moments.keys()) if (atMs < fromMs || atMs >= cutMs) moments.delete(atMs);
      }
    }
    for (const [counter, sources] of newest.#counters) {
      for (const [source, moments] of sources) {
        for (const [atMs, moment] of moments) {
          if (atMs >= fromMs && atMs >= cutMs) this.#putMoment(counter, source, atMs, moment);
        }
      }
    }
    this.#moments = 0;
    this.#samples = 0;
    for (const [counter, sources] of this.#counters) {
      for (const [source, moments] of sources) {
        this.#moments += moments.size;
        for (const { count } of moments.values()) this.#samples += count;
        if (moments.size === 0) sources.delete(source);
      }
      if (sources.size === 0) this.#counters.delete(counter);
    }
    this.#rows = this.#samples;
    this.#fit();
  }

  #fit(): void {
    while (this.#moments > this.#max && this.#times.size > 1) this.#widen();
  }

  #put({ counter, source, value, min, max }: Sample, atMs: number): void {
    this.#putMoment(counter, source, atMs, { sum: value, count: 1, min, max });
  }

  #putMoment(counter: string, source: string, fromMs: number, moment: Readonly<Moment>): void {
    const atMs = this.#momentOf(fromMs);
    const moments = entry(
      entry(this.#counters, counter, newMap<string, Map<number, Moment>>),
      source,
      newMap<number, Moment>,
    );
    const before = moments.get(atMs);
    if (before === undefined) this.#moments += 1;
    moments.set(atMs, both(before, moment));
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
