// The remedies of a tab whose table does not exist: only for its own table, and creating it only if that is allowed.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ErrorState, RemedyContext } from '@renderer/ui';
import { goneRemedies } from './gone-remedies';
import { useLayout } from '../layout-store';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const connection = connectionWith({ id: 'quay', name: 'Quay', endpoints: {} });
const tab = { kind: 'table', connectionId: 'quay', table: 'Crates' } as const;
const goneTable = (table: string): StowageError => new StowageError('not-found.table', 'gone', { context: { table } });

function show(error: StowageError, access: Partial<ConnectionSummary> = {}): ReturnType<typeof vi.fn> {
  const again = vi.fn();
  render(
    <RemedyContext.Provider value={goneRemedies(tab, { ...connection, ...access })}>
      <ErrorState error={error} onRetry={again} />
    </RemedyContext.Provider>,
  );
  return again;
}
const offered = (): readonly (string | null)[] => screen.getAllByRole('button').map(({ textContent }) => textContent);

it('creates the table again, lists the existing tables, and repeats the request', async () => {
  bridge = installBridge({ calls: { 'tables.create': () => ({}), 'tables.list': () => [{ name: 'Crates' }] } });
  const again = show(goneTable('Crates'));
  expect(offered()).toEqual(['Try again', 'Create table', 'Refresh list', 'Close tab']);
  await userEvent.click(screen.getByRole('button', { name: 'Create table' }));
  await waitFor(() => expect(again).toHaveBeenCalledTimes(1));
  expect(bridge.requested[0]).toEqual({ name: 'tables.create', input: { connectionId: 'quay', table: 'Crates' } });
});

it('creates nothing on a locked connection, and offers nothing for another table', () => {
  show(goneTable('Crates'), { locked: true });
  expect(offered()).toEqual(['Try again', 'Refresh list', 'Close tab']);
  cleanup();
  show(goneTable('Ships'));
  expect(offered()).toEqual(['Try again']);
});

it('links a fault of the app itself to its entry in the fault log', async () => {
  show(new StowageError('bug.unexpected', 'broke'));
  expect(offered()).toEqual(['Try again', 'Show the fault log']);
  await userEvent.click(screen.getByRole('button', { name: 'Show the fault log' }));
  expect(useLayout.getState().about).toBe('fault-log');
});
