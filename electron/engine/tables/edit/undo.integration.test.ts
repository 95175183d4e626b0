// What undo sends and what it leaves alone: values, rows and moved rows as they were, under the conditions of any write.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '@shared/ipc/contract';
import { StowageError } from '@shared/errors';
import type { StagedEdit } from '@shared/model/edit';
import type { UndoEntry } from '@shared/model/edit-outcome';
import type { Entity, Property } from '@shared/model/entity';
import { systemClock } from '../../../testing/clock';
import { applyingOn, context, properties, set, update } from './fixtures/applying';
import { type EditBench, prop, startEditBench } from './fixtures/edit-bench';
import { createTableEdits } from './index';
import { openUndoFiles } from './undo-file';

let bench: EditBench;
beforeAll(async () => {
  bench = await startEditBench();
});
afterAll(() => bench.dispose());
afterEach(() => bench.writes());

const { connectionId: connectionOf, filled, now, apply, restore } = applyingOn(() => bench);
const listed = (table: string): Promise<readonly UndoEntry[]> => bench.undoable(table);
const removal = (read: Entity): StagedEdit => ({
  kind: 'delete',
  id: 'd',
  read,
  readColumns: 'all',
  condition: 'as-read',
});
async function oneByOne(ids: readonly string[]): Promise<CallOutput<'undo.restore'>[]> {
  const results: CallOutput<'undo.restore'>[] = [];
  for (const id of ids) results.push(await restore(id));
  return results;
}

describe('undo', () => {
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
    expect((await restore(id)).notRestored).toEqual([{ id, reason: 'It has already been restored.' }]);
  });

  it('restores deleted rows, removes inserted ones, and moves moved ones back', async () => {
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

  it('skips rows that another client changed since, and reports them', async () => {
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
        { id: 'never', reason: expect.stringMatching(/no longer exists/) as string },
        { id, reason: 'The entity has changed since.', conflict: { theirs: { etag: fresh.etag } } },
      ],
    });
    expect(await now('Since')).toEqual(fresh);
  });

  it('knows the previous row also after an unconditional write', async () => {
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

  it('of a change with unknown outcome depends on what the store holds', async () => {
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
      { reason: expect.stringMatching(/may not have been written/) as string },
    ]);
    await apply(
      'Unseen',
      update(before, { kind: 'remove', name: 'Whole' }, { kind: 'remove', name: 'At' }, set('Note', 'second')),
    );
    expect((await restore('unseen')).restored).toEqual(['unseen']);
    expect((await now('Unseen')).properties).toHaveLength(3);
  });

  it('is blocked by a lock like every other write', async () => {
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
