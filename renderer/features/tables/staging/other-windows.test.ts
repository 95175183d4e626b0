// What one window writes is on screen in the others, or said to be.
import { afterEach, expect, it, vi } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { testEntity } from '../fixtures/test-port';
import { notifyOtherWindows } from './other-windows';
import { listenToOtherWindows, stagingOf } from './staged-tables';

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

it('tells keys alone, and nothing while nobody shares', async () => {
  const received = vi.fn<(data: unknown) => void>();
  other.onmessage = ({ data }: MessageEvent<unknown>) => received(data);
  notifyOtherWindows(location, [{ from: keys, to: null }]);
  stop = listenToOtherWindows();
  notifyOtherWindows(location, [{ from: testEntity(0), to: keys }]);
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1));
  expect(received).toHaveBeenCalledWith({ ...location, rows: [{ from: keys, to: keys }] });
});

it('names no rows where there are more than are read again', async () => {
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

it('counts what is told as written to the table, and leaves what is no such message', async () => {
  bridge = installBridge({ calls: { 'entities.get': () => ({ entity: testEntity(0) }) } });
  const { store } = stagingOf(location);
  stop = listenToOtherWindows();
  const before = store.getState().writes;
  other.postMessage({ ...location, rows: 'all' });
  other.postMessage({ ...location, table: 'Orders', rows: null });
  other.postMessage({ ...location, rows: null });
  await vi.waitFor(() => expect(store.getState().writes).toBe(before + 1));
});
