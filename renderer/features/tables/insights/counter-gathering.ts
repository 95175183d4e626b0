// Samples of performance counters, gathered row by row as pages arrive: a page costs its own rows, not all before it. Where
// they become too many, those of one stretch of time are held as their mean, so that a long window takes no more memory.
import type { Entity } from '@shared/model/entity';
import { msFromTicks } from '@shared/query/ticks';
import { ticksOfWadKey } from '@shared/query/wad-window';
import { t } from '@shared/strings/t';

/** Sum and number of the samples of one source at one time. */
interface Moment {
  sum: number;
  count: number;
}

export type Moments = ReadonlyMap<number, Readonly<Moment>>;

/** What of a row holds a counter; its time is in PartitionKey. */
export const counterColumns = ['PartitionKey', 'CounterName', 'CounterValue', 'Role', 'RoleInstance'] as const;

/** Some hundred bytes each. */
const maxMoments = 200_000;
const minStepMs = 60_000;

export class CounterGathering {
  readonly #counters = new Map<string, Map<string, Map<number, Moment>>>();
  readonly #most: number;
  #times = new Set<number>();
  /** 0 while every moment is held as it is. */
  #stepMs = 0;
  #moments = 0;
  #rows = 0;
  #samples = 0;

  /** @param most moments to hold, of all counters and sources together */
  constructor(max: number = maxMoments) {
    this.#most = max;
  }

  /** Rows that were looked at, with and without a counter. */
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
