// The contents of the list of applied changes: each entity before and after, in order, in pages, and grouped by
// operation.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StagedEdit } from '@shared/model/edit';
import type { UndoEntry } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';
import { row } from '../fixtures/table-bench';
import { applyingOn, context, properties, set, update } from './fixtures/applying';
import { type EditBench, prop, startEditBench } from './fixtures/edit-bench';
import { openUndoFiles } from './undo-file';

let bench: EditBench;
beforeAll(async () => {
  bench = await startEditBench();
});
afterAll(() => bench.dispose());
afterEach(() => bench.writes());

const { connectionId: connectionOf, filled, now, apply, restore } = applyingOn(() => bench);
const listed = (table: string): Promise<readonly UndoEntry[]> => bench.undoable(table);

describe('the list of what was applied', () => {
  it('knows the whole entity before and after an edit of some of its columns', async () => {
    const read = await filled('Some');
    const seen = { ...read, properties: read.properties.filter(({ name }) => name === 'Note') };
    const changes = [set('Note', 'second')];
    const as = { condition: 'as-read', mode: 'merge' } as const;
    await apply('Some', { kind: 'update', id: 'u', read: seen, readColumns: 'some', ...as, changes });
    const [entry] = await listed('Some');
    const byName = (entity: Entity | null | undefined): readonly (readonly [string, unknown])[] =>
      (entity?.properties ?? []).map(({ name, value: { value: text } }) => [name, text] as const).sort();
    expect(byName(entry?.before === 'unknown' ? null : entry?.before)).toEqual(byName(read));
    expect(byName(entry?.after)).toEqual(byName(await now('Some')));
  });

  it('omits an edit that the service rejected', async () => {
    const read = await filled('Refused');
    await apply('Refused', update(read, set('Note', 'second')));
    const before = await listed('Refused');
    const edits = [update(read, set('Note', 'too late'))];
    const input = { connectionId: connectionOf(), table: 'Refused', edits, grouping: 'each' as const };
    const { outcomes } = await bench.edits.calls['edits.apply'](input, context);
    expect(outcomes).toMatchObject([{ kind: 'conflict' }]);
    expect(before).toMatchObject([{ state: 'applied' }]);
    expect(await listed('Refused')).toEqual(before);
  });

  it('is listed newest first, and calls of one apply share a mark', async () => {
    await bench.fill(
      'Listed',
      ['1', '2', '3'].map((rowKey) => row('P', rowKey, [prop('Note', 'old')])),
    );
    const ofRow = async (rowKey: string): Promise<StagedEdit> => ({
      ...update((await bench.stored('Listed', rowKey)) ?? expect.unreachable(), set('Note', 'new')),
      id: rowKey,
    });
    const connectionId = connectionOf();
    for (const [rowKey, applyId] of [
      ['1', 'mine'],
      ['2', undefined],
      ['3', 'mine'],
    ] as const) {
      const edits = [await ofRow(rowKey)];
      const input = { connectionId, table: 'Listed', edits, grouping: 'each' as const, applyId };
      await bench.edits.calls['edits.apply'](input, context);
    }
    const entries = await listed('Listed');
    expect(entries.map(({ after }) => after?.rowKey)).toEqual(['3', '2', '1']);
    const [last, between, first] = entries.map(({ applyId }) => applyId);
    expect([last, first]).toEqual(['mine', 'mine']);
    expect(between).not.toBe('mine');
  });

  it('is returned in pages that new changes do not shift, and describes each change', async () => {
    const files = openUndoFiles(bench.stateDir);
    const entity = (rowKey: string): Entity => row('P', rowKey, properties);
    const changes = [
      { before: null, after: entity('1') },
      { before: entity('2'), after: entity('2') },
      { before: entity('3'), after: null },
      { before: entity('4'), after: entity('4 moved') },
      { before: 'unknown' as const, after: entity('5') },
    ];
    const announce = (each: (typeof changes)[number], index: number) =>
      files.announce('listed', [{ id: String(index), applyId: 'a', atMs: index, table: 'T', ...each }]);
    for (const [index, each] of changes.entries()) await announce(each, index);
    const page = (after?: string) =>
      bench.edits.calls['undo.list'](
        { connectionId: 'listed', limit: 2, ...(after === undefined ? {} : { after }) },
        context,
      );

    const first = await page();
    expect(first).toMatchObject({ total: 5, more: true });
    expect(first.lines).toMatchObject([
      { id: '4', kind: 'overwritten', state: 'uncertain', keys: { partitionKey: 'P', rowKey: '5' }, keysBefore: null },
      { id: '3', kind: 'moved', keys: { rowKey: '4 moved' }, keysBefore: { partitionKey: 'P', rowKey: '4' } },
    ]);
    await announce({ before: null, after: entity('6') }, 5);
    const second = await page('3');
    expect(second.lines).toMatchObject([
      { id: '2', kind: 'deleted', keys: { rowKey: '3' } },
      { id: '1', kind: 'changed' },
    ]);
    expect(await page('1')).toMatchObject({ lines: [{ id: '0', kind: 'inserted' }], total: 6, more: false });
    expect(await page('given up'), 'what is older is gone as well').toEqual({ lines: [], total: 6, more: false });
    const ids = ['2', 'given up'];
    expect(await bench.edits.calls['undo.entries']({ connectionId: 'listed', ids }, context)).toMatchObject([
      { id: '2', before: { rowKey: '3' }, after: null },
    ]);
  });

  it('shows rows that were restored together as one change', async () => {
    const read = await filled('Together');
    const first = await apply('Together', update(read, set('Note', 'second')));
    const second = await apply('Together', update(await now('Together'), set('Note', 'third')));
    await restore(first, second);
    const [newest, next, ...older] = await listed('Together');
    expect(newest?.applyId).toBe(next?.applyId);
    expect(new Set(older.map(({ applyId }) => applyId)).size).toBe(2);
  });
});
