// Staging for many rows at once when only some of their columns were fetched.
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ToastRegion } from '@renderer/ui';
import type { ShownRow } from '../staging/staged-rows';
import { stagingOf, useStaging } from '../staging/staged-tables';
import { ReadingNote } from '../tab/table-notes';
import { useRowEdits } from './use-row-edits';

let bridge: TestBridge | undefined;
afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) await userEvent.click(button);
  cleanup();
  bridge?.dispose();
});

const berth = { name: 'Berth', value: { type: 'Edm.Int32', value: '7' } } as const;
const dock = { name: 'Dock', value: { type: 'Edm.String', value: 'East' } } as const;

function ship(at: number, properties: Entity['properties']): Entity {
  const keys = { partitionKey: 'Harbour', rowKey: `ship-${at}` };
  return { ...keys, timestamp: '2026-10-14T08:21:07.1402918Z', etag: 'W/"1"', properties };
}
const shown = (at: number, readColumns: 'all' | 'some'): ShownRow => {
  const read = ship(at, [berth]);
  return { entity: read, mark: undefined, edit: undefined, read, readColumns };
};

function open(table: string) {
  const location = { connectionId: 'local', table };
  render(<ToastRegion />);
  const hook = renderHook(() =>
    useRowEdits({ ...location, staging: useStaging(location), onInserted: () => undefined }),
  );
  return { edits: hook.result.current, staging: stagingOf(location) };
}

it('removing properties: reads the whole rows first, a few at a time, and stages one change for all', async () => {
  let max = 0;
  let now = 0;
  bridge = installBridge({
    calls: {
      'entities.get': async ({ keys }) => {
        max = Math.max(max, (now += 1));
        await new Promise((turn) => setTimeout(turn));
        now -= 1;
        return { entity: ship(Number(keys.rowKey.slice(5)), [berth, dock]) };
      },
    },
  });
  const { edits, staging } = open('Ships');
  edits.removeProperties(
    Array.from({ length: 250 }, (_, at) => ({ row: shown(at, at === 0 ? 'all' : 'some'), names: ['Berth'] })),
  );
  await waitFor(() => expect(staging.store.getState().staging.edits).toHaveLength(250));
  expect(bridge.requested).toHaveLength(249);
  expect(max).toBeLessThanOrEqual(8);
  expect(staging.store.getState().staging.edits.at(-1)).toMatchObject({
    kind: 'update',
    readColumns: 'all',
    read: { properties: [berth, dock] },
    changes: [{ kind: 'remove', name: 'Berth' }],
  });
  staging.step('back');
  expect(staging.store.getState().staging.edits).toEqual([]);
});

it('removing properties: shows progress while reading, and stages nothing when stopped', async () => {
  const held = new Map<string, () => void>();
  let max = 0;
  bridge = installBridge({
    calls: {
      'entities.get': async ({ keys }, { signal }) => {
        await new Promise<void>((go, stop) => {
          held.set(keys.rowKey, go);
          signal.addEventListener('abort', () => stop(new StowageError('cancelled.by-user', 'Stopped.')));
        });
        max += 1;
        return { entity: ship(Number(keys.rowKey.slice(5)), [berth, dock]) };
      },
    },
  });
  const { edits, staging } = open('Barges');
  const onStopped = vi.fn<() => void>();
  render(<ReadingNote reads={edits.reads} onStopped={onStopped} />);
  edits.removeProperties(Array.from({ length: 40 }, (_, at) => ({ row: shown(at, 'some'), names: ['Berth'] })));
  await screen.findByText(/: 0 of 40 entities\./);
  expect(screen.getByRole('status').textContent).toBe('Reading whole entities: 0 %');
  expect(screen.getByRole('progressbar').closest('p')).toBeNull();
  for (const at of [0, 1, 2]) held.get(`ship-${at}`)?.();
  await screen.findByText(/: 3 of 40 entities\./);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('Stopped before anything was staged');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(onStopped).toHaveBeenCalledOnce();
  expect([max, staging.store.getState().staging.edits]).toEqual([3, []]);
});

it('removing properties: reports once how many rows could not be read, and stages the others', async () => {
  bridge = installBridge({
    calls: {
      'entities.get': ({ keys }) => {
        if (keys.rowKey === 'ship-2') return { entity: ship(2, [berth, dock]) };
        throw new StowageError('network.refused', 'No way there.', { context: {} });
      },
    },
  });
  const { edits, staging } = open('Boats');
  edits.removeProperties([1, 2, 3].map((at) => ({ row: shown(at, 'some'), names: ['Berth'] })));
  await screen.findByText('2 of 3 entities could not be read completely');
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
  expect(staging.store.getState().staging.edits.map(({ id }) => id)).toEqual([
    expect.stringContaining('ship-2') as string,
  ]);
});
