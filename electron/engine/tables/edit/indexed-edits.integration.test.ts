// Edits of a table with an index: the index rows change in the transaction of their entity.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isIndexRow } from '@shared/indexes/index-rows';
import type { StagedEdit } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import { systemClock } from '../../../testing/clock';
import { writeEntities } from '../batch-write';
import { row } from '../fixtures/table-bench';
import { createTableIndexes } from '../indexes/create-indexes';
import { checkIndex } from '../indexes/check-index';
import { definitionEntity } from '@shared/indexes/index-rows';
import { apply, filled, removal, set, update } from './fixtures/edit-actions';
import { type EditBench, prop, startEditBench } from './fixtures/edit-bench';

let bench: EditBench;
beforeAll(async () => {
  bench = await startEditBench();
});
afterAll(() => bench.dispose());

const context = { signal: new AbortController().signal };
const connectionId = 'local';
const byName = { name: 'byName', property: 'Name' };

async function indexed(table: string, names: readonly string[] = ['Smith', 'Jones', 'Li']): Promise<readonly Entity[]> {
  const rows = await filled(
    bench,
    table,
    names.map((name, at) => row('P', String(at), [prop('Name', name), prop('Note', 'before')])),
  );
  const accounts = { open: () => Promise.resolve(bench.direct), openForWriting: () => Promise.resolve(bench.direct) };
  const { streams } = createTableIndexes({ accounts, clock: systemClock, noticeMs: 0 });
  await streams['indexes.work'](
    { connectionId, table, work: 'create', ...byName },
    { ...context, push: () => undefined },
  );
  bench.writes();
  return rows;
}

const counts = async (table: string) => {
  const target = { account: bench.direct, table, clock: systemClock };
  const {
    entities,
    indexed: rows,
    missing,
    stale,
    orphaned,
  } = (await checkIndex(target, byName, () => undefined)).report;
  return { entities, rows, faults: missing + stale + orphaned };
};
const insert = (rowKey: string, name: string, mode: 'insert' | 'insert-or-merge' | 'insert-or-replace' = 'insert') =>
  ({
    kind: 'insert',
    id: `i${rowKey}`,
    mode,
    entity: { partitionKey: 'P', rowKey, properties: [prop('Name', name)] },
  }) satisfies StagedEdit;

describe('edits of an indexed table', () => {
  it('change the index with the entity, whatever they are and however they are grouped', async () => {
    for (const grouping of ['each', 'batches', 'transaction'] as const) {
      const table = `Edited${grouping}`;
      const [smith, jones, li, ray] = await indexed(table, ['Smith', 'Jones', 'Li', 'Ray']);
      if (smith === undefined || jones === undefined || li === undefined || ray === undefined) expect.unreachable();
      const edits: StagedEdit[] = [
        update(smith, [set('Name', 'Smythe')], { id: 'a' }),
        { ...removal(jones), id: 'b' },
        update(li, [{ kind: 'remove', name: 'Name' }], { id: 'c' }),
        {
          kind: 'change-keys',
          id: 'd',
          read: ray,
          readColumns: 'all',
          condition: 'as-read',
          to: { partitionKey: 'P', rowKey: 'R' },
          changes: [],
        },
        insert('new', 'O/Neil'),
      ];
      const input = { connectionId, table, edits, grouping };
      const review = await bench.edits.calls['edits.review'](input, context);
      expect((await apply(bench, table, edits, grouping)).outcomes.map(({ kind }) => kind)).toEqual(
        edits.map(() => 'applied'),
      );
      expect(bench.writes()).toHaveLength(review.requests);
      expect(await counts(table)).toEqual({ entities: 4, rows: 3, faults: 0 });
    }
  });

  it('read what they do not contain: projections, any version, inserts over existing rows', async () => {
    const [smith, jones] = await indexed('Incomplete');
    if (smith === undefined || jones === undefined) expect.unreachable();
    const { outcomes } = await apply(bench, 'Incomplete', [
      update({ ...smith, properties: [] }, [set('Note', 'after')], { id: 'a', readColumns: 'some' }),
      update({ ...jones, properties: [], etag: 'W/"old"' }, [set('Name', 'Johnson')], { id: 'b', condition: 'any' }),
      insert('2', 'Lee', 'insert-or-merge'),
      insert('3', 'Ray', 'insert-or-replace'),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(4).fill('applied'));
    expect(await counts('Incomplete')).toEqual({ entities: 4, rows: 4, faults: 0 });
    expect((await bench.stored('Incomplete', '2'))?.properties).toEqual([prop('Name', 'Lee'), prop('Note', 'before')]);
    expect((await bench.stored('Incomplete', '~ix~byName~s~Johnson!1'))?.properties).toContainEqual(
      prop('Note', 'before'),
    );
  });

  it('change nothing at all when the entity was changed in the meantime', async () => {
    const [smith] = await indexed('Conflicting');
    if (smith === undefined) expect.unreachable();
    const { outcomes } = await apply(bench, 'Conflicting', [
      update({ ...smith, etag: 'W/"datetime\'2020\'"' }, [set('Name', 'Smythe')]),
    ]);
    expect(outcomes).toMatchObject([{ kind: 'conflict' }]);
    expect(await counts('Conflicting')).toEqual({ entities: 3, rows: 3, faults: 0 });
  });

  it('can be undone together with the index rows', async () => {
    const [smith, jones] = await indexed('Undone');
    if (smith === undefined || jones === undefined) expect.unreachable();
    const { outcomes } = await apply(bench, 'Undone', [
      update(smith, [set('Name', 'Smythe')], { id: 'a' }),
      { ...removal(jones), id: 'b' },
    ]);
    const ids = outcomes.flatMap((outcome) => (outcome.kind === 'applied' ? [outcome.undoId] : []));
    const { restored } = await bench.edits.calls['undo.restore'](
      { connectionId: bench.direct.descriptor.connectionId, ids },
      context,
    );
    expect(restored).toHaveLength(2);
    expect(await counts('Undone')).toEqual({ entities: 3, rows: 3, faults: 0 });
    expect((await bench.stored('Undone', '0'))?.properties).toContainEqual(prop('Name', 'Smith'));
  });

  it('mend an index row that another program deleted, and pass over one that is gone', async () => {
    const [smith, jones] = await indexed('Damaged');
    if (smith === undefined || jones === undefined) expect.unreachable();
    const { calls } = bench.restarted();
    for (const rowKey of ['~ix~byName~s~Smith!0', '~ix~byName~s~Jones!1']) {
      await removedByOthers('Damaged', rowKey);
    }
    const edits = [update(smith, [set('Note', 'after')], { id: 'a' }), { ...removal(jones), id: 'b' }];
    const { outcomes } = await calls['edits.apply'](
      { connectionId, table: 'Damaged', edits, grouping: 'each' },
      context,
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied']);
    expect(await counts('Damaged')).toEqual({ entities: 2, rows: 2, faults: 0 });
  });

  it('are rejected while an index is being built, with the way out', async () => {
    const [smith] = await filled(bench, 'Building', [row('P', '0', [prop('Name', 'Smith')])]);
    if (smith === undefined) expect.unreachable();
    const definition = definitionEntity({
      ...byName,
      state: 'building',
      createdAt: '2026-01-01T00:00:00Z',
      writer: '0',
    });
    await writeEntities(
      bench.direct,
      'Building',
      [{ ...row('', ''), ...definition, properties: [...definition.properties] }],
      { mode: 'insert' },
    );
    const edits = [update(smith, [set('Name', 'Smythe')])];
    const [outcome] = (await apply(bench, 'Building', edits)).outcomes;
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'conflict.indexed', context: { index: 'byName' } },
    });
    const review = bench.edits.calls['edits.review'](
      { connectionId, table: 'Building', edits, grouping: 'each' },
      context,
    );
    await expect(review).rejects.toMatchObject({ code: 'conflict.indexed' });
    expect((await bench.stored('Building', '0'))?.etag).toBe(smith.etag);
  });

  it('of an index row itself are rejected', async () => {
    await indexed('Owned');
    const stored = await bench.stored('Owned', '~ix~byName~s~Smith!0');
    if (stored === null) expect.unreachable();
    expect(isIndexRow(stored)).toBe(true);
    const { violations } = await apply(bench, 'Owned', [update(stored, [set('Name', 'x')])]);
    expect(violations).toMatchObject([{ field: 'RowKey', fix: expect.stringContaining('“0”') as string }]);
  });
});

/** Past the product, as any other client would. */
async function removedByOthers(table: string, rowKey: string): Promise<void> {
  const path = `/${table}(PartitionKey='P',RowKey='${encodeURIComponent(rowKey)}')`;
  await bench.direct.send({
    service: 'table',
    operation: 'DeleteEntity',
    method: 'DELETE',
    path,
    resource: table,
    headers: { accept: 'application/json', 'if-match': '*' },
    replay: 'unsafe',
  });
}
