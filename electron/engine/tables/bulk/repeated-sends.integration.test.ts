// A line that sends each transaction twice, as some proxies do, and brings the answer to the second copy.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withChanges } from '@shared/edit/changes';
import type { PropertyChange } from '@shared/model/edit';
import type { BulkAction } from '@shared/model/table-bulk';
import { writeEntities } from '../batch-write';
import { type BulkBench, mark, orders, request, startBulkBench } from './fixtures/bulk-bench';

let bench: BulkBench;
beforeAll(async () => {
  bench = await startBulkBench();
});
afterAll(() => bench.dispose());
afterEach(() => bench.proxy.clearFaults());

const closing: PropertyChange = { kind: 'set', name: 'Status', value: { type: 'Edm.String', value: 'closed' } };

it.each<[string, BulkAction]>([
  ['an update', { kind: 'update', mode: 'merge', changes: [closing] }],
  ['a replacement', { kind: 'update', mode: 'replace', changes: [{ kind: 'remove', name: 'Status' }] }],
])('%s is done all the same, and its undo puts all back', async (_name, action) => {
  const table = bench.newTable();
  await bench.fill(table, orders(250));
  const before = mark(await bench.stored(table));
  const twice = bench.proxy.inject({
    fault: { kind: 'duplicate' },
    when: ({ method }) => method === 'POST',
    times: 1000,
  });
  const engine = bench.engine();
  const job = await (await engine.preview('bench', request(table, action))).start(null);
  expect(await job.ended()).toMatchObject({ rowsDone: 250, rowsRejected: 0, bulk: { rowsUnchanged: 0, undo: 'kept' } });
  expect(mark(await bench.stored(table))).not.toBe(before);
  const undone = await engine.undo(job.id);
  expect(await undone.ended()).toMatchObject({ rowsDone: 250, rowsRejected: 0 });
  expect(mark(await bench.stored(table))).toBe(before);
  expect(twice.hits()).toBeGreaterThan(4);
});

it('repeated sends: a row that another client changed fails alone, and the undo restores all others', async () => {
  const table = bench.newTable();
  await bench.fill(
    table,
    orders(40).map((each) => ({ ...each, partitionKey: 'p' })),
  );
  bench.proxy.inject({ fault: { kind: 'duplicate' }, when: ({ method }) => method === 'POST', times: 1000 });
  const engine = bench.engine();
  const preview = await engine.preview('bench', request(table, { kind: 'update', mode: 'merge', changes: [closing] }));
  const theirs = (await bench.stored(table))[13] ?? expect.unreachable();
  const lost: PropertyChange = { kind: 'set', name: 'Status', value: { type: 'Edm.String', value: 'lost' } };
  const changed = { ...theirs, properties: withChanges(theirs.properties, [lost]) };
  await writeEntities(bench.direct, table, [changed], { mode: 'upsert-replace' });
  const before = mark(await bench.stored(table));
  const job = await preview.start(null);
  expect(await job.ended()).toMatchObject({ rowsDone: 39, rowsRejected: 1 });
  await (await engine.undo(job.id)).ended();
  expect(mark(await bench.stored(table))).toBe(before);
});

it('repeated sends: missing rows may have been deleted by another client, so undo does not restore them', async () => {
  const table = bench.newTable();
  await bench.fill(table, orders(250));
  bench.proxy.inject({ fault: { kind: 'duplicate' }, when: ({ method }) => method === 'POST', times: 1000 });
  const job = await (await bench.engine().preview('bench', request(table, { kind: 'delete' }))).start(null);
  expect(await job.ended()).toMatchObject({ state: 'done', rowsRejected: 0, bulk: { rowsUnchanged: 250 } });
  expect(await bench.stored(table)).toEqual([]);
});

it.each([0, 13])('row %i, to which another client made the same change, is left unchanged', async (position) => {
  const table = bench.newTable();
  await bench.fill(
    table,
    orders(40).map((each) => ({ ...each, partitionKey: 'p' })),
  );
  const engine = bench.engine();
  const preview = await engine.preview('bench', request(table, { kind: 'update', mode: 'merge', changes: [closing] }));
  const theirs = (await bench.stored(table))[position] ?? expect.unreachable();
  const changed = { ...theirs, properties: withChanges(theirs.properties, [closing]) };
  await writeEntities(bench.direct, table, [changed], { mode: 'upsert-replace' });
  const job = await preview.start(null);
  expect(await job.ended()).toMatchObject({ rowsDone: 39, rowsRejected: 1 });
  await (await engine.undo(job.id)).ended();
  const closed = (await bench.stored(table)).filter(({ properties }) =>
    properties.some(({ value }) => value.value === 'closed'),
  );
  expect(closed.map(({ rowKey }) => rowKey)).toEqual([theirs.rowKey]);
});
