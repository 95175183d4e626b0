// Samples of performance counters, gathered row by row as pages arrive: a page costs its own rows, not all before it.
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

export class CounterGathering {
  readonly #counters = new Map<string, Map<string, Map<number, Moment>>>();
  readonly #times = new Set<number>();
  #rows = 0;
  #samples = 0;

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
    const atMs = msFromTicks(ticks);
    const moments = entry(
      entry(this.#counters, counter, newMap<string, Map<number, Moment>>),
      source,
      newMap<number, Moment>,
    );
    const moment = entry(moments, atMs, () => ({ sum: 0, count: 0 }));
    moment.sum += value;
    moment.count += 1;
    this.#times.add(atMs);
    this.#samples += 1;
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
