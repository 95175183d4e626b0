import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { calls } from '@shared/ipc/contract';
import { unpackRows } from '@shared/rows/packed-rows';
import { systemClock } from '../../testing/clock';
import { type TableBench, open, pagesOf, query, row, startTableBench } from './fixtures/table-bench';
import { type Tables, createTables } from './index';

let bench: TableBench;
let tables: Tables;
beforeAll(async () => {
  bench = await startTableBench();
  const open = async (id: string): Promise<TableBench['direct']> => (id === 'proxied' ? bench.proxied : bench.direct);
  const locked = async (id: string): Promise<TableBench['direct']> => {
    if (id === 'locked') throw new StowageError('conflict.read-only', 'The connection is locked.');
    return bench.direct;
  };
  tables = createTables({ accounts: { open, openForWriting: locked }, clock: systemClock });
});
afterAll(async () => {
  await tables.dispose();
  await bench.dispose();
});

const context = { signal: new AbortController().signal };

describe('the table calls', () => {
  it('create a table, read it page by page as the contract defines, and remove it', async () => {
    const on = { connectionId: 'c', table: 'Called' };
    await tables.calls['tables.create'](on, context);
    expect(await tables.calls['tables.list']({ connectionId: 'c' }, context)).toEqual([{ name: 'Called' }]);
    const rows = Array.from({ length: 15 }, (_, index) => row('P', String(index).padStart(2, '0')));
    await tables.writeEntities(bench.direct, 'Called', rows, { mode: 'insert' });

    const request = query('Called', { pageSize: 10, partitionKey: { kind: 'is', value: 'P' } });
    const opened = await tables.calls['tables.open']({ connectionId: 'c', query: request }, context);
    expect(opened).toMatchObject({ filter: "PartitionKey eq 'P'", costClass: 'partition-scan' });
    const { sessionId } = opened;
    const first = await tables.calls['tables.next-packed-page']({ sessionId }, context);
    expect(calls['tables.next-packed-page'].output.parse(first)).toEqual(first);
    expect(first.blocks.flatMap(unpackRows)).toHaveLength(10);

    const fromToken = first.token ?? '';
    const later = await tables.calls['tables.open']({ connectionId: 'c', query: request, fromToken }, context);
    const rest = await tables.calls['tables.next-packed-page']({ sessionId: later.sessionId }, context);
    expect(rest).toMatchObject({ more: false, token: null });
    expect(rest.blocks.flatMap(unpackRows)).toHaveLength(5);

    await tables.calls['tables.close']({ sessionId }, context);
    await expect(tables.calls['tables.next-packed-page']({ sessionId }, context)).rejects.toMatchObject({
      code: 'not-found.session',
    });
    await tables.calls['tables.delete'](on, context);
    expect(await tables.calls['tables.list']({ connectionId: 'c' }, context)).toEqual([]);
  });

  it.each([
    ['serial', {}],
    ['parallel', { parallel: 4 }],
  ])('request the first page when a query is opened, and only once (%s)', async (table, change) => {
    await bench.fill(
      table,
      ['a', 'b', 'c'].map((key) => row('P', key)),
    );
    const before = bench.proxy.requests.length;
    const request = query(table, change);
    const { sessionId } = await tables.calls['tables.open']({ connectionId: 'proxied', query: request }, context);
    await expect.poll(() => bench.proxy.requests.length - before, { timeout: 10_000 }).toBe(1);
    const page = await tables.calls['tables.next-packed-page']({ sessionId }, context);
    expect(page.blocks.flatMap(unpackRows)).toHaveLength(3);
    expect(bench.proxy.requests.length - before).toBe(1);
    await tables.calls['tables.close']({ sessionId }, context);
  });

  it('reject invalid queries before anything is sent', async () => {
    const open = (change: Parameters<typeof query>[1]): unknown =>
      tables.calls['tables.open']({ connectionId: 'c', query: query('Movies', change) }, context);
    await expect(open({ filterText: 'Rating >' })).rejects.toMatchObject({ code: 'invalid.filter' });
    await expect(open({ table: 'a b' })).rejects.toMatchObject({ code: 'invalid.name' });
    await expect(open({ rowKey: { kind: 'is', value: 'a/b' } })).rejects.toMatchObject({ code: 'invalid.key' });
  });

  it('write nothing while the connection is locked', async () => {
    const on = { connectionId: 'locked', table: 'Locked' };
    await expect(tables.calls['tables.create'](on, context)).rejects.toMatchObject({ code: 'conflict.read-only' });
    await expect(tables.calls['tables.delete'](on, context)).rejects.toMatchObject({ code: 'conflict.read-only' });
  });

  it('forget the longest unused of very many queries', async () => {
    const open = (): Promise<{ sessionId: string }> =>
      Promise.resolve(tables.calls['tables.open']({ connectionId: 'c', query: query('Movies') }, context));
    const { sessionId } = await open();
    for (let count = 0; count < 100; count += 1) await open();
    await expect(tables.calls['tables.next-packed-page']({ sessionId }, context)).rejects.toThrow(StowageError);
  });
});

it('query: requests no page that a limit makes unnecessary', async () => {
  await bench.fill(
    'Limited',
    Array.from({ length: 1_600 }, (_, index) => row('P', String(index).padStart(4, '0'))),
  );
  for (const [limit, requests] of [
    [1_000, 2],
    [1_001, 3],
    [1_500, 3],
  ] as const) {
    const before = bench.proxy.requests.length;
    const pages = await pagesOf(open(bench.proxied, query('Limited', { pageSize: 500, limit })));
    expect(pages.flatMap(({ rows }) => rows)).toHaveLength(limit);
    expect(bench.proxy.requests.length - before).toBe(requests);
  }
});
