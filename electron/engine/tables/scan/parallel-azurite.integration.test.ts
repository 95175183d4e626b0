import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { type TableBench, keysOf, open, pagesOf, query, row, rowsOf, startTableBench } from '../fixtures/table-bench';
import { scanEntities } from '../scan-entities';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
  const genres = ['Action', 'Comedy', 'Drama', 'Film noir', "Children's"];
  await bench.fill(
    'Movies',
    Array.from({ length: 6_000 }, (_, index) =>
      row(genres[index % 5] ?? '', `${1920 + (index % 100)};title-${String(index).padStart(5, '0')}`, [
        { name: 'Rating', value: { type: 'Edm.Int32', value: String(index % 10) } },
      ]),
    ),
  );
});
afterAll(() => bench.dispose());

/** Count and hash of keys and values, in the order given. */
function mark(rows: readonly Entity[]): string {
  const values = rows.map(({ partitionKey, rowKey, properties }) => JSON.stringify([partitionKey, rowKey, properties]));
  return `${rows.length} ${createHash('sha256').update(values.join('\n')).digest('hex')}`;
}

const queries: readonly (readonly [string, TableQuery])[] = [
  ['a whole table', query('Movies', { pageSize: 250 })],
  ['one long partition', query('Movies', { pageSize: 100, partitionKey: { kind: 'is', value: 'Drama' } })],
  [
    'a range of partitions with a condition',
    query('Movies', { pageSize: 100, filterText: "PartitionKey ge 'B' and PartitionKey lt 'E' and Rating gt 6" }),
  ],
  [
    'rows of one partition by prefix',
    query('Movies', {
      pageSize: 100,
      partitionKey: { kind: 'is', value: 'Action' },
      rowKey: { kind: 'starts-with', prefix: '19' },
    }),
  ],
];

describe.each(queries)('a parallel scan of %s on a real store', (_, request) => {
  it('gives the rows of the serial one', async () => {
    const serial = rowsOf(await pagesOf(open(bench.direct, request)));
    expect(serial.length).toBeGreaterThan(500);
    const rows: Entity[] = [];
    for await (const { entities } of scanEntities(bench.direct, request, { concurrency: 8, order: 'key' })) {
      rows.push(...entities);
    }
    expect(mark(rows)).toBe(mark(serial));
    const unordered: Entity[] = [];
    for await (const { entities } of scanEntities(bench.direct, request, { concurrency: 8, order: 'any' })) {
      unordered.push(...entities);
    }
    expect(keysOf(unordered).sort()).toEqual(keysOf(serial).sort());
    expect(mark(rowsOf(await pagesOf(open(bench.direct, { ...request, parallel: 4 }))))).toBe(mark(serial));
  });
});
