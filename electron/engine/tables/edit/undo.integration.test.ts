import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '@shared/ipc/contract';
import { StowageError } from '@shared/errors';
import type { PropertyChange, StagedEdit } from '@shared/model/edit';
import type { UndoEntry } from '@shared/model/edit-outcome';
import type { Entity, Property } from '@shared/model/entity';
import { systemClock } from '../../../testing/clock';
import { row } from '../fixtures/table-bench';
import { type EditBench, prop, startEditBench, value } from './fixtures/edit-bench';
import { createTableEdits } from './index';
import { openUndoFiles } from './undo-file';

let bench: EditBench;
beforeAll(async () => {
  bench = await startEditBench();
});
afterAll(() => bench.dispose());
afterEach(() => bench.writes());

const context = { signal: new AbortController().signal };
const properties: readonly Property[] = [
  { name: 'Whole', value: value('Edm.Double', '200.0') },
  { name: 'At', value: value('Edm.DateTime', '2024-05-01T08:30:00.1234567Z') },
  prop('Note', 'first'),
];
const connectionOf = (): string => bench.direct.descriptor.connectionId;
const set = (name: string, text: string): PropertyChange => ({ kind: 'set', ...prop(name, text) });

async function filled(table: string): Promise<Entity> {
  await bench.fill(table, [row('P', 'R', properties)]);
  return now(table);
}
async function now(table: string): Promise<Entity> {
  return (await bench.stored(table, 'R')) ?? expect.unreachable();
}
function update(read: Entity, ...changes: PropertyChange[]): StagedEdit {
  return { kind: 'update', id: 'u', read, readColumns: 'all', condition: 'as-read', mode: 'merge', changes };
}
const removal = (read: Entity): StagedEdit => ({
  kind: 'delete',
  id: 'd',
  read,
  readColumns: 'all',
  condition: 'as-read',
});

async function apply(table: string, edit: StagedEdit): Promise<string> {
  const input = { connectionId: connectionOf(), table, edits: [edit], grouping: 'each' as const };
  const { outcomes, violations } = await bench.edits.calls['edits.apply'](input, context);
  const [outcome] = outcomes;
  if (outcome?.kind !== 'applied') throw new Error(`Not applied: ${JSON.stringify(outcome ?? violations)}`);
  return outcome.undoId;
}
async function restore(...ids: string[]): Promise<CallOutput<'undo.restore'>> {
  return bench.edits.calls['undo.restore']({ connectionId: connectionOf(), ids }, context);
}
const listed = (table: string): Promise<readonly UndoEntry[]> => bench.undoable(table);
async function oneByOne(ids: readonly string[]): Promise<CallOutput<'undo.restore'>[]> {
  const results: CallOutput<'undo.restore'>[] = [];
  for (const id of ids) results.push(await restore(id));
  return results;
}

describe('undo', () => {
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

  it('lists nothing of an edit that the service refused', async () => {
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

  it('brings back a value, a property that was taken away, and one that was added, with the bytes they had', async () => {
    const read = await filled('Values');
    const id = await apply(
      'Values',
      update(read, set('Note', 'second'), { kind: 'remove', name: 'At' }, set('New', 'x')),
    );
    expect(await listed('Values')).toMatchObject([
      { id, state: 'applied', before: read, after: { etag: (await now('Values')).etag } },
    ]);
    bench.writes();
    expect(await restore(id)).toEqual({ restored: [id], notRestored: [] });
    const [sent] = bench.writes();
    expect(sent?.body).toContain('"Whole@odata.type":"Edm.Double","Whole":200.0');
    expect(sent?.body).toContain('"At":"2024-05-01T08:30:00.1234567Z"');
    const sorted = (all: readonly Property[]): Property[] => [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(sorted((await now('Values')).properties)).toEqual(sorted(read.properties));
  });

  it('of a value alone sends that value alone, and can itself be undone', async () => {
    const id = await apply('Alone', update(await filled('Alone'), set('Note', 'second')));
    bench.writes();
    await restore(id);
    expect(bench.writes()).toMatchObject([{ method: 'PATCH', body: '{"Note":"first"}' }]);
    const [undoing, undone] = await listed('Alone');
    expect([undoing?.state, undone?.state]).toEqual(['applied', 'restored']);
    await restore(undoing?.id ?? '');
    expect((await now('Alone')).properties).toContainEqual(prop('Note', 'second'));
    expect((await restore(id)).notRestored).toEqual([{ id, reason: 'It was restored already.' }]);
  });

  it('brings back what was deleted, takes away what was inserted, and moves back what was moved', async () => {
    const read = await filled('Rows');
    const inserted = await apply('Rows', {
      kind: 'insert',
      id: 'i',
      mode: 'insert',
      entity: { partitionKey: 'P', rowKey: 'N', properties: [] },
    });
    const moved = await apply('Rows', {
      ...update(read, set('Note', 'moved')),
      kind: 'change-keys',
      to: { partitionKey: 'Q', rowKey: 'R' },
    } as StagedEdit);
    const copy = (await bench.stored('Rows', 'R', 'Q')) ?? expect.unreachable();
    const deleted = await apply('Rows', removal(copy));
    expect(await restore(inserted, deleted)).toMatchObject({ restored: [deleted, inserted], notRestored: [] });
    expect([await bench.stored('Rows', 'N'), (await bench.stored('Rows', 'R', 'Q'))?.properties]).toEqual([
      null,
      copy.properties,
    ]);
    expect(await restore(moved)).toEqual({ restored: [moved], notRestored: [] });
    expect([(await now('Rows')).properties, await bench.stored('Rows', 'R', 'Q')]).toEqual([properties, null]);
  });

  it('goes back several changes of one entity, at once or one by one', async () => {
    for (const way of ['at once', 'one by one'] as const) {
      const table = way === 'at once' ? 'AtOnce' : 'OneByOne';
      let read = await filled(table);
      const ids: string[] = [];
      for (const text of ['second', 'third', 'fourth']) {
        ids.push(await apply(table, update(read, set('Note', text))));
        read = await now(table);
      }
      const results = way === 'at once' ? [await restore(...ids)] : await oneByOne([...ids].reverse());
      expect(results.flatMap(({ notRestored }) => notRestored)).toEqual([]);
      expect((await now(table)).properties).toEqual(properties);
    }
  });

  it('leaves alone what somebody changed since, and says so', async () => {
    const id = await apply('Since', update(await filled('Since'), set('Note', 'second')));
    await bench.restarted().calls['edits.apply'](
      {
        connectionId: connectionOf(),
        table: 'Since',
        edits: [update(await now('Since'), set('Other', 'theirs'))],
        grouping: 'each',
      },
      context,
    );
    const fresh = await now('Since');
    expect(await restore(id, 'never')).toMatchObject({
      restored: [],
      notRestored: [
        { id: 'never', reason: expect.stringMatching(/no longer kept/) as string },
        { id, reason: 'The entity was changed since.', conflict: { theirs: { etag: fresh.etag } } },
      ],
    });
    expect(await now('Since')).toEqual(fresh);
  });

  it('knows what was there also where a write takes no condition', async () => {
    await filled('Blind');
    const entity = { partitionKey: 'P', rowKey: 'R', properties: [prop('Note', 'over')] };
    const id = await apply('Blind', { kind: 'insert', id: 'i', mode: 'insert-or-replace', entity });
    await restore(id);
    const sorted = (await now('Blind')).properties.map(({ name, value: { value: text } }) => [name, text]).sort();
    expect(sorted).toEqual([
      ['At', '2024-05-01T08:30:00.1234567Z'],
      ['Note', 'first'],
      ['Whole', '200.0'],
    ]);
  });

  it('of a change whose outcome nobody saw depends on what the store holds', async () => {
    const before = await filled('Unseen');
    const files = openUndoFiles(bench.stateDir);
    const change = {
      applyId: 'a',
      atMs: 1,
      table: 'Unseen',
      before,
      after: { ...before, timestamp: '', etag: '', properties: [prop('Note', 'second')] },
    };
    await files.announce(connectionOf(), [{ ...change, id: 'unseen' }]);
    expect(await listed('Unseen')).toMatchObject([{ id: 'unseen', state: 'uncertain' }]);
    expect((await restore('unseen')).notRestored).toMatchObject([
      { reason: expect.stringMatching(/not certain/) as string },
    ]);
    await apply(
      'Unseen',
      update(before, { kind: 'remove', name: 'Whole' }, { kind: 'remove', name: 'At' }, set('Note', 'second')),
    );
    expect((await restore('unseen')).restored).toEqual(['unseen']);
    expect((await now('Unseen')).properties).toHaveLength(3);
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

  it('is kept out by a lock like every other write', async () => {
    const read = await filled('Locked');
    const id = await apply('Locked', update(read, set('Note', 'second')));
    const locked = createTableEdits({
      accounts: {
        open: () => Promise.resolve(bench.direct),
        openForWriting: () => Promise.reject(new StowageError('conflict.read-only', 'Locked.')),
      },
      clock: systemClock,
      stateDir: bench.stateDir,
    });
    const connectionId = connectionOf();
    const edit = update(await now('Locked'), set('Note', 'third'));
    const { calls } = locked;
    const attempts = [
      calls['edits.apply']({ connectionId, table: 'Locked', edits: [edit], grouping: 'each' }, context),
      calls['edits.retry']({ connectionId, table: 'Locked', edit, theirs: null, picks: [] }, context),
      calls['undo.restore']({ connectionId, ids: [id] }, context),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'conflict.read-only' });
    expect((await now('Locked')).properties).toContainEqual(prop('Note', 'second'));
    expect(await bench.undoable('Locked', locked)).toHaveLength(1);
  });
});

describe('the list of what was applied', () => {
  it('comes in pages that new changes do not shift, and says what each did', async () => {
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

  it('shows what was restored together as one', async () => {
    const read = await filled('Together');
    const first = await apply('Together', update(read, set('Note', 'second')));
    const second = await apply('Together', update(await now('Together'), set('Note', 'third')));
    await restore(first, second);
    const [newest, next, ...older] = await listed('Together');
    expect(newest?.applyId).toBe(next?.applyId);
    expect(new Set(older.map(({ applyId }) => applyId)).size).toBe(2);
  });
});
