// Bulk changes among the applied changes: whoever looks for the way back finds it here, and takes it from here.
import '@renderer/testing/missing-in-jsdom';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import type { TableJob } from '@shared/model/table-job';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, expect, it } from 'vitest';
import { tableJobOf } from '../fixtures/job';
import { UndoTab } from './undo-tab';

let bridge: TestBridge;
afterAll(giveElementsSize({ viewportPx: 600, rowPx: 28 }));
afterEach(() => {
  cleanup();
  bridge.dispose();
});

function show(jobs: readonly TableJob[]): void {
  bridge = installBridge({
    calls: {
      'undo.list': () => ({ lines: [], total: 0, more: false }),
      'undo.size': () => ({ bytes: 0, maxBytes: 1 }),
      'bulk.undo': () => ({ jobId: 'undoing' }),
    },
    streams: {
      'table-jobs.watch': (_input, { push, signal }) => {
        push([...jobs]);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  render(
    <UndoTab
      connectionId="local"
      connectionName="Harbour"
      readOnly={false}
      environment="other"
      isActive
      table="Orders"
      onTableChange={() => undefined}
    />,
  );
}

function bulk(id: string, change: Partial<TableJob> = {}, undo: 'none' | 'kept' | 'used' = 'kept'): TableJob {
  return tableJobOf({
    id,
    kind: 'update',
    state: 'done',
    title: `Orders: set Status to ${id}`,
    endedAtMs: 2_000,
    bulk: { rowsUnchanged: 0, rowsPerSecondAllowed: null, undo, restores: null },
    ...change,
  });
}

it('offers those of this table that can be undone, and undoes one as a whole', async () => {
  show([
    bulk('retrying'),
    bulk('used', {}, 'used'),
    bulk('elsewhere', { connectionId: 'other' }),
    bulk('ships', { table: 'Ships' }),
    bulk('still', { state: 'running' }),
    tableJobOf({ id: 'import' }),
  ]);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Undo Orders: set Status to retrying' }));
  await waitFor(() => expect(bridge.requested.filter(({ name }) => name === 'bulk.undo')).toHaveLength(1));
  expect(screen.getAllByRole('button', { name: /^Undo Orders/ })).toHaveLength(1);
  expect(screen.queryByText('Nothing to undo')).toBeNull();
});

it('says that there is nothing where there is none', async () => {
  show([bulk('used', {}, 'used')]);
  expect(await screen.findByText('Nothing to undo')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Bulk changes' })).toBeNull();
});
