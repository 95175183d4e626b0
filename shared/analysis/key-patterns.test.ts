import { describe, expect, it } from 'vitest';
import type { Entity } from '../model/entity';
import { reversedDate, reversedTicksKey, ticksKey } from '../query/key-tools';
import { ticksFromMs } from '../query/ticks';
import { keyForms } from './key-form';
import { rankCorrelation } from './rank-correlation';
import { ResultAnalysis } from './result-analysis';

const startMs = Date.UTC(2026, 9, 14);
const minuteMs = 60_000;

type KeysOf = (index: number) => readonly [partitionKey: string, rowKey: string];

const idsOf = (keys: KeysOf, rows?: number): readonly string[] => patternsOf(keys, rows).map(({ id }) => id);

function patternsOf(keys: KeysOf, rows = 400) {
  const analysis = new ResultAnalysis({ depth: 'profile' });
  const entities = Array.from({ length: rows }, (_, index): Entity => {
    const [partitionKey, rowKey] = keys(index);
    const timestamp = new Date(startMs + index * minuteMs).toISOString();
    return { partitionKey, rowKey, timestamp, etag: '', properties: [] };
  });
  analysis.addPage(entities, { bytes: rows * 100, latencyMs: 10 });
  return analysis.result().patterns;
}
const scattered = (index: number): string => ((index * 7919) % 1009).toString(36).padStart(4, 'x');
const at = (index: number): bigint => ticksFromMs(startMs + index * minuteMs);

describe('patterns of keys', () => {
  it('distinguish appended from prepended partitions', () => {
    expect(idsOf((index) => [ticksKey(at(index)), 'r'])).toEqual([
      'one-row-partitions',
      'append-only',
      'PartitionKey-ticks',
    ]);
    expect(idsOf((index) => [reversedTicksKey(at(index)), 'r'])).toContain('prepend-only');
  });

  it('distinguish rows appended within partitions that are written in parallel', () => {
    const ids = idsOf((index) => [`t${index % 5}`, `2026-10-14;${String(index).padStart(6, '0')}`]);
    expect(ids).toContain('append-only-rows');
    expect(ids).not.toContain('append-only');
    expect(idsOf((index) => [`t${index % 5}`, String(9999 - index)])).toContain('prepend-only-rows');
  });

  it('find no order where there is none', () => {
    const ids = idsOf((index) => [scattered(index), scattered(index * 31)]);
    expect(ids.filter((id) => id.includes('pend'))).toEqual([]);
  });

  it('name the one partition, and the one that holds most', () => {
    expect(idsOf((index) => ['only', scattered(index)])).toContain('one-partition');
    const ids = idsOf((index) => [index % 4 === 0 ? `p${index}` : 'most', scattered(index)]);
    expect(ids).toContain('hot-partition');
  });

  it('name a partition that holds many times what the others hold, long before it is half of the rows', () => {
    const fifth: KeysOf = (index) => [index % 5 === 0 ? 'busy' : `p${index % 50}`, scattered(index)];
    expect(patternsOf(fifth).find(({ id }) => id === 'hot-partition')?.finding).toBe(
      'Partition “busy” contains 20 % of the rows, 8 times the average.',
    );
    // One of five that hold as much.
    expect(idsOf((index) => [`p${index % 5}`, scattered(index)])).not.toContain('hot-partition');
    // Many times the others, and still little of the whole.
    const small: KeysOf = (index) => [index % 20 === 0 ? 'busy' : `p${index}`, scattered(index)];
    expect(idsOf(small)).not.toContain('hot-partition');
  });

  it('report where writes land when the PartitionKey is a time', () => {
    const daily: KeysOf = (index) => [`2026-10-${String(1 + (index % 28)).padStart(2, '0')}`, scattered(index)];
    expect(patternsOf(daily).find(({ id }) => id === 'PartitionKey-date')?.consequence).toContain(
      'all go to the last partition',
    );
  });

  it('draw no conclusion about order from a handful of rows', () => {
    expect(idsOf((index) => [`p${index}`, 'r'], 4)).toEqual([]);
  });
});

describe('forms of keys', () => {
  const many = (key: (index: number) => string): string[] => Array.from({ length: 40 }, (_, index) => key(index));
  it.each([
    ['ticks', many((index) => ticksKey(at(index)))],
    ['reversed-ticks', many((index) => reversedTicksKey(at(index)))],
    ['date', many((index) => new Date(startMs + index * 86_400_000).toISOString().slice(0, 10))],
    ['reversed-date', many((index) => reversedDate({ year: 2026, month: 1 + (index % 12), day: 1 + (index % 28) }))],
    ['guid', many((index) => `1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d${String(10 + index)}`)],
    ['padded-number', many((index) => String(index).padStart(6, '0'))],
    ['unpadded-number', many((index) => String(index * 3))],
    [null, many((index) => `Shanghai ${index}`)],
  ])('%s', (form, keys) => {
    expect(keyForms(keys).whole).toBe(form);
  });

  it('of the first part of keys made of parts', () => {
    expect(
      keyForms(many((index) => `2026-10-${String(1 + (index % 28)).padStart(2, '0')};${scattered(index)}`)),
    ).toEqual({
      whole: null,
      first: { delimiter: ';', form: 'date' },
    });
  });
});

describe('rank correlation', () => {
  it('is 1 for the same order, -1 for the opposite, null when one order is constant', () => {
    expect(rankCorrelation(['a', 'b', 'c'], ['1', '5', '9'])).toBeCloseTo(1);
    expect(rankCorrelation(['a', 'b', 'c'], ['9', '5', '1'])).toBeCloseTo(-1);
    expect(rankCorrelation(['a', 'a', 'a'], ['9', '5', '1'])).toBeNull();
    expect(rankCorrelation(['a', 'a', 'b', 'b'], ['1', '2', '1', '2'])).toBeCloseTo(0);
  });
});
