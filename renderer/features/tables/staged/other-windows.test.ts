// What one window writes is on screen in the others, or said to be.
import { afterEach, expect, it, vi } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { testEntity } from '../fixtures/test-port';
import { tellOtherWindows } from './other-windows';
import { hearOtherWindows, stagingOf } from './staged-tables';

const place = { connectionId: 'local', table: 'Movies' };
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
  const heard = vi.fn<(data: unknown) => void>();
  other.onmessage = ({ data }: MessageEvent<unknown>) => heard(data);
  tellOtherWindows(place, [{ from: keys, to: null }]);
  stop = hearOtherWindows();
  tellOtherWindows(place, [{ from: testEntity(0), to: keys }]);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  expect(heard).toHaveBeenCalledWith({ ...place, rows: [{ from: keys, to: keys }] });
});

it('names no rows where there are more than are read again', async () => {
  const heard = vi.fn<(data: unknown) => void>();
  other.onmessage = ({ data }: MessageEvent<unknown>) => heard(data);
  stop = hearOtherWindows();
  const rows = Array.from({ length: 201 }, () => ({ from: keys, to: keys }));
  tellOtherWindows(place, rows);
  tellOtherWindows(place, rows.slice(1));
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  expect(heard.mock.calls.map(([data]) => data)).toEqual([
    { ...place, rows: null },
    { ...place, rows: rows.slice(1) },
  ]);
});

it('counts what is told as written to the table, and leaves what is no such message', async () => {
  bridge = installBridge({ calls: { 'entities.get': () => ({ entity: testEntity(0) }) } });
  const { store } = stagingOf(place);
  stop = hearOtherWindows();
  const before = store.getState().writes;
  other.postMessage({ ...place, rows: 'all' });
  other.postMessage({ ...place, table: 'Orders', rows: null });
  other.postMessage({ ...place, rows: null });
  await vi.waitFor(() => expect(store.getState().writes).toBe(before + 1));
});
