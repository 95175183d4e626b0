// The preview of a bulk change, before it writes anything.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BulkAction } from '@shared/model/table-bulk';
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

async function filled(count: number): Promise<string> {
  const table = bench.newTable();
  await bench.fill(table, orders(count));
  return table;
}
describe('the preview', () => {
  it('counts rows, partitions and the batches that the run then sends, and changes nothing', async () => {
    const table = await filled(700);
    const before = mark(await bench.stored(table));
    const preview = await bench.engine().preview('bench', request(table, setStatus));
    expect(preview.found).toMatchObject({ rows: 700, affected: 700, unchanged: 0, partitions: 32, ended: 'end' });
    expect(preview.found.sample[0]).toMatchObject({
      before: [{ name: 'Status' }],
      after: [{ name: 'Status', value: { type: 'Edm.String', value: 'closed' } }],
    });
    expect(preview.found.fileBytes).toBeGreaterThan(700 * 100);
    expect(mark(await bench.stored(table))).toBe(before);
    const job = await preview.start(null);
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 700, batches: preview.found.batches });
  });

  it('requests only keys when nothing else is needed, and lists what cannot be sent', async () => {
    const table = await filled(40);
    const seen = bench.proxy.requests.length;
    const plain = await bench.engine().preview('bench', request(table, remove, { undo: 'none' }));
    const [indexes, ...sent] = bench.proxy.requests.slice(seen);
    expect(indexes?.query.get('$filter')).toContain('stowage-index');
    const selects = sent.map((one) => one.query.get('$select'));
    expect(new Set(selects)).toEqual(new Set(['PartitionKey,RowKey,Timestamp', 'PartitionKey,RowKey']));
    expect(plain.found.affected).toBe(40);
    await plain.dispose();

    const clash: BulkAction = {
      kind: 'update',
      changes: [{ kind: 'rename', name: 'Status', to: 'Note' }],
      mode: 'merge',
    };
    const { found, dispose } = await bench.engine().preview('bench', request(table, clash));
    expect(found).toMatchObject({ rows: 40, affected: 0, problems: [{ field: 'Status', count: 40 }] });
    await dispose();
    expect(await readdir(join(bench.stateDir, 'bulk', 'previews'))).toEqual([]);
  });

  it('rejects a locked connection and an undo file that grows too large', async () => {
    const table = await filled(30);
    const locked = await bench.engine({ locked: 'yes' }).preview('bench', request(table, remove));
    await expect(locked.start(null)).rejects.toThrow('locked');
    await locked.dispose();
    const small = await bench.engine({ undoBytesAllowed: 1000 }).preview('bench', request(table, remove));
    await expect(small.start(null)).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'undo' } });
    await small.dispose();
    expect(await bench.stored(table)).toHaveLength(30);
  });

  it('stops when it is cancelled', async () => {
    const table = await filled(2500);
    const stop = new AbortController();
    bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ query: requested }) => requested.has('NextPartitionKey') });
    const reading = bench.engine().preview('bench', request(table, remove), { signal: stop.signal });
    const ended = expect(reading).rejects.toMatchObject({ kind: 'cancelled' });
    stop.abort();
    await ended;
    expect(await readdir(join(bench.stateDir, 'bulk', 'previews'))).toEqual([]);
  });
});
