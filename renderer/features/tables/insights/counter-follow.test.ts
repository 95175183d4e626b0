// Counters that are followed, and those of several tables: what is read again, and that the charts are those of one whole
// reading.
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { parseFilter, renderFilter } from '@shared/query/odata';
import { reversedTicksKey, ticksKey } from '@shared/query/key-tools';
import { ticksFromMs } from '@shared/query/ticks';
import { shardsNode, wadReading, wadWindow } from '@shared/query/wad-window';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createTestPort } from '../fixtures/test-port';
import { rangeOfQuery } from '../query/window-draft';
import type { QueryCalls } from '../result/query-run';
import { allCountersCsv } from './counter-export';
import { CounterGathering } from './counter-gathering';
import { counterCharts } from './counter-series';
import { counterTables, inRange, sideBySide } from './counter-tables';
import { type WindowReadingState, createWindowReading } from './window-reading';

const startMs = Date.UTC(2026, 9, 14, 2);
const minuteMs = 60_000;
const ticksAt = (minute: number): bigint => ticksFromMs(startMs + minute * minuteMs);
const text = (name: string, value: string) => ({ name, value: { type: 'Edm.String' as const, value } });
const number = (name: string, value: number) => ({
  name,
  value: { type: 'Edm.Double' as const, value: String(value) },
});

function sample(minute: number, instance = 'a', value = minute, counter = '\\Memory\\Available MBytes'): Entity {
  const properties = [
    text('Role', 'web'),
    text('RoleInstance', instance),
    text('CounterName', counter),
    number('CounterValue', value),
  ];
  return {
    partitionKey: ticksKey(ticksAt(minute)),
    rowKey: `${instance}${minute}`,
    timestamp: '',
    etag: '',
    properties,
  };
}

const query: TableQuery = {
  table: 'WADPerformanceCountersTable',
  partitionKey: wadWindow(ticksAt(0), ticksAt(60)),
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
};

/** A table that answers every range of its PartitionKey from the rows it has by then. */
function table(rows: Entity[]): QueryCalls & { readonly ranges: string[] } {
  const ranges: string[] = [];
  let latest: QueryCalls = createTestPort([]);
  return {
    ...createTestPort([]),
    ranges,
    async open(input, signal) {
      const { partitionKey } = input.query;
      if (partitionKey.kind !== 'range') throw new Error('Not a range.');
      const [from = '', to = ''] = [partitionKey.from?.value, partitionKey.to?.value];
      ranges.push(`${from} ${to}`);
      latest = createTestPort([rows.filter((row) => row.partitionKey >= from && row.partitionKey < to)]);
      return latest.open(input, signal);
    },
    nextPage: async (input, signal) => latest.nextPage(input, signal),
    close: async (input) => latest.close(input),
  };
}

function readingOf(port: QueryCalls, of: TableQuery = query) {
  let last: WindowReadingState | undefined;
  const reading = createWindowReading({
    connectionId: 'c',
    query: of,
    port,
    turns: () => ({ rest: () => undefined }),
    now: () => 0,
    onState: (state) => (last = state),
  });
  return {
    reading,
    last: () => last,
    async whole() {
      reading.start();
      await vi.waitFor(() => expect(last?.status).toBe('done'));
      return last?.gathering ?? new CounterGathering().current();
    },
    async followed(minute: number) {
      const nowMs = startMs + minute * minuteMs;
      reading.poll(nowMs);
      await vi.waitFor(() => expect(last?.followedMs).toBe(nowMs));
      return last?.gathering ?? new CounterGathering().current();
    },
  };
}

describe('a followed window', () => {
  it('keeps its length, and reads only what may be new', async () => {
    const rows = Array.from({ length: 60 }, (_, minute) => sample(minute));
    const port = table(rows);
    const { whole, followed } = readingOf(port);
    expect((await whole()).samples).toBe(60);
    rows.push(sample(60), sample(61));
    const gathering = await followed(62);
    expect(gathering.times()[0]).toBe(startMs + 2 * minuteMs);
    expect(gathering.times().at(-1)).toBe(startMs + 61 * minuteMs);
    expect(gathering.samples).toBe(60);
    expect(port.ranges[1]).toBe(`${ticksKey(ticksAt(48))} ${ticksKey(ticksAt(62))}`);
  });

  it('has the charts of one whole reading, whenever its samples arrive within ten minutes', async () => {
    const arrivals = fc.array(
      fc.record({ minute: fc.integer({ min: 0, max: 90 }), late: fc.integer({ min: 0, max: 9 }), of: fc.nat(2) }),
      { maxLength: 60 },
    );
    const polls = fc.uniqueArray(fc.integer({ min: 61, max: 91 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(arrivals, polls, async (all, minutes) => {
        const rows: Entity[] = [];
        const arrive = (until: number): void => {
          const due = all.filter(({ minute, late }) => minute + late < until);
          rows.splice(0, rows.length, ...due.map(({ minute, of }) => sample(minute, `i${of}`)));
          rows.sort((left, right) => (left.partitionKey < right.partitionKey ? -1 : 1));
        };
        arrive(60);
        const { whole, followed } = readingOf(table(rows));
        await whole();
        for (const minute of minutes.toSorted((left, right) => left - right)) {
          arrive(minute);
          const range = { from: ticksAt(minute - 60), to: ticksAt(minute) };
          const fresh = await readingOf(table(rows), inRange(query, range, 'ticks')).whole();
          expect(counterCharts(await followed(minute))).toEqual(counterCharts(fresh));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has no charts once all its samples are older than it', async () => {
    const { whole, followed } = readingOf(table([sample(0), sample(1)]));
    await whole();
    expect(counterCharts(await followed(200))).toBeNull();
  });

  it('reports why it could not be followed, and continues with the next attempt', async () => {
    const rows = [sample(0), sample(59)];
    const port = table(rows);
    const { reading, last, whole, followed } = readingOf({
      ...port,
      open: async (input, signal) => {
        if (port.ranges.length === 1 && rows.length === 2) throw new StowageError('network.reset', 'Cut.');
        return port.open(input, signal);
      },
    });
    await whole();
    reading.poll(startMs + 61 * minuteMs);
    await vi.waitFor(() => expect(last()).toMatchObject({ status: 'done', error: { code: 'network.reset' } }));
    rows.push(sample(61));
    expect((await followed(62)).times()).toEqual([startMs + 59 * minuteMs, startMs + 61 * minuteMs]);
    expect(last()?.error).toBeNull();
  });
});

describe('a query for another range of time', () => {
  const role = { kind: 'comparison', property: 'Role', operator: 'eq', operand: text('', 'web').value } as const;
  const later = { from: ticksAt(60), to: ticksAt(120) };

  it('has the other conditions of the query, and not its exact time', () => {
    const exact = (operator: 'ge' | 'lt') =>
      ({
        kind: 'comparison',
        property: 'EventTickCount',
        operator,
        operand: { type: 'Edm.Int64', value: '7' },
      }) as const;
    const where = { kind: 'and', nodes: [exact('ge'), role, exact('lt')] } as const;
    const moved = inRange({ ...query, where }, later, 'ticks');
    expect(moved.partitionKey).toEqual(wadWindow(ticksAt(60), ticksAt(120)));
    expect(moved.where).toEqual({ kind: 'and', nodes: [role] });
  });

  it('is found in the text of one with shards, and moved there', () => {
    const shards = shardsNode(wadReading(ticksAt(0), ticksAt(60), null, 'sharded-ticks'));
    if (shards === null) throw new Error('There are shards.');
    const any = { kind: 'any' } as const;
    const filterText = renderFilter({ kind: 'and', nodes: [shards, role] });
    const sharded = { ...query, table: 'LinuxCpuVer2v0', partitionKey: any, filterText };
    expect(rangeOfQuery(sharded)).toEqual({ from: ticksAt(0), to: ticksAt(60) });
    const moved = inRange(sharded, later, 'sharded-ticks');
    expect(rangeOfQuery(moved)).toEqual(later);
    expect(moved.filterText).toBeUndefined();
    expect(moved.where && parseFilter(renderFilter(moved.where))).toEqual(moved.where);
    expect(rangeOfQuery({ ...sharded, filterText: "Role eq 'web'" })).toBeNull();
    expect(rangeOfQuery({ ...sharded, filterText: 'Role eq' })).toBeNull();
  });
});

describe('counters of several tables', () => {
  const gathered = (rows: readonly Entity[]): CounterGathering => {
    const gathering = new CounterGathering();
    for (const row of rows) gathering.add(row);
    return gathering;
  };
  const own = gathered(Array.from({ length: 120 }, (_, minute) => sample(minute)));
  const hourly = [0, 60].map((minute): Entity => ({
    partitionKey: ':002Fvm',
    rowKey: `${reversedTicksKey(ticksAt(minute))}__:005CMemory`,
    timestamp: '',
    etag: '',
    properties: [
      text('CounterName', '\\Memory\\Available MBytes'),
      text('Host', 'vm7'),
      number('Average', 5),
      number('Minimum', 1),
      number('Maximum', 9),
    ],
  }));
  const both = sideBySide([
    { table: 'WADPerformanceCountersTable', samples: own },
    { table: 'WADMetricsPT1HP10DV2S20261014', samples: gathered(hourly) },
  ]);

  it('are in one chart on one time axis, with the other table named', () => {
    const charts = counterCharts(both);
    expect(charts).toMatchObject({ fromMs: startMs, toMs: startMs + 119 * minuteMs, samples: 122 });
    const [chart] = charts?.charts ?? [];
    expect(chart?.rows).toHaveLength(120);
    expect(chart?.rows.filter((row) => row['series-0'] !== null).map((row) => row['series-0'])).toEqual([5, 5]);
    expect(chart?.rows.map((row) => row['series-1'])).toEqual(Array.from({ length: 120 }, (_, minute) => minute));
    expect(chart?.series.map(({ label }) => label)).toEqual(['vm7 · WADMetricsPT1HP10DV2S20261014', 'web · a']);
  });

  it('are added up for each table alone, because another is measured at other times', () => {
    const [chart] = counterCharts(both, undefined, undefined, 'sum')?.charts ?? [];
    expect(chart?.series.map(({ label }) => label)).toEqual([
      'sum of 1 instances',
      'sum of 1 instances · WADMetricsPT1HP10DV2S20261014',
    ]);
    expect(chart?.rows.slice(60, 62).map((row) => [row['series-0'], row['series-1']])).toEqual([
      [60, 5],
      [61, null],
    ]);
  });

  it('have points at the distance of each table, so that the minutes of one are not those of the other', () => {
    const alone = sideBySide([
      { table: 'a', samples: own },
      {
        table: 'b',
        samples: gathered(
          hourly.map((row) => ({ ...row, properties: row.properties.with(0, text('CounterName', 'x')) })),
        ),
      },
    ]);
    const charts = counterCharts(alone);
    expect(charts).toMatchObject({ stepMs: minuteMs, longestStepMs: 60 * minuteMs });
    expect(charts?.charts.map(({ rows }) => rows.length)).toEqual([120, 2]);
  });

  it('are saved in one file, one line for each point', () => {
    const lines = allCountersCsv(counterCharts(gathered([sample(0), sample(1, 'b', 7)]))?.charts ?? []).split('\r\n');
    expect(lines).toEqual([
      'time,counter,instance,mean,min,max',
      String.raw`2026-10-14T02:00:00.000Z,\Memory\Available MBytes,web · a,0,0,0`,
      String.raw`2026-10-14T02:01:00.000Z,\Memory\Available MBytes,web · b,7,7,7`,
      '',
    ]);
  });

  it('are offered by tables whose names are known, except those of messages', () => {
    const names = ['WADPerformanceCountersTable', 'WADLogsTable', 'WADMetricsPT1MP10DV2S20261014', 'Movies'];
    expect(
      counterTables([...names, 'LinuxCpuVer2v0', 'LinuxSyslogVer2v0', '$MetricsHourPrimaryTransactionsBlob']),
    ).toEqual([
      'WADPerformanceCountersTable',
      'WADMetricsPT1MP10DV2S20261014',
      'LinuxCpuVer2v0',
      '$MetricsHourPrimaryTransactionsBlob',
    ]);
  });
});
