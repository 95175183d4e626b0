import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { definitionEntity } from '@shared/indexes/index-rows';
import type { Entity } from '@shared/model/entity';
import type { BulkAction } from '@shared/model/table-bulk';
import { createFakeClock } from '../../../testing/clock';
import { query, row } from '../fixtures/table-bench';
import { writeEntities } from '../batch-write';
import type { BulkJob } from './bulk-job';
import { busyAccount } from '../jobs/fixtures/busy-account';
import { type BulkBench, mark, orders, request, startBulkBench } from './fixtures/bulk-bench';

let bench: BulkBench;
beforeAll(async () => {
  bench = await startBulkBench();
});
afterAll(() => bench.dispose());
afterEach(() => {
  bench.proxy.clearFaults();
  bench.writes();
});

const remove: BulkAction = { kind: 'delete' };
const setStatus: BulkAction = {
  kind: 'update',
  changes: [{ kind: 'set', name: 'Status', value: { type: 'Edm.String', value: 'closed' } }],
  mode: 'merge',
};
const openOrders = (table: string) => query(table, { filterText: "Status eq 'open'" });
const isBatch = ({ method }: { readonly method: string }): boolean => method === 'POST';

async function filled(count: number): Promise<string> {
  const table = bench.newTable();
  await bench.fill(table, orders(count));
  return table;
}
async function start(table: string, action: BulkAction): Promise<BulkJob> {
  return (await bench.engine().preview('bench', request(table, action))).start(null);
}
async function rewrite(table: string, rowKey: string, status: string): Promise<void> {
  const [order] = (await bench.stored(table)).filter((one) => one.rowKey === rowKey);
  if (order === undefined) throw new Error('There is no such order.');
  const properties = [{ name: 'Status', value: { type: 'Edm.String', value: status } as const }];
  await writeEntities(bench.direct, table, [{ ...order, properties }], { mode: 'upsert-merge' });
}

it('a bulk change of an indexed table is rejected before it, and changes nothing once an index appears', async () => {
  const definition = {
    name: 'byStatus',
    property: 'Status',
    state: 'ready',
    createdAt: '2026-01-01T00:00:00Z',
    writer: '0',
  } as const;
  const { partitionKey, rowKey, properties } = definitionEntity(definition);
  const index = row(partitionKey, rowKey, [...properties]);
  for (const action of [remove, setStatus]) {
    const table = await filled(30);
    const early = await bench.engine().preview('bench', request(table, action));
    await writeEntities(bench.direct, table, [index], { mode: 'insert' });
    const before = await bench.stored(table);
    // Found while the table had no index.
    expect(await (await early.start(null)).ended()).toMatchObject({
      state: 'failed',
      rowsDone: 0,
      error: { code: 'conflict.indexed', context: { table, index: 'byStatus' } },
    });
    await expect(bench.engine().preview('bench', request(table, action))).rejects.toMatchObject({
      code: 'conflict.indexed',
    });
    expect(mark(await bench.stored(table))).toBe(mark(before));
  }
});

describe('an update', () => {
  it('sends the changed property alone and leaves rows that have the value already', async () => {
    const table = await filled(300);
    const before = await bench.stored(table);
    const preview = await bench
      .engine()
      .preview('bench', request(table, { ...setStatus, changes: [{ ...setValue, value: text('done') }] }));
    const job = await preview.start(null);
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 300, bulk: { rowsUnchanged: 200 } });
    const bodies = bench.writes().flatMap((body) => body.match(/^\{.*\}\r?$/gm) ?? []);
    expect(new Set(bodies.map((body) => body.trim()))).toEqual(new Set(['{"Status":"done"}']));
    expect(bodies).toHaveLength(100);
    const wanted = before.map((one) => ({
      ...one,
      properties: one.properties.map((property) =>
        property.name === 'Status' ? { ...setValue, value: text('done') } : property,
      ),
    }));
    expect(mark(await bench.stored(table))).toBe(mark(wanted));
  });

  it('sets, clears and renames in one go, of chosen rows only, and is undone to the byte', async () => {
    const table = await filled(260);
    const before = await bench.stored(table);
    const keys = before
      .filter((_, index) => index % 2 === 0)
      .map(({ partitionKey, rowKey }) => ({ partitionKey, rowKey }));
    const engine = bench.engine();
    const several: BulkAction = {
      kind: 'update',
      changes: [
        { kind: 'set', name: 'Seen', value: { type: 'Edm.Boolean', value: true } },
        { kind: 'remove', name: 'Big' },
        { kind: 'rename', name: 'Note', to: 'Remark' },
      ],
      mode: 'merge',
    };
    const gone = { partitionKey: 'nowhere', rowKey: 'x' };
    const bulkRequest = request(table, several, { scope: { kind: 'keys', table, keys: [...keys, gone] } });
    const preview = await engine.preview('bench', bulkRequest);
    expect(preview.found).toMatchObject({ rows: 130, affected: 130, missing: 1 });
    const job = await preview.start(null);
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 130, rowsRejected: 0 });
    const changed = new Set(keys.map(({ rowKey }) => rowKey));
    for (const { rowKey, properties } of await bench.stored(table)) {
      const names = properties.map(({ name }) => name).sort();
      expect(names).toEqual(
        changed.has(rowKey)
          ? ['Rating', 'Remark', 'Seen', 'Status', 'When']
          : ['Big', 'Note', 'Rating', 'Status', 'When'],
      );
    }
    const undone = await engine.undo(job.id);
    expect(await undone.ended()).toMatchObject({ state: 'done', rowsDone: 130, kind: 'restore' });
    expect(mark(await bench.stored(table))).toBe(mark(before));
    await expect(engine.undo(job.id)).rejects.toMatchObject({ code: 'conflict.other' });
  });
});

const text = (value: string) => ({ type: 'Edm.String', value }) as const;
const setValue = { kind: 'set', name: 'Status', value: text('') } as const;

describe('a row that was changed meanwhile', () => {
  it('fails alone, is grouped by cause, and is tried again as it is now if it still matches', async () => {
    const table = await filled(400);
    const engine = bench.engine();
    const scope = { kind: 'query', query: openOrders(table) } as const;
    const job = await (
      await engine.preview('bench', request(table, remove, { scope })).then(async (preview) => {
        await rewrite(table, '0000003', 'open');
        await rewrite(table, '0000006', 'wanted after all');
        return preview;
      })
    ).start(null);
    const ended = await job.ended();
    expect(ended).toMatchObject({ state: 'done', rowsTotal: 134, rowsDone: 132, rowsRejected: 2 });
    expect(ended.failures).toMatchObject([{ code: 'conflict.etag-changed', count: 2 }]);
    expect(ended.failures[0]?.examples).toContain('R3 / 0000003');

    await job.retry({ code: 'conflict.etag-changed' });
    const again = await job.ended();
    expect(again).toMatchObject({ state: 'done', rowsTotal: 134, rowsRejected: 0, failures: [] });
    const left = (await bench.stored(table)).filter(({ properties }) => properties[0]?.value.value !== 'done');
    expect(left.map(({ rowKey }) => rowKey)).toEqual(['0000006']);

    const undone = await engine.undo(job.id);
    expect(await undone.ended()).toMatchObject({ state: 'done', rowsDone: 133 });
    expect(await bench.stored(table)).toHaveLength(400);
  });

  it('is overwritten on request', async () => {
    const table = await filled(50);
    const preview = await bench.engine().preview('bench', request(table, setStatus, { condition: 'any' }));
    await rewrite(table, '0000003', 'open');
    expect(await (await preview.start(null)).ended()).toMatchObject({ rowsDone: 50, rowsRejected: 0 });
  });

  it.each([
    ['was changed', (table: string): Promise<unknown> => rewrite(table, '0000003', 'mine')],
    ['was deleted', async (table: string) => (await start(table, remove)).ended()],
  ])('leaves nothing to undo where it was the only one and %s', async (_how, meanwhile) => {
    const table = bench.newTable();
    await bench.fill(table, orders(4).slice(3));
    const engine = bench.engine();
    const preview = await engine.preview('bench', request(table, remove));
    await meanwhile(table);
    const job = await preview.start(null);
    const ended = await job.ended();
    const facts = ended.facts.map(({ name }) => name);
    expect(facts).not.toContain('Undo');
    expect(ended.bulk).toMatchObject({ undo: 'none' });
    await expect(engine.undo(job.id)).rejects.toMatchObject({ code: 'conflict.other' });
    const later = bench.engine();
    await later.recover();
    expect(later.job(job.id).view()).toMatchObject({ bulk: ended.bulk, facts: ended.facts });
  });

  it('is not restored by undo, which reports it', async () => {
    const table = await filled(60);
    const engine = bench.engine();
    const job = await (await engine.preview('bench', request(table, setStatus))).start(null);
    await job.ended();
    await rewrite(table, '0000003', 'mine');
    const undone = await (await engine.undo(job.id)).ended();
    expect(undone).toMatchObject({ state: 'done', rowsDone: 59, rowsRejected: 1 });
    expect(undone.failures).toMatchObject([{ code: 'conflict.etag-changed', examples: ['R3 / 0000003'] }]);
  });

  it('is not taken back by trying that again either', async () => {
    const table = await filled(60);
    const engine = bench.engine();
    const job = await (await engine.preview('bench', request(table, setStatus))).start(null);
    await job.ended();
    await rewrite(table, '0000003', 'mine');
    const theirs = await bench.stored(table);
    const undo = await engine.undo(job.id);
    await undo.ended();
    await undo.retry({ code: 'conflict.etag-changed' });
    expect(await undo.ended()).toMatchObject({ state: 'done', rowsDone: 59, rowsRejected: 1 });
    const isTheirs = ({ rowKey }: Entity): boolean => rowKey === '0000003';
    expect((await bench.stored(table)).filter(isTheirs)).toEqual(theirs.filter(isTheirs));
  });
});

describe('a batch', () => {
  it('whose reply is lost is read back and not counted as failed', async () => {
    const table = await filled(200);
    const lost = bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch, times: 3 });
    const job = await (await bench.engine().preview('bench', request(table, remove))).start(null);
    expect(await job.ended()).toMatchObject({
      state: 'done',
      rowsDone: 200,
      rowsRejected: 0,
      bulk: { rowsUnchanged: 0 },
    });
    expect(lost.hits()).toBe(3);
    expect(await bench.stored(table)).toEqual([]);
  });

  it('whose response is lost and one of whose rows another client created again is undone except for that row', async () => {
    const table = bench.newTable();
    await bench.fill(
      table,
      Array.from({ length: 20 }, (_, index) => row('p', String(index).padStart(2, '0'))),
    );
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch });
    const engine = bench.engine();
    const preview = await engine.preview('bench', request(table, remove));
    const theirs = row('p', '07', [{ name: 'Status', value: text('theirs') }]);
    bench.proxy.inject({
      fault: { kind: 'meanwhile', act: () => writeEntities(bench.direct, table, [theirs], { mode: 'insert' }) },
      when: ({ method, path }) => method === 'GET' && path.includes("RowKey='07'"),
    });
    const job = await preview.start(null);
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 19, rowsRejected: 1, bulk: { undo: 'kept' } });
    expect(await (await engine.undo(job.id)).ended()).toMatchObject({ state: 'done', rowsDone: 19 });
    const stored = await bench.stored(table);
    expect([stored.length, stored.filter(({ properties }) => properties.length > 0)]).toMatchObject([
      20,
      [theirs.rowKey].map((rowKey) => ({ rowKey })),
    ]);
  });

  it('respects the rate limit, which can be changed while it runs', async () => {
    const table = bench.newTable();
    await bench.fill(
      table,
      Array.from({ length: 90 }, (_, index) => row('p', String(index).padStart(3, '0'))),
    );
    const clock = createFakeClock();
    const preview = await bench.engine({ clock }).preview('bench', request(table, remove));
    const job = await preview.start(10);
    const doneAfter = async (rows: number): Promise<void> => {
      await expect.poll(() => [job.view().rowsDone, clock.pending().length], { timeout: 10_000 }).toEqual([rows, 1]);
    };
    await doneAfter(10);
    await clock.advance(999);
    expect(job.view().rowsDone).toBe(10);
    await clock.advance(1);
    await doneAfter(20);
    job.setRate(40);
    await clock.advance(249);
    expect(job.view().rowsDone).toBe(20);
    await clock.advance(1);
    await doneAfter(30);
    await clock.advance(250);
    await doneAfter(70);
    job.setRate(null);
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 90, bulk: { rowsPerSecondAllowed: null } });
  });

  it('ends its waits for a busy service when it is paused, and then changes each row once', async () => {
    const table = await filled(250);
    const busy = busyAccount(bench.direct);
    const job = await (
      await bench.engine({ reached: busy.account }).preview('bench', request(table, setStatus))
    ).start(null);
    await expect.poll(busy.waiting).toBeGreaterThan(0);
    await job.pause();
    await expect.poll(busy.waiting).toBe(0);
    busy.answer();
    expect(job.view()).toMatchObject({ state: 'paused', rowsDone: 0 });
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 250, rowsRejected: 0 });
  });

  it('waits while the job is paused, and a cancelled job can be undone', async () => {
    const table = await filled(500);
    const before = mark(await bench.stored(table));
    const engine = bench.engine();
    const job = await (await engine.preview('bench', request(table, remove))).start(1);
    await expect.poll(() => job.view().rowsDone).toBe(1);
    await job.pause();
    expect(job.view().state).toBe('paused');
    await job.resume();
    await job.cancel();
    expect(job.view().state).toBe('cancelled');
    expect((await bench.stored(table)).length).toBeLessThan(500);
    await (await engine.undo(job.id)).ended();
    expect(mark(await bench.stored(table))).toBe(before);
  });
});
