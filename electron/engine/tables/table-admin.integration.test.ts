// Tables are made, listed and deleted, also where replies are lost or cut.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Fault, type FaultyRequest, busyAfterActing } from '../../testing/faults';
import { type TableBench, startTableBench } from './fixtures/table-bench';
import { createTable, deleteTable, listTables } from './table-admin';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

it('are made, listed and deleted', async () => {
  await createTable(bench.direct, 'Made1');
  await createTable(bench.direct, 'Made2');
  const names = async (): Promise<string[]> => (await listTables(bench.direct)).map(({ name }) => name);
  expect(await names()).toEqual(expect.arrayContaining(['Made1', 'Made2']));
  await expect(createTable(bench.direct, 'Made1')).rejects.toMatchObject({ code: 'conflict.exists' });
  await deleteTable(bench.direct, 'Made1');
  expect(await names()).not.toContain('Made1');
  await expect(deleteTable(bench.direct, 'Made1')).rejects.toMatchObject({ code: 'not-found.table' });
});

it.each<Fault>([{ kind: 'drop-reply' }, busyAfterActing])('survive a lost reply, both ways: $kind', async (fault) => {
  bench.proxy.inject({ fault });
  await createTable(bench.proxied, 'LostTable');
  bench.proxy.inject({ fault });
  await deleteTable(bench.proxied, 'LostTable');
  expect((await listTables(bench.direct)).map(({ name }) => name)).not.toContain('LostTable');
});

it('are listed again where the list was cut on its way', async () => {
  await createTable(bench.direct, 'Listed');
  const isList = ({ method, path }: FaultyRequest): boolean => method === 'GET' && path.endsWith('/Tables');
  const cut = bench.proxy.inject({ fault: { kind: 'cut-body', bytes: 30 }, when: isList, times: 2 });
  expect(await listTables(bench.proxied)).toEqual(await listTables(bench.direct));
  expect(cut.hits()).toBe(2);
});

it('wait for an old one of that name to be gone', async () => {
  const body =
    '{"odata.error":{"code":"TableBeingDeleted","message":{"lang":"en-US","value":"The specified table is being deleted."}}}';
  const headers = { 'x-ms-request-id': 'x', 'content-type': 'application/json' };
  const busy = bench.proxy.inject({ fault: { kind: 'answer', status: 409, headers, body }, times: 2 });
  await createTable(bench.proxied, 'Reborn');
  expect(busy.hits()).toBe(2);
});

it.each(['ab', 'a-b', '1abc', 'tables', '$MetricsX'])('are not named %s', async (name) => {
  await expect(createTable(bench.direct, name)).rejects.toMatchObject({ code: 'invalid.name' });
});
