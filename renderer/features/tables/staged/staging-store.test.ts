// What becomes of the staging and of the rows on screen once edits were applied, given up or undone.
import type { Entity } from '@shared/model/entity';
import { describe, expect, it } from 'vitest';
import { applied, berth, first, loaded, openStaging, query, reaches, readRow } from '../fixtures/open-staging';
import { createTestPort, testEntity } from '../fixtures/test-port';
import { createQuerySession } from '../session/query-session';
import * as staging from './staging';
import { createStagingStore } from './staging-store';

describe('the staging of a table', () => {
  it('lets go of what was applied, and the row has the new value and ETag without being read', async () => {
    const { edits, stage, shown, state, asked } = await openStaging();
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
    const { edits, stage, state } = await openStaging();
    const sent = stage((before) => staging.changeProperty(before, readRow(first), berth));
    const conflict = { reason: 'changed', theirs: first, properties: [] } as const;
    await edits.results.onOutcomes(
      [{ kind: 'conflict', editId: staging.rowId(first), conflict: { ...conflict, properties: [] } }],
      sent,
    );
    expect(state().staging.edits).toEqual(sent);
  });

  it('reads a row again whose write was on no condition: others may have written as well', async () => {
    const { edits, stage, table, asked, shown } = await openStaging();
    const [edit] = stage((before) => staging.changeProperty(before, readRow(first), berth));
    if (edit?.kind !== 'update') throw new Error('An update was staged.');
    const held = { ...first, etag: 'W/"now"', properties: [{ name: 'Theirs', value: berth.value }] };
    table.set(staging.rowId(first), held);
    await edits.results.onOutcomes([applied(edit.id, 'W/"now"')], [{ ...edit, condition: 'any' }]);
    expect(asked).toEqual([first.rowKey]);
    expect(shown()[0]).toEqual(held);
  });

  it('strikes deleted rows through, and puts inserted ones on top, until the next run', async () => {
    const { edits, stage, state, run } = await openStaging();
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
    const { edits, stage, table, shown, state } = await openStaging();
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
    const { edits, stage, table, shown, state } = await openStaging();
    stage((before) => staging.changeProperty(before, readRow(first), berth));
    const theirs = { ...first, etag: 'W/"theirs"' };
    table.set(staging.rowId(first), theirs);
    await edits.results.onDropped([staging.rowId(first)]);
    expect(state().staging.edits).toEqual([]);
    expect(shown()[0]).toEqual(theirs);
  });

  it('outlives the rows that showed it', async () => {
    const { edits, stage, state, leave } = await openStaging();
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
    const { edits, table, shown, state, asked } = await openStaging();
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
    const { edits, table, shown } = await openStaging();
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
    const { edits, asked, state, run } = await openStaging();
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
