// Reading a table to count, copy, compare or delete rows ends with an error when the service drops its filter: rows
// that were not selected must not be counted, copied or deleted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableQuery } from '@shared/model/table-query';
import { systemClock } from '../../../testing/clock';
import { createAnalyses } from '../analysis/analyses';
import { rowPages } from '../bulk/preview-rows';
import { runCopy } from '../copy/copy-run';
import { countSource } from '../copy/count-source';
import { entityPages } from '../export/entity-pages';
import { type FakeTables, startFakeTables } from '../fixtures/fake-tables';
import { query, row } from '../fixtures/table-bench';

let tables: FakeTables;
beforeAll(async () => {
  tables = await startFakeTables();
  const rows = Array.from({ length: 3_000 }, (_, index) => row(`p${Math.floor(index / 100)}`, `r${index % 100}`));
  tables.service.fill('Dropped', rows);
  tables.service.suffer(() => ({ kind: 'no-filter' }));
});
afterAll(() => tables.dispose());

const signal = new AbortController().signal;
const options = { clock: systemClock, signal };
async function through(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const page of pages) void page;
}

const readings: readonly (readonly [string, (requested: TableQuery) => Promise<unknown>])[] = [
  [
    'a count',
    (requested) => {
      const accounts = { open: async () => tables.account, openForWriting: async () => tables.account };
      const { streams } = createAnalyses({ accounts, clock: systemClock });
      const input = { connectionId: 'c', analysisId: 'a', query: requested, depth: 'count', from: 'start' } as const;
      return streams['tables.analyse'](input, { signal, push: () => undefined });
    },
  ],
  [
    'a copy',
    (requested) =>
      through(
        entityPages({
          account: tables.account,
          source: { kind: 'query', query: requested },
          columns: [],
          from: null,
          ...options,
        }),
      ),
  ],
  [
    'the plan of a copy',
    (requested) => through(countSource(tables.account, { connectionId: 'c', query: requested }, options)),
  ],
  [
    'a deletion',
    (requested) =>
      through(
        rowPages(
          tables.account,
          {
            scope: { kind: 'query', query: requested },
            action: { kind: 'delete' },
            condition: 'as-read',
            undo: 'keep',
          },
          options,
        ),
      ),
  ],
];
const conditions: readonly (readonly [string, Partial<Pick<TableQuery, 'partitionKey' | 'rowKey'>>])[] = [
  ['one partition', { partitionKey: { kind: 'is', value: 'p7' } }],
  ['a range of partitions', { partitionKey: { kind: 'range', from: { value: 'p2', inclusive: true } } }],
  ['a RowKey of any partition', { rowKey: { kind: 'is', value: 'r7' } }],
  ['a range of RowKeys', { rowKey: { kind: 'range', to: { value: 'r5', inclusive: false } } }],
];

it.each(readings.flatMap(([name, read]) => conditions.map(([condition, keys]) => ({ name, condition, read, keys }))))(
  'range-ignored: $name ends with an error when the service drops a filter on $condition',
  async ({ read, keys }) => {
    await expect(read(query('Dropped', keys))).rejects.toMatchObject({ code: 'network.range-ignored' });
  },
);

it.each([
  ['have another value', 'Status', 'new'],
  ['lack the property', 'Other', 'x'],
])('range-ignored: a deletion and a copy end when the service drops a filter and rows %s', async (_, name, value) => {
  const rows = Array.from({ length: 30 }, (_row, index) => {
    const [has, of] = index === 7 ? ['Status', 'old'] : [name, value];
    return row('p', `r${index}`, [{ name: has, value: { type: 'Edm.String', value: of } }]);
  });
  tables.service.fill('Statuses', rows);
  const requested: TableQuery = { ...query('Statuses'), filterText: "Status eq 'old'" };
  const scope = { kind: 'query', query: requested } as const;
  const rejection = { code: 'network.range-ignored', context: { what: 'filter' } };
  for (const undo of ['keep', 'none'] as const) {
    const deletion = { scope, action: { kind: 'delete' }, condition: 'as-read', undo } as const;
    await expect(through(rowPages(tables.account, deletion, options))).rejects.toMatchObject(rejection);
  }
  const copied: unknown[] = [];
  const copy = runCopy({
    source: { account: tables.account, query: requested },
    target: { account: tables.account, table: 'Elsewhere' },
    from: null,
    reached: null,
    onReach: async (key) => {
      copied.push(key);
    },
    onSettled: () => Promise.resolve(),
    rule: 'insert',
    rowsPerSecond: null,
    onPace: () => undefined,
    onThrottled: () => undefined,
    onAnswer: () => undefined,
    indexes: 'rejected',
    onHoldBack: () => undefined,
    whileAllowed: () => Promise.resolve(),
    ...options,
  });
  await expect(copy).rejects.toMatchObject(rejection);
  expect(copied).toEqual([]);
});
