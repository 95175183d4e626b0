// Prefix queries on a real store: the condition finds the same rows as a check of every row.
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TableQuery } from '@shared/model/table-query';
import { legalKey } from '@shared/query/fixtures/arbitraries';
import { type TableBench, keysOf, open, pagesOf, query, row, rowsOf, startTableBench } from './fixtures/table-bench';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

describe('starts with', () => {
  const odd = [
    "o'n",
    "''",
    'a b',
    'a%20b',
    'a+b',
    'a&b=c',
    'ä',
    '日本',
    '\u{1f6a2}',
    '\u{1f6a3}x',
    '\uffff',
    '\ud7ff',
    '\ue000',
  ];
  const near = [
    '',
    'S',
    'Sg',
    'Sh',
    'Sh;',
    'Sh;a',
    'Sh<',
    'Shark',
    'Si',
    'sh',
    'S.',
    'S.x',
    'S0',
    'S~',
    'S~y',
    'S\u00a0',
  ];
  const keys = [
    ...new Set([...odd, ...near, ...near.map((key) => `A${key}`), ...fc.sample(legalKey, { numRuns: 60, seed: 4 })]),
  ];
  const rows = keys
    .flatMap((key) => [row('P', key), row(key, 'R')])
    .filter(
      ({ partitionKey, rowKey }, index, all) =>
        all.findIndex((other) => other.partitionKey === partitionKey && other.rowKey === rowKey) === index,
    );
  const prefixes = [
    ...new Set(keys.flatMap((key) => [key, [...key].slice(0, 1).join(''), [...key].slice(0, 2).join('')])),
  ];

  beforeAll(() => bench.fill('Prefixes', rows));

  it('finds the same rows as a check of every row, on either key and with a delimiter', async () => {
    const request = async (change: Partial<TableQuery>): Promise<string[]> =>
      keysOf(rowsOf(await pagesOf(open(bench.direct, query('Prefixes', change))))).sort();
    expect(await request({})).toEqual(keysOf(rows).sort());
    for (const prefix of prefixes) {
      const onRow = rows.filter(({ rowKey }) => rowKey.startsWith(prefix));
      expect(await request({ rowKey: { kind: 'starts-with', prefix } })).toEqual(keysOf(onRow).sort());
      const onPartition = rows.filter(({ partitionKey }) => partitionKey.startsWith(prefix));
      expect(await request({ partitionKey: { kind: 'starts-with', prefix } })).toEqual(keysOf(onPartition).sort());
    }
    const parts = rows.filter(({ rowKey }) => rowKey.startsWith('Sh;'));
    expect(parts.length).toBeGreaterThan(0);
    expect(await request({ rowKey: { kind: 'starts-with', prefix: 'Sh', delimiter: ';' } })).toEqual(
      keysOf(parts).sort(),
    );
  });
});
