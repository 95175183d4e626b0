// What becomes of the staging and of the rows on screen once edits were applied, given up or undone.
import type { StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/query/filter';
import { describe, expect, it } from 'vitest';
import { createTestPort, testEntity } from '../fixtures/test-port';
import { type QuerySession, createQuerySession } from '../session/query-session';
import type { SessionStatus } from '../session/session-state';
import * as staging from './staging';
import { createStagingStore } from './staging-store';

const query: TableQuery = {
  table: 'Berths',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
};
const loaded = [testEntity(0), testEntity(1), testEntity(2)];
const first = testEntity(0);
const readRow = (read: Entity): staging.ReadRow => ({ read, readColumns: 'all' });
const berth = { kind: 'set', name: 'Berth', value: { type: 'Edm.Int32', value: '5' } } as const;
const applied = (editId: string, etag: string | null): EditOutcome => {
  return { kind: 'applied', editId, etag, undoId: `undo-${editId}`, readBack: false };
};

/** A tab over three rows, and a table that holds what the test says. */
async function open() {
  const table = new Map<string, Entity>(loaded.map((row) => [staging.rowId(row), row]));
  const asked: string[] = [];
  const session = createQuerySession(createTestPort([loaded]), () => Promise.resolve());
  const run = (): Promise<void> => ran(session);
  const edits = createStagingStore((keys) => {
    asked.push(keys.rowKey);
    return Promise.resolve(table.get(staging.rowId(keys)) ?? null);
  });
  const leave = edits.showIn(session);
  await run();
  const stage = (change: (before: staging.Staging) => staging.Staging): readonly StagedEdit[] => {
    edits.stage(change);
    return edits.store.getState().staging.edits;
  };
  const shown = (): readonly (Entity | undefined)[] => [0, 1, 2].map((at) => session.rows.at(at));
  return { table, asked, session, run, edits, stage, shown, leave, state: () => edits.store.getState() };
}

const ran = (session: QuerySession): Promise<void> => reaches(session, 'complete', () => session.run('local', query));

function reaches(session: QuerySession, wanted: SessionStatus, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.store.subscribe(({ status }) => {
      if (status !== wanted) return;
      stop();
      resolve();
    });
    act();
  });
}

describe('the staging of a table', () => {
  it('lets go of what was applied, and the row has the new value and ETag without being read', async () => {
    const { edits, stage, shown, state, asked } = await open();
    const sent = stage((before) => staging.changeProperty(before, readRow(first), berth));
    const etag = `W/"datetime'2026-10-15T00%3A00%3A00.5Z'"`;
    await edits.results.onOutcomes([applied(staging.rowId(first), etag)], sent);
    expect(state().staging.edits).toEqual([]);
    expect(shown()[0]).toEqual({
      ...first,
      etag,
      timestamp: '2026-10-15T00:00:00.5Z',
      properties: [{ name: 'Berth', value: berth.value }],
    });
    expect(asked).toEqual([]);
  });

  it('keeps what failed or met a conflict', async () => {
    const { edits, stage, state } = await open();
    const sent = stage((before) => staging.changeProperty(before, readRow(first), berth));
    const conflict = { reason: 'changed', theirs: first, properties: [] } as const;
    await edits.results.onOutcomes(
      [{ kind: 'conflict', editId: staging.rowId(first), conflict: { ...conflict, properties: [] } }],
      sent,
    );
    expect(state().staging.edits).toEqual(sent);
  });

  it('reads a row again whose write was on no condition: others may have written as well', async () => {
    const { edits, stage, table, asked, shown } = await open();
    const [edit] = stage((before) => staging.changeProperty(before, readRow(first), berth));
    if (edit?.kind !== 'update') throw new Error('An update was staged.');
    const held = { ...first, etag: 'W/"now"', properties: [{ name: 'Theirs', value: berth.value }] };
    table.set(staging.rowId(first), held);
    await edits.results.onOutcomes([applied(edit.id, 'W/"now"')], [{ ...edit, condition: 'any' }]);
    expect(asked).toEqual([first.rowKey]);
    expect(shown()[0]).toEqual(held);
  });

  it('strikes deleted rows through, and puts inserted ones on top, until the next run', async () => {
    const { edits, stage, state, run } = await open();
    const sent = stage((before) =>
      staging.deleteRows(
        staging.insertEntity(before, { partitionKey: 'Action', rowKey: 'new', properties: [] }).staging,
        [readRow(first)],
      ),
    );
    const ids = sent.map(({ id }) => id);
    await edits.results.onOutcomes(
      ids.map((id) => applied(id, id === staging.rowId(first) ? null : 'W/"1"')),
      sent,
    );
    expect(state().landed.map(({ rowKey }) => rowKey)).toEqual(['new']);
    expect([...state().deleted]).toEqual([staging.rowId(first)]);
    await run();
    expect(state()).toMatchObject({ landed: [], deleted: new Set() });
  });

  it('shows the old row again in its place once a change of its keys was undone', async () => {
    const { edits, stage, table, shown, state } = await open();
    const to = { partitionKey: 'Action', rowKey: 'renamed' };
    const last = { partitionKey: 'Action', rowKey: 'renamed again' };
    let sent = stage((before) => staging.changeKeys(before, readRow(first), to));
    await edits.results.onOutcomes([applied(staging.rowId(first), 'W/"1"')], sent);
    const [renamed] = shown();
    expect(renamed?.rowKey).toBe('renamed');
    if (renamed === undefined) throw new Error('The row is there.');
    sent = stage((before) => staging.changeKeys(before, readRow(renamed), last));
    await edits.results.onOutcomes([applied(staging.rowId(renamed), 'W/"2"')], sent);
    expect(shown()[0]?.rowKey).toBe('renamed again');

    table.set(staging.rowId(first), { ...first, etag: 'W/"restored"' });
    await edits.results.onRestored();
    expect(shown().map((row) => row?.rowKey)).toEqual(loaded.map(({ rowKey }) => rowKey));
    expect(shown()[0]?.etag).toBe('W/"restored"');
    expect(state().deleted.has(staging.rowId(first))).toBe(false);
  });

  it('shows what the table holds where a person gave an edit up', async () => {
    const { edits, stage, table, shown, state } = await open();
    stage((before) => staging.changeProperty(before, readRow(first), berth));
    const theirs = { ...first, etag: 'W/"theirs"' };
    table.set(staging.rowId(first), theirs);
    await edits.results.onDropped([staging.rowId(first)]);
    expect(state().staging.edits).toEqual([]);
    expect(shown()[0]).toEqual(theirs);
  });

  it('outlives the rows that showed it', async () => {
    const { edits, stage, state, leave } = await open();
    const sent = stage((before) => staging.deleteRows(before, [readRow(first)]));
    leave();
    expect(state().staging.edits).toEqual(sent);
    await edits.results.onOutcomes([applied(staging.rowId(first), null)], sent);
    expect(state()).toMatchObject({ landed: [], deleted: new Set(), staging: { edits: [] } });
  });
});

describe('rows that were written past the staging', () => {
  const held = { ...first, etag: 'W/"restored"', properties: [{ name: 'Berth', value: berth.value }] };
  const keysOf = ({ partitionKey, rowKey }: Entity) => ({ partitionKey, rowKey });

  it('show at once what the table holds: changed, deleted, and back again', async () => {
    const { edits, table, shown, state, asked } = await open();
    const second = testEntity(1);
    const back = testEntity(9);
    table.set(staging.rowId(first), held);
    table.delete(staging.rowId(second));
    table.set(staging.rowId(back), back);
    const rows = [
      { from: keysOf(first), to: keysOf(first) },
      { from: keysOf(second), to: null },
      { from: null, to: keysOf(back) },
    ];
    await edits.elsewhere.onRows(rows, 'Restored changes');
    expect(shown()[0]).toEqual(held);
    expect([...state().deleted]).toEqual([staging.rowId(second)]);
    expect(state().landed).toEqual([back]);
    expect(state()).toMatchObject({ overtakenBy: null, writes: 1 });
    expect(asked).toHaveLength(3);

    table.set(staging.rowId(second), second);
    await edits.elsewhere.onRows([{ from: null, to: keysOf(second) }], 'Restored changes');
    expect([...state().deleted], 'its row is there already').toEqual([]);
    expect(state().landed).toEqual([back]);
  });

  it('follow keys that were taken back, and given away again', async () => {
    const { edits, table, shown } = await open();
    const other = { ...first, rowKey: 'other' };
    const move = async (from: Entity, to: Entity): Promise<void> => {
      table.delete(staging.rowId(from));
      table.set(staging.rowId(to), to);
      await edits.elsewhere.onRows([{ from: keysOf(from), to: keysOf(to) }], 'Restored changes');
    };
    await move(first, other);
    expect(shown()[0]?.rowKey).toBe('other');
    await move(other, first);
    expect(shown()[0]?.rowKey).toBe(first.rowKey);
    table.delete(staging.rowId(first));
    await edits.elsewhere.onRows([{ from: keysOf(first), to: null }], 'Restored changes');
    expect(edits.store.getState().deleted.has(staging.rowId(first))).toBe(true);
  });

  it('are called old where there are too many to be read, or nobody knows which, until the next run', async () => {
    const { edits, asked, state, run } = await open();
    const many = Array.from({ length: 201 }, (_, index) => ({ from: null, to: keysOf(testEntity(index)) }));
    await edits.elsewhere.onRows(many, 'Restored changes');
    expect(asked).toEqual([]);
    expect(state().overtakenBy).toBe('Restored changes');
    await run();
    expect(state().overtakenBy).toBeNull();
    edits.elsewhere.onTable('An import');
    expect(state()).toMatchObject({ overtakenBy: 'An import', writes: 2 });
  });

  it('leave the top once a page brings them', async () => {
    const later = testEntity(5);
    const session = createQuerySession(createTestPort([loaded, [later]]), () => Promise.resolve());
    const edits = createStagingStore(() => Promise.resolve(later));
    edits.showIn(session);
    await reaches(session, 'waiting', () => session.run('local', query));
    await edits.elsewhere.onRows([{ from: null, to: keysOf(later) }], 'Restored changes');
    expect(edits.store.getState().landed).toEqual([later]);
    await reaches(session, 'complete', () => session.loadToEnd());
    expect(edits.store.getState().landed).toEqual([]);
    expect(session.rows.at(3)).toEqual(later);
  });
});

describe('the way back', () => {
  const changed = (before: staging.Staging): staging.Staging => staging.changeProperty(before, readRow(first), berth);
  const deleted = (before: staging.Staging): staging.Staging => staging.deleteRows(before, [readRow(testEntity(1))]);

  it('goes step by step and forwards again, until something else is staged', async () => {
    const { edits, stage, state } = await open();
    const one = stage(changed);
    const two = stage(deleted);
    edits.step('back');
    expect(state().staging.edits).toEqual(one);
    edits.step('back');
    edits.step('back');
    expect(state().staging.edits).toEqual([]);
    edits.step('forward');
    edits.step('forward');
    expect(state().staging.edits).toEqual(two);
    edits.step('back');
    stage(staging.discardAll);
    edits.step('forward');
    expect(state().staging.edits).toEqual([]);
    edits.step('back');
    expect(state().staging.edits).toEqual(one);
  });

  it('gives no id of an insert twice', async () => {
    const { edits, stage, state } = await open();
    const inserted = (before: staging.Staging): staging.Staging =>
      staging.insertEntity(before, { partitionKey: 'Action', rowKey: '', properties: [] }).staging;
    const [first] = stage(inserted);
    expect(edits.step('back'), 'what left the stage').toEqual([first]);
    const [second] = stage(inserted);
    expect(second?.id).not.toBe(first?.id);
    expect(edits.step('back')).toEqual([second]);
    expect(edits.step('forward')).toEqual([]);
    expect(state().staging.edits).toEqual([second]);
  });

  it('has no step that nobody sees: what is learned of an entity holds at every one', async () => {
    const { edits, stage, state } = await open();
    const part = (before: staging.Staging): staging.Staging =>
      staging.changeProperty(before, { read: first, readColumns: 'some' }, berth);
    stage(part);
    stage(deleted);
    edits.step('back');
    edits.amend((before) => staging.readWhole(before, first));
    expect(state().staging.edits).toMatchObject([{ readColumns: 'all' }]);
    edits.step('forward');
    expect(state().staging.edits).toMatchObject([{ readColumns: 'all' }, { kind: 'delete' }]);
    edits.step('back');
    edits.step('back');
    expect(state().staging.edits).toEqual([]);
  });

  it('ends where edits are on their way to the table', async () => {
    const { edits, stage, state } = await open();
    const sent = stage(changed);
    edits.results.onSending();
    edits.step('back');
    expect(state().staging.edits).toEqual(sent);
  });

  it('ends where something was applied: that is undone in the table', async () => {
    const { edits, stage, state } = await open();
    const [edit] = stage(changed);
    stage(deleted);
    await edits.results.onOutcomes([applied(edit?.id ?? '', 'W/"new"')]);
    const left = state().staging.edits;
    edits.step('back');
    expect(state().staging.edits).toEqual(left);
    expect(left).toHaveLength(1);
  });
});
