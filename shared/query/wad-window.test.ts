// A window holds exactly the ticks from its start on and before its end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from './evaluate';
import { keyConditionNode, wholeFilter } from './key-filter';
import { reversedTicksKey, ticksKey } from './key-tools';
import { momentText, parseMoment } from './ticks';
import {
  decodedKey,
  precisePropertyOf,
  preciseNode,
  shardsNode,
  ticksOfKeys,
  ticksOfWadKey,
  timeKeysOf,
  wadReading,
  wadWindow,
} from './wad-window';

const wadTicks = fc.bigInt({ min: 100_000_000_000_000_000n, max: 999_999_999_999_999_999n });

describe('diagnostics tables', () => {
  const key = '0639275400000000000';
  it.each<[string, readonly string[], boolean]>([
    ['WADPerformanceCountersTable', [key], true],
    ['WADLogsTable', [], true],
    ['wadlogstable', [key], true],
    ['WADding', ['Action'], false],
    ['WADLogsTable', ['639275400000000000'], false],
    ['WADLogsTable', [...Array.from({ length: 9 }, () => key), 'Action'], true],
    ['WADLogsTable', [...Array.from({ length: 8 }, () => key), 'Action'], false],
    ['Movies', [key], false],
    ['WADWindowsEventLogsTable', [], true],
    ['WADMetricsPT1HP10DV2S20261121', [], false],
    ['wadmetricspt1mp10dv2s20261121', [':002Fsubscriptions:002F1'], false],
  ])('%s with %j: %s', (table, keys, is) => {
    expect(
      timeKeysOf(
        table,
        keys.map((partitionKey) => ({ partitionKey, rowKey: '' })),
      ) === 'ticks',
    ).toBe(is);
  });

  it('carry their time in the key', () => {
    fc.assert(
      fc.property(wadTicks, (ticks) => {
        expect(ticksOfWadKey(ticksKey(ticks))).toBe(ticks);
      }),
    );
    for (const other of ['Action', '06392754000000000001', '-0639275400000000000', '0639275400000000000 '])
      expect(ticksOfWadKey(other)).toBeNull();
  });
});

describe('a time window', () => {
  it('is sent as a range of partitions', () => {
    const at = (text: string): bigint => parseMoment(text, 'utc') ?? 0n;
    const partitionKey = wadWindow(at('2026-10-14 02:00'), at('2026-10-14 03:00'));
    expect(wholeFilter({ partitionKey, rowKey: { kind: 'any' } }).text).toBe(
      "PartitionKey ge '0639275400000000000' and PartitionKey lt '0639275436000000000'",
    );
  });

  it('holds exactly its ticks', () => {
    fc.assert(
      fc.property(
        wadTicks,
        fc.bigInt({ min: 1n, max: 10_000n }),
        fc.bigInt({ min: -20_000n, max: 20_000n }),
        (from, length, shift) => {
          const node = keyConditionNode('PartitionKey', wadWindow(from, from + length));
          for (const ticks of [from - 1n, from, from + length - 1n, from + length, from + shift]) {
            const entity = { partitionKey: ticksKey(ticks), rowKey: '', timestamp: '', etag: '', properties: [] };
            expect(node !== null && matches(node, entity)).toBe(ticks >= from && ticks < from + length);
          }
        },
      ),
    );
  });
});

describe('a window over keys of whole minutes', () => {
  const minute = 600_000_000n;
  const textOf = (from: string, to: string, property: 'EventTickCount' | 'PreciseTimeStamp' | null): string => {
    const reading = wadReading(parseMoment(from, 'utc') ?? 0n, parseMoment(to, 'utc') ?? 0n, property);
    const where = preciseNode(reading);
    return wholeFilter({ partitionKey: reading.range, rowKey: { kind: 'any' }, ...(where && { where }) }).text;
  };

  it.each([
    [
      '2026-10-14 07:20:10',
      '2026-10-14 07:20:50',
      'EventTickCount',
      "PartitionKey ge '0639275592000000000' and PartitionKey lt '0639275592600000000' and EventTickCount ge 639275592100000000L and EventTickCount lt 639275592500000000L",
    ],
    [
      '2026-10-14 07:20:00',
      '2026-10-14 07:21:00',
      'EventTickCount',
      "PartitionKey ge '0639275592000000000' and PartitionKey lt '0639275592600000000'",
    ],
    [
      '2026-10-14 07:20:30',
      '2026-10-14 07:21:00',
      'PreciseTimeStamp',
      "PartitionKey ge '0639275592000000000' and PartitionKey lt '0639275592600000000' and PreciseTimeStamp ge datetime'2026-10-14T07:20:30.0000000Z' and PreciseTimeStamp lt datetime'2026-10-14T07:21:00.0000000Z'",
    ],
    [
      '2026-10-14 07:20:30',
      '2026-10-14 07:20:31',
      null,
      "PartitionKey ge '0639275592000000000' and PartitionKey lt '0639275592600000000'",
    ],
  ] as const)('wad window: from %s to %s by %s sends %s', (from, to, property, text) => {
    expect(textOf(from, to, property)).toBe(text);
  });

  it('wad window: holds exactly the rows whose event is within it', () => {
    const length = fc.oneof(fc.bigInt({ min: 1n, max: 3n * minute }), fc.constantFrom(minute, 1440n * minute));
    fc.assert(
      fc.property(wadTicks, length, fc.bigInt({ min: -2n * minute, max: 2n * minute }), (from, span, shift) => {
        const reading = wadReading(from, from + span, 'EventTickCount');
        const where = preciseNode(reading);
        const { node } = wholeFilter({ partitionKey: reading.range, rowKey: { kind: 'any' }, ...(where && { where }) });
        for (const ticks of [from - 1n, from, from + span - 1n, from + span, from + shift]) {
          const entity = {
            partitionKey: ticksKey((ticks / minute) * minute),
            rowKey: '',
            timestamp: '',
            etag: '',
            properties: [{ name: 'EventTickCount', value: { type: 'Edm.Int64' as const, value: `${ticks}` } }],
          };
          expect(node !== null && matches(node, entity)).toBe(ticks >= from && ticks < from + span);
        }
      }),
    );
  });

  it.each([
    [[], 'EventTickCount'],
    [['A', 'EventTickCount', 'PreciseTimeStamp'], 'EventTickCount'],
    [['PreciseTimeStamp'], 'PreciseTimeStamp'],
    [['A'], null],
  ] as const)('wad window: rows with the columns %j are distinguished by %s', (columns, property) => {
    expect(precisePropertyOf(columns)).toBe(property);
  });
});

describe('keys of other diagnostics tables', () => {
  const at = (text: string): bigint => parseMoment(text, 'utc') ?? 0n;
  const tables = [
    [
      'LinuxSyslogVer2v0',
      'sharded-ticks',
      (ticks: bigint) => ({ partitionKey: `0000000000000000003___${ticksKey(ticks)}`, rowKey: 'vm;1' }),
    ],
    [
      '$MetricsMinutePrimaryTransactionsBlob',
      'minutes',
      (ticks: bigint) => ({
        partitionKey: momentText(ticks, 'utc').slice(0, 16).replaceAll(/[-:]/gu, '').replace(' ', 'T'),
        rowKey: 'user;All',
      }),
    ],
    [
      'WADMetricsPT1MP10DV2S20261014',
      'reversed-rows',
      (ticks: bigint) => ({
        partitionKey: ':002Fsubscriptions:002Fone',
        rowKey: `${reversedTicksKey(ticks)}__:005CMemory:005CAvailable:0020Bytes`,
      }),
    ],
  ] as const;

  it.each(tables)('diagnostics keys: %s hold the time, and a window has exactly its minutes', (table, form, keysOf) => {
    const minute = 600_000_000n;
    const start = at('2026-10-14 02:00');
    const rows = [-1n, 0n, 1n, 59n, 60n].map((minutes) => keysOf(start + minutes * minute));
    expect(timeKeysOf(table, rows)).toBe(form);
    expect(timeKeysOf(table, [{ partitionKey: 'x', rowKey: 'y' }])).toBeNull();
    expect(rows.map(ticksOfKeys)).toEqual([-1n, 0n, 1n, 59n, 60n].map((minutes) => start + minutes * minute));
    const reading = wadReading(start, start + 60n * minute, null, form);
    const ranges = reading.shards.length > 0 ? reading.shards : [reading.range];
    const read = rows.map((row) =>
      ranges.some(({ from, to }) => row[reading.key] >= from.value && row[reading.key] < to.value),
    );
    expect(read).toEqual([false, true, true, true, false]);
    expect(shardsNode(reading) === null).toBe(form !== 'sharded-ticks');
  });

  it('diagnostics keys: the service’s escapes are read', () => {
    expect(decodedKey(':005CProcessor:0028_Total:0029:005C:0025:0020Time')).toBe('\\Processor(_Total)\\% Time');
    expect(decodedKey('12:30:zz')).toBe('12:30:zz');
  });

  it('diagnostics keys: rows of WADMetrics tables in their other order have no time, and take it from none', () => {
    const other = { partitionKey: 'r', rowKey: ':005CMemory__2516104399999999999' };
    expect([timeKeysOf('WADMetricsPT1H', [other]), ticksOfKeys(other)]).toEqual(['reversed-rows', null]);
  });
});
