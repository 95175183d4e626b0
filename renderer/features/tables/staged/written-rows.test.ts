// What becomes of rows on screen that were written past the staging. What its own edits do is in staging-store.test.ts.
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { berth, first, loaded, openWritten, query, reaches } from '../fixtures/open-staging';
import { createTestPort, testEntity } from '../fixtures/test-port';
import { createQuerySession } from '../session/query-session';
import { type WrittenState, createWrittenRows, nothingWritten } from './written-rows';

describe('rows that were written past the staging', () => {
  const held = { ...first, etag: 'W/"restored"', properties: [{ name: 'Berth', value: berth.value }] };
  const keysOf = ({ partitionKey, rowKey }: Entity) => ({ partitionKey, rowKey });

  it('show at once what the table holds: changed, deleted, and back again', async () => {
    const { written, table, shown, state, asked } = await openWritten();
    const second = testEntity(1);
    const back = testEntity(9);
    table.set(rowId(first), held);
    table.delete(rowId(second));
    table.set(rowId(back), back);
    const rows = [
      { from: keysOf(first), to: keysOf(first) },
      { from: keysOf(second), to: null },
      { from: null, to: keysOf(back) },
    ];
    await written.onRows(rows, 'Restored changes');
    expect(shown()[0]).toEqual(held);
    expect([...state().deleted]).toEqual([rowId(second)]);
    expect(state().landed).toEqual([back]);
    expect(state()).toMatchObject({ overtakenBy: null, writes: 1 });
    expect(asked).toHaveLength(3);

    table.set(rowId(second), second);
    await written.onRows([{ from: null, to: keysOf(second) }], 'Restored changes');
    expect([...state().deleted], 'its row is there already').toEqual([]);
    expect(state().landed).toEqual([back]);
  });

  it('follow keys that were taken back, and given away again', async () => {
    const { written, table, shown, state } = await openWritten();
    const other = { ...first, rowKey: 'other' };
    const move = async (from: Entity, to: Entity): Promise<void> => {
      table.delete(rowId(from));
      table.set(rowId(to), to);
      await written.onRows([{ from: keysOf(from), to: keysOf(to) }], 'Restored changes');
    };
    await move(first, other);
    expect(shown()[0]?.rowKey).toBe('other');
    await move(other, first);
    expect(shown()[0]?.rowKey).toBe(first.rowKey);
    table.delete(rowId(first));
    await written.onRows([{ from: keysOf(first), to: null }], 'Restored changes');
    expect(state().deleted.has(rowId(first))).toBe(true);
  });

  it('are called old where there are too many to be read, or nobody knows which, until the next run', async () => {
    const { written, asked, state, run } = await openWritten();
    const many = Array.from({ length: 201 }, (_, index) => ({ from: null, to: keysOf(testEntity(index)) }));
    await written.onRows(many, 'Restored changes');
    expect(asked).toEqual([]);
    expect(state().overtakenBy).toBe('Restored changes');
    await run();
    expect(state().overtakenBy).toBeNull();
    written.onTable('An import');
    expect(state()).toMatchObject({ overtakenBy: 'An import', writes: 2 });
  });

  it('leave the top once a page brings them', async () => {
    const later = testEntity(5);
    const session = createQuerySession(createTestPort([loaded, [later]]), () => Promise.resolve());
    const store = createStore<WrittenState>(() => nothingWritten);
    const written = createWrittenRows(store, () => Promise.resolve(later));
    written.showIn(session);
    await reaches(session, 'waiting', () => session.run('local', query));
    await written.onRows([{ from: null, to: keysOf(later) }], 'Restored changes');
    expect(store.getState().landed).toEqual([later]);
    await reaches(session, 'complete', () => session.loadToEnd());
    expect(store.getState().landed).toEqual([]);
    expect(session.rows.at(3)).toEqual(later);
  });

  it('are none of a tab that shows them no more, and the table counts as written still', async () => {
    const { written, table, asked, shown, state, leave } = await openWritten();
    table.set(rowId(first), held);
    leave();
    await written.onRows([{ from: keysOf(first), to: keysOf(first) }], 'Restored changes');
    expect(asked).toEqual([]);
    expect(shown()[0]).toEqual(first);
    written.onTable('An import');
    expect(state()).toEqual({ ...nothingWritten, writes: 2 });
  });
});
