// The counters of several diagnostics tables side by side: the query that reads the same stretch of time from a table of
// any of the known forms, and the samples of all of them, with the table named where it is not that of the tab. Pure.
import { type TableQuery, wholeTable } from '@shared/model/table-query';
import { type TimeKeys, shardsNode, timeKeysOf, wadReading } from '@shared/query/wad-window';
import { conditionsBesideWindow } from '../query/window-draft';
import type { CounterSamples, CounterSources, CounterTable, Moments } from './counter-gathering';

export interface TimeRange {
  /** Ticks, inclusive. */
  readonly from: bigint;
  /** Ticks, exclusive. */
  readonly to: bigint;
}

/** Reads a range of time of a table; whole minutes where its keys hold those. */
export function rangeQuery(table: string, range: TimeRange, time: TimeKeys): TableQuery {
  return inRange(wholeTable(table), range, time);
}

/** The same query for another range of time, its other conditions unchanged. */
export function inRange(query: TableQuery, { from, to }: TimeRange, time: TimeKeys): TableQuery {
  const reading = wadReading(from, to, null, time);
  const shards = shardsNode(reading);
  const { where: _where, filterText: _filterText, ...base } = query;
  const others = conditionsBesideWindow(query);
  const nodes = shards === null ? others : [shards, ...others];
  return {
    ...base,
    ...(shards === null ? { [reading.key]: reading.range } : { splitOr: true }),
    ...(nodes.length === 0 ? {} : { where: { kind: 'and', nodes } }),
  };
}

/** The tables whose names say that their keys hold the time, and that they hold more than messages. */
export function counterTables(names: readonly string[]): readonly string[] {
  return names.filter((name) => timeKeysOf(name, []) !== null && !/log|directories/iu.test(name));
}

export interface NamedSamples {
  readonly table: string;
  readonly samples: CounterSamples;
}

/** The first table is that of the tab, whose instances need no further name. */
export function sideBySide([first, ...others]: readonly [NamedSamples, ...NamedSamples[]]): CounterSamples {
  if (others.length === 0) return first.samples;
  const tables: readonly CounterTable[] = [
    { name: '', counters: first.samples.counters },
    ...others.map(({ table, samples }) => ({ name: table, counters: named(table, samples.counters) })),
  ];
  const counters = new Map<string, Map<string, Moments>>();
  for (const own of tables) {
    for (const [counter, sources] of own.counters) {
      counters.set(counter, new Map([...(counters.get(counter) ?? []), ...sources]));
    }
  }
  const all = [first, ...others].map(({ samples }) => samples);
  return {
    samples: all.reduce((sum, { samples }) => sum + samples, 0),
    counters,
    tables,
    times: () => [...new Set(all.flatMap((samples) => samples.times()))].sort((left, right) => left - right),
  };
}

function named(table: string, counters: CounterSources): CounterSources {
  return new Map(
    [...counters].map(([counter, sources]) => [
      counter,
      new Map([...sources].map(([source, moments]) => [`${source} · ${table}`, moments] as const)),
    ]),
  );
}
