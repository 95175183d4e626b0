// A window holds exactly the ticks from its start on and before its end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from './evaluate';
import { keyConditionNode, wholeFilter } from './key-filter';
import { ticksKey } from './key-tools';
import { parseMoment } from './ticks';
import { isDiagnosticsTable, ticksOfWadKey, wadWindow } from './wad-window';

const wadTicks = fc.bigInt({ min: 100_000_000_000_000_000n, max: 999_999_999_999_999_999n });

describe('diagnostics tables', () => {
  const key = '0639275400000000000';
  it.each<[string, readonly string[], boolean]>([
    ['WADPerformanceCountersTable', [key], true],
    ['WADLogsTable', [], true],
    ['wadlogstable', [key], true],
    ['WADding', ['Action'], false],
    ['WADLogsTable', ['639275400000000000'], false],
    ['Movies', [key], false],
  ])('%s with %j: %s', (table, keys, is) => {
    expect(isDiagnosticsTable(table, keys)).toBe(is);
  });

  it('carry their time in the key', () => {
    fc.assert(
      fc.property(wadTicks, (ticks) => {
        expect(ticksOfWadKey(ticksKey(ticks))).toBe(ticks);
      }),
    );
    expect(ticksOfWadKey('Action')).toBeNull();
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
