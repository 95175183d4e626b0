// Rows on screen that were written elsewhere. The effect of staged edits is tested in staging-store.test.ts.
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';
import { describe, expect, it, afterEach, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { berth, first, loaded, openWritten, query, reaches } from '../fixtures/open-staging';
import { StowageError } from '@shared/errors';
import { createTestPort, testEntity } from '../fixtures/test-port';
import { QueryRun } from '../result/query-run';
import { type WrittenRow, createWrittenRows, notifyOtherWindows } from './written-rows';
import { type WrittenState, nothingWritten } from './shown-writes';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { listenToOtherWindows, stagingOf } from './staged-tables';

describe('rows written elsewhere', () => {
  const held = { ...first, etag: 'W/"restored"', properties: [{ name: 'Berth', value: berth.value }] };
  const keysOf = ({ partitionKey, rowKey }: Entity) => ({ partitionKey, rowKey });

  it('show changes, deletions and re-insertions at once', async () => {
    const { written, table, shown, state, requested } = await openWritten();
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
    expect(requested).toHaveLength(3);

    table.set(rowId(second), second);
    await written.onRows([{ from: null, to: keysOf(second) }], 'Restored changes');
    expect([...state().deleted], 'its row is there already').toEqual([]);
    expect(state().landed).toEqual([back]);
  });

  it('follow keys that are changed back and forth', async () => {
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

  it('are marked as outdated when there are too many or they are unknown, until the next run', async () => {
    const { written, requested, state, run } = await openWritten();
    const many = Array.from({ length: 201 }, (_, index) => ({ from: null, to: keysOf(testEntity(index)) }));
    await written.onRows(many, 'Restored changes');
    expect(requested).toEqual([]);
    expect(state().overtakenBy).toBe('Restored changes');
    await run();
    expect(state().overtakenBy).toBeNull();
    written.onTable('An import');
    expect(state()).toMatchObject({ overtakenBy: 'An import', writes: 2 });
  });

  it('leave the top once a page contains them', async () => {
    const later = testEntity(5);
    const session = new QueryRun({ calls: createTestPort([loaded, [later]]), wait: () => Promise.resolve() });
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

  it('do not reach a closed tab, but count as a write to the table', async () => {
    const { written, table, requested, shown, state, leave } = await openWritten();
    table.set(rowId(first), held);
    leave();
    await written.onRows([{ from: keysOf(first), to: keysOf(first) }], 'Restored changes');
    expect(requested).toEqual([]);
    expect(shown()[0]).toEqual(first);
    written.onTable('An import');
    expect(state()).toEqual({ ...nothingWritten, writes: 2 });
  });
});

describe('rows written by another window', () => {
  const held = { ...first, etag: 'W/"theirs"' };
  const keysOf = ({ partitionKey, rowKey }: Entity) => ({ partitionKey, rowKey });

  it('are read again when they are loaded', async () => {
    const { written, table, shown, state, requested } = await openWritten();
    table.set(rowId(first), held);
    table.delete(rowId(testEntity(1)));
    const rows = [
      { from: keysOf(first), to: keysOf(first) },
      { from: keysOf(testEntity(1)), to: null },
    ];
    await written.onRowsOfOthers(rows, 'Another window');
    expect(shown()[0]).toEqual(held);
    expect([...state().deleted]).toEqual([rowId(testEntity(1))]);
    expect(state()).toMatchObject({ landed: [], overtakenBy: null });
    expect(requested).toHaveLength(2);
  });

  it('are neither read nor put on top when not loaded; the rows are marked as outdated', async () => {
    const { written, table, state, requested } = await openWritten();
    const other = testEntity(9);
    table.set(rowId(other), other);
    await written.onRowsOfOthers([{ from: null, to: keysOf(other) }], 'Another window');
    expect(state()).toMatchObject({ landed: [], overtakenBy: 'Another window', writes: 1 });
    expect(requested).toEqual([]);
  });

  it('follow a row to its new keys', async () => {
    const { written, table, shown, state } = await openWritten();
    const other = { ...first, rowKey: 'other' };
    table.delete(rowId(first));
    table.set(rowId(other), other);
    await written.onRowsOfOthers([{ from: keysOf(first), to: keysOf(other) }], 'Another window');
    expect(shown()[0]).toEqual(other);
    expect(state().overtakenBy).toBeNull();
  });
});

describe('rows restored after a failed run', () => {
  const denied = new StowageError('auth.denied', 'No right to read.');
  const same = { from: { ...first }, to: { ...first } };

  async function openHeld() {
    const port = createTestPort([loaded]);
    const session = new QueryRun({ calls: port, wait: () => Promise.resolve() });
    const store = createStore<WrittenState>(() => nothingWritten);
    let answer: (entity: Entity | null) => void = () => undefined;
    const written = createWrittenRows(store, () => new Promise((resolve) => (answer = resolve)));
    written.showIn(session);
    await reaches(session, 'complete', () => session.run('local', query));
    const rerun = (): void => {
      port.hold();
      session.run('local', query);
    };
    const reject = async (): Promise<void> => {
      port.failNextPage(denied);
      await reaches(session, 'complete', () => port.release());
    };
    return {
      port,
      session,
      written,
      rerun,
      reject,
      state: store.getState,
      answer: (entity: Entity | null) => answer(entity),
    };
  }

  it.each(['before', 'after'] as const)(
    'are marked as outdated when a write before the rerun is read %s its failure',
    async (when) => {
      const { written, rerun, reject, state, answer, session } = await openHeld();
      const notified = written.onRows([same], 'Another window');
      rerun();
      if (when === 'after') await reject();
      answer({ ...first, etag: 'W/"theirs"' });
      await notified;
      if (when === 'before') await reject();
      const shows = session.rows.at(0)?.etag === 'W/"theirs"';
      expect(shows || state().overtakenBy === 'Another window').toBe(true);
      expect(state().writes).toBe(1);
    },
  );

  it.each(['before', 'after'] as const)(
    'are marked as outdated when a write during the rerun is read %s its failure',
    async (when) => {
      const { written, rerun, reject, state, answer } = await openHeld();
      rerun();
      const notified = written.onRows([same], 'Another window');
      if (when === 'after') await reject();
      answer(first);
      await notified;
      if (when === 'before') await reject();
      expect(state()).toMatchObject({ overtakenBy: 'Another window', writes: 1 });
    },
  );

  it('are not marked as outdated by a write that the new rows show', async () => {
    const { port, session, written, rerun, state, answer } = await openHeld();
    const notified = written.onRows([same], 'Another window');
    rerun();
    await reaches(session, 'complete', () => port.release());
    answer(first);
    await notified;
    expect(state()).toMatchObject({ overtakenBy: null, writes: 1 });
  });

  it('include rows inserted and deleted before and meanwhile', async () => {
    const { written, rerun, reject, state, answer } = await openHeld();
    const write = async (row: WrittenRow, entity: Entity | null): Promise<void> => {
      const notified = written.onRows([row], 'Restored changes');
      answer(entity);
      await notified;
    };
    await write({ from: null, to: testEntity(8) }, testEntity(8));
    await write({ from: testEntity(1), to: null }, null);
    expect(state().landed).toEqual([testEntity(8)]);
    rerun();
    expect(state()).toMatchObject({ landed: [], deleted: new Set() });
    await write({ from: null, to: testEntity(9) }, testEntity(9));
    await write({ from: testEntity(2), to: null }, null);
    await reject();
    expect(state().landed).toEqual([testEntity(9), testEntity(8)]);
    expect(state().deleted).toEqual(new Set([rowId(testEntity(1)), rowId(testEntity(2))]));
    expect(state().overtakenBy).toBe('Restored changes');
  });
});

const location = { connectionId: 'local', table: 'Movies' };
const keys = { partitionKey: 'Action', rowKey: 'row-00000' };
let bridge: TestBridge | undefined;
let stop: () => void = () => undefined;
const other = new BroadcastChannel('written-rows');
afterEach(() => {
  stop();
  other.onmessage = null;
  bridge?.dispose();
});

it('other windows: receive only keys, and nothing before sharing starts', async () => {
  const received = vi.fn<(data: unknown) => void>();
  other.onmessage = ({ data }: MessageEvent<unknown>) => received(data);
  notifyOtherWindows(location, [{ from: keys, to: null }]);
  stop = listenToOtherWindows();
  notifyOtherWindows(location, [{ from: testEntity(0), to: keys }]);
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1));
  expect(received).toHaveBeenCalledWith({ ...location, rows: [{ from: keys, to: keys }] });
});

it('other windows: receive no row names when there are too many', async () => {
  const received = vi.fn<(data: unknown) => void>();
  other.onmessage = ({ data }: MessageEvent<unknown>) => received(data);
  stop = listenToOtherWindows();
  const rows = Array.from({ length: 201 }, () => ({ from: keys, to: keys }));
  notifyOtherWindows(location, rows);
  notifyOtherWindows(location, rows.slice(1));
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(2));
  expect(received.mock.calls.map(([data]) => data)).toEqual([
    { ...location, rows: null },
    { ...location, rows: rows.slice(1) },
  ]);
});

it('other windows: count a message as a write, and ignore malformed ones', async () => {
  bridge = installBridge({ calls: { 'entities.get': () => ({ entity: testEntity(0) }) } });
  const { store } = stagingOf(location);
  stop = listenToOtherWindows();
  const before = store.getState().writes;
  other.postMessage({ ...location, rows: 'all' });
  other.postMessage({ ...location, table: 'Orders', rows: null });
  other.postMessage({ ...location, rows: null });
  await vi.waitFor(() => expect(store.getState().writes).toBe(before + 1));
});
