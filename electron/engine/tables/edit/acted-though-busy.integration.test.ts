// A front end may respond with 503 to a request that the server behind it carried out. The next attempt is then
// rejected because of the first, which is neither a conflict nor an error.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { serviceHeaders } from '../../../testing/fault-proxy';
import { type Fault, type FaultyRequest, busyAfterActing } from '../../../testing/faults';
import { writeEntities } from '../batch-write';
import { row } from '../fixtures/table-bench';
import { apply, delicate, filled, first, removal, set, update } from './fixtures/edit-actions';
import { type EditBench, prop, startEditBench } from './fixtures/edit-bench';

let bench: EditBench;
beforeAll(async () => {
  bench = await startEditBench();
});
afterAll(() => bench.dispose());
afterEach(() => {
  bench.proxy.clearFaults();
  bench.writes();
});

const notActed: Fault = { kind: 'answer', status: 503, headers: serviceHeaders() };
const isBatch = ({ path }: FaultyRequest): boolean => path.endsWith('$batch');
const isWrite = ({ method }: FaultyRequest): boolean => method !== 'GET';
const entity = { partitionKey: 'P', rowKey: 'R', properties: [...delicate] };

describe('a write that was carried out though the service said it is busy', () => {
  it('is done when it is an insert', async () => {
    await bench.fill('BusyInsert', []);
    bench.proxy.inject({ fault: busyAfterActing, when: isWrite });
    const { outcomes } = await apply(bench, 'BusyInsert', [{ kind: 'insert', id: 'i', mode: 'insert', entity }]);
    const stored = await bench.stored('BusyInsert', 'R');
    expect(outcomes).toMatchObject([{ kind: 'applied', readBack: true, etag: stored?.etag }]);
    expect(stored?.properties).toEqual(delicate);
    expect(bench.writes()).toHaveLength(2);
    expect(await bench.undoable('BusyInsert')).toMatchObject([{ state: 'applied' }]);
  });

  it('is done when it is an update, a replace and a delete', async () => {
    const read = await first(bench, 'BusyMore');
    const once = async (edit: Parameters<typeof apply>[2][number]) => {
      bench.proxy.inject({ fault: busyAfterActing, when: isWrite });
      return (await apply(bench, 'BusyMore', [edit])).outcomes[0];
    };
    const merged = await once(update(read, [set('Note', 'after')]));
    const second = (await bench.stored('BusyMore', 'R')) ?? expect.unreachable();
    const replaced = await once(update(second, [{ kind: 'remove', name: 'Odd' }]));
    const third = (await bench.stored('BusyMore', 'R')) ?? expect.unreachable();
    const deleted = await once(removal(third));
    expect([merged, replaced, deleted]).toMatchObject([
      { kind: 'applied', readBack: true, etag: second.etag },
      { kind: 'applied', readBack: true, etag: third.etag },
      { kind: 'applied', readBack: true, etag: null },
    ]);
    expect([bench.writes().length, await bench.stored('BusyMore', 'R')]).toEqual([6, null]);
  });

  it('is done when it is a transaction', async () => {
    const rows = await filled(
      bench,
      'BusyBatch',
      ['A', 'B'].map((key) => row('P', key, delicate)),
    );
    const [a, b] = rows as [Entity, Entity];
    bench.proxy.inject({ fault: busyAfterActing, when: isBatch });
    const { outcomes } = await apply(bench, 'BusyBatch', [update(a, [set('Note', 'x')]), removal(b)], 'transaction');
    expect(outcomes).toMatchObject(outcomes.map(() => ({ kind: 'applied', readBack: true })));
    expect((await bench.stored('BusyBatch', 'A'))?.properties).toContainEqual(prop('Note', 'x'));
    expect(await bench.stored('BusyBatch', 'B')).toBeNull();
    expect(bench.writes()).toHaveLength(2);
  });

  it.each(['POST', 'DELETE'])('is done when it moves a row to other keys: %s', async (method) => {
    const table = `BusyMove${method}`;
    const read = await first(bench, table);
    bench.proxy.inject({ fault: busyAfterActing, when: (request) => request.method === method });
    const to = { partitionKey: 'Q', rowKey: 'R' };
    const { outcomes } = await apply(bench, table, [
      { kind: 'change-keys', id: 'm', read, readColumns: 'all', condition: 'as-read', to, changes: [] },
    ]);
    expect(outcomes).toMatchObject([{ kind: 'applied' }]);
    expect(await bench.stored(table, 'R')).toBeNull();
    expect((await bench.stored(table, 'R', 'Q'))?.properties).toEqual(read.properties);
  });
});

describe('a write that was not carried out because the service is busy', () => {
  it('is sent again, and not read back', async () => {
    const read = await first(bench, 'BusyAgain');
    bench.proxy.inject({ fault: notActed, when: isWrite });
    const { outcomes } = await apply(bench, 'BusyAgain', [update(read, [set('Note', 'after')])]);
    expect(outcomes).toMatchObject([{ kind: 'applied', readBack: false }]);
    expect(bench.writes()).toHaveLength(2);
  });

  it('is a conflict when another client was faster', async () => {
    const read = await first(bench, 'BusyClash');
    await writeEntities(bench.direct, 'BusyClash', [row('P', 'R', [prop('Note', 'theirs')])], { mode: 'upsert-merge' });
    bench.proxy.inject({ fault: notActed, when: isWrite });
    const { outcomes } = await apply(bench, 'BusyClash', [update(read, [set('Note', 'mine')])]);
    expect(outcomes).toMatchObject([{ kind: 'conflict', conflict: { theirs: { rowKey: 'R' } } }]);
    expect((await bench.stored('BusyClash', 'R'))?.properties).toContainEqual(prop('Note', 'theirs'));
    expect(await bench.undoable('BusyClash')).toEqual([]);
  });

  it('names the row in conflict when it is a transaction, and reports the others as unchanged', async () => {
    const rows = await filled(
      bench,
      'BusyRows',
      ['A', 'B'].map((key) => row('P', key, delicate)),
    );
    const theirs = row('P', 'B', [prop('Note', 'theirs')]);
    await writeEntities(bench.direct, 'BusyRows', [theirs], { mode: 'upsert-merge' });
    bench.proxy.inject({ fault: notActed, when: isBatch });
    const { outcomes } = await apply(
      bench,
      'BusyRows',
      rows.map((one) => update(one, [set('Note', 'x')])),
      'transaction',
    );
    expect(outcomes).toMatchObject([
      { kind: 'not-written', editId: 'A' },
      { kind: 'conflict', editId: 'B' },
    ]);
    expect((await bench.stored('BusyRows', 'A'))?.etag).toBe(rows[0]?.etag);
    expect(await bench.undoable('BusyRows')).toEqual([]);
  });
});
