import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Property } from '@shared/model/entity';
import { writeEntities } from '../batch-write';
import { row } from '../fixtures/table-bench';
import { apply, delicate, filled, first, meanwhile, removal, set, update } from './fixtures/edit-actions';
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

const context = { signal: new AbortController().signal };
const connectionId = 'local';

describe('a lost reply', () => {
  const entity = { partitionKey: 'P', rowKey: 'R', properties: [...delicate] };

  it.each(['drop-reply', 'answer-after'] as const)('of an insert is no error: %s', async (kind) => {
    const table = `Lost${kind.slice(0, 4)}`;
    await bench.fill(table, []);
    const fault = kind === 'drop-reply' ? ({ kind } as const) : ({ kind, status: 500 } as const);
    const lost = bench.proxy.inject({ fault, when: ({ method }) => method === 'POST' });
    const { outcomes } = await apply(bench, table, [{ kind: 'insert', id: 'i', mode: 'insert', entity }]);
    const stored = await bench.stored(table, 'R');
    expect(lost.hits()).toBe(1);
    expect(outcomes).toMatchObject([{ kind: 'applied', readBack: true, etag: stored?.etag }]);
    expect(stored?.properties).toEqual(delicate);
    expect(bench.writes()).toHaveLength(1);
  });

  it('of an update, a replace and a delete is none either', async () => {
    const read = await first(bench, 'LostMore');
    const lost = bench.proxy.inject({
      fault: { kind: 'drop-reply' },
      when: ({ method }) => method !== 'GET',
      times: 3,
    });
    const merged = await apply(bench, 'LostMore', [update(read, [set('Note', 'after')])]);
    const second = (await bench.stored('LostMore', 'R')) ?? expect.unreachable();
    const replaced = await apply(bench, 'LostMore', [update(second, [{ kind: 'remove', name: 'Odd' }])]);
    const third = (await bench.stored('LostMore', 'R')) ?? expect.unreachable();
    const deleted = await apply(bench, 'LostMore', [removal(third)]);
    expect([merged, replaced, deleted].map(({ outcomes }) => outcomes[0])).toMatchObject([
      { kind: 'applied', readBack: true, etag: second.etag },
      { kind: 'applied', readBack: true, etag: third.etag },
      { kind: 'applied', readBack: true, etag: null },
    ]);
    expect([lost.hits(), bench.writes().length, await bench.stored('LostMore', 'R')]).toEqual([3, 3, null]);
  });

  it('that hid a conflict stays one', async () => {
    const read = await first(bench, 'LostClash');
    await meanwhile(bench, 'LostClash', read, [set('Note', 'theirs')]);
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ method }) => method === 'PATCH' });
    const { outcomes } = await apply(bench, 'LostClash', [update(read, [set('Note', 'mine')])]);
    expect(outcomes).toMatchObject([
      {
        kind: 'conflict',
        conflict: { theirs: { properties: expect.arrayContaining([prop('Note', 'theirs')]) as Property[] } },
      },
    ]);
    expect(bench.writes()).toHaveLength(2);
  });

  it('whose outcome cannot be determined is reported as open, and remains in the undo list', async () => {
    const read = await first(bench, 'Open');
    const rejection = { 'x-ms-request-id': 'x', 'x-ms-error-code': 'OutOfRangeInput' };
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ method }) => method === 'PATCH' });
    bench.proxy.inject({
      fault: { kind: 'answer', status: 400, headers: rejection },
      when: ({ method, path }) => method === 'GET' && path.includes('RowKey='),
    });
    const { outcomes } = await apply(bench, 'Open', [update(read, [set('Note', 'after')])]);
    expect(outcomes).toMatchObject([{ kind: 'failed', error: { code: 'network.reset' } }]);
    const [entry] = await bench.undoable('Open');
    expect(entry).toMatchObject({ state: 'uncertain', before: { etag: read.etag } });
    const { restored } = await bench.edits.calls['undo.restore'](
      { connectionId: bench.direct.descriptor.connectionId, ids: [entry?.id ?? ''] },
      context,
    );
    expect([restored, (await bench.stored('Open', 'R'))?.properties.at(-1)]).toEqual([
      [entry?.id],
      prop('Note', 'before'),
    ]);
  });

  it('of a row that is cut when it is read back is read again', async () => {
    const read = await first(bench, 'CutRead');
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ method }) => method === 'PATCH' });
    const cut = bench.proxy.inject({
      fault: { kind: 'cut-body', bytes: 60 },
      when: ({ method }) => method === 'GET',
      times: 2,
    });
    const { outcomes } = await apply(bench, 'CutRead', [update(read, [set('Note', 'after')])]);
    expect([cut.hits(), outcomes[0]?.kind]).toEqual([2, 'applied']);
    const whole = bench.proxy.inject({
      fault: { kind: 'cut-body', bytes: 60 },
      when: ({ method }) => method === 'GET',
      times: 9,
    });
    const keys = { partitionKey: 'P', rowKey: 'R' };
    await expect(
      bench.edits.calls['entities.get']({ connectionId, table: 'CutRead', keys }, context),
    ).rejects.toMatchObject({ code: 'network.truncated' });
    whole.remove();
  });

  it('before the service acted is sent again, once', async () => {
    const read = await first(bench, 'Unsent');
    bench.proxy.inject({ fault: { kind: 'reset-upload', afterBytes: 3 }, when: ({ method }) => method === 'PATCH' });
    const { outcomes } = await apply(bench, 'Unsent', [update(read, [set('Note', 'after')])]);
    expect(outcomes).toMatchObject([{ kind: 'applied', readBack: false }]);
    expect(bench.writes()).toHaveLength(2);
  });

  it('of a transaction is cleared up for all its rows', async () => {
    const rows = await filled(
      bench,
      'LostBatch',
      ['A', 'B', 'C'].map((key) => row('P', key, delicate)),
    );
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ path }) => path.endsWith('$batch') });
    const [a, b, c] = rows as [Entity, Entity, Entity];
    const { outcomes } = await apply(
      bench,
      'LostBatch',
      [update(a, [set('Note', 'x')]), removal(b), update(c, [{ kind: 'rename', name: 'Note', to: 'Remark' }])],
      'transaction',
    );
    expect(outcomes).toMatchObject(outcomes.map(() => ({ kind: 'applied', readBack: true })));
    expect(await bench.stored('LostBatch', 'B')).toBeNull();
    expect((await bench.stored('LostBatch', 'C'))?.properties.at(-1)).toEqual(prop('Remark', 'before'));
    expect(bench.writes()).toHaveLength(1);
  });

  it('of a transaction is judged row by row when another client changed one of its rows since', async () => {
    const keys = ['A', 'B', 'C'];
    const rows = await filled(
      bench,
      'LostShared',
      keys.map((key) => row('P', key, delicate)),
    );
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ path }) => path.endsWith('$batch') });
    const theirs = row('P', 'B', [prop('Note', 'theirs')]);
    bench.proxy.inject({
      fault: { kind: 'meanwhile', act: () => writeEntities(bench.direct, 'LostShared', [theirs], { mode: 'insert' }) },
      when: ({ method, path }) => method === 'GET' && path.includes("RowKey='B'"),
    });
    const { outcomes } = await apply(bench, 'LostShared', rows.map(removal), 'transaction');
    expect(outcomes).toMatchObject([
      { kind: 'applied', editId: 'A', readBack: true },
      { kind: 'conflict', editId: 'B', conflict: { theirs: { properties: [prop('Note', 'theirs')] } } },
      { kind: 'applied', editId: 'C', readBack: true },
    ]);
    const entries = await bench.undoable('LostShared');
    expect(
      entries.map(({ after, before, state }) => [after, before !== 'unknown' && before?.rowKey, state]).sort(),
    ).toEqual([
      [null, 'A', 'applied'],
      [null, 'C', 'applied'],
    ]);
  });

  it('of a transaction that was never carried out names the row in conflict, and reports the others as unchanged', async () => {
    const rows = await filled(
      bench,
      'LostUnsent',
      ['A', 'B'].map((key) => row('P', key, delicate)),
    );
    const [a] = rows as [Entity, Entity];
    const theirs = row('P', 'B', [prop('Note', 'theirs')]);
    bench.proxy.inject({ fault: { kind: 'reset-upload', afterBytes: 3 }, when: ({ path }) => path.endsWith('$batch') });
    bench.proxy.inject({
      fault: {
        kind: 'meanwhile',
        act: () => writeEntities(bench.direct, 'LostUnsent', [theirs], { mode: 'upsert-merge' }),
      },
      when: ({ method, path }) => method === 'GET' && path.includes("RowKey='B'"),
    });
    const { outcomes } = await apply(
      bench,
      'LostUnsent',
      rows.map((one) => update(one, [set('Note', 'x')])),
      'transaction',
    );
    expect(outcomes).toMatchObject([
      { kind: 'not-written', editId: 'A', culprit: null },
      { kind: 'conflict', editId: 'B' },
    ]);
    expect((await bench.stored('LostUnsent', 'A'))?.etag).toBe(a.etag);
    expect(await bench.undoable('LostUnsent')).toEqual([]);
  });
});
