// Where a copy would go to begin with: to a place that takes it.
import '@renderer/testing/missing-in-jsdom';
import type { ConnectionSummary } from '@shared/model/connection';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CopyDialog } from './copy-dialog';

const connection = (id: string, more: Partial<ConnectionSummary>): ConnectionSummary =>
  connectionWith({ id, kind: 'sas', ...more });
const key = connection('Key', { kind: 'account-key' });
const writer = connection('Writer', { sas: { level: 'table', resource: 'Ships', rights: ['query', 'add'] } });
let bridge: TestBridge;
beforeEach(() => {
  bridge = installBridge({ calls: { 'tables.list': () => [] } });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});
const nothing = (): void => undefined;
const show = (connections: readonly ConnectionSummary[]) =>
  render(
    <CopyDialog
      of={{ connectionId: 'Writer', table: 'Ships' }}
      {...{ connections }}
      onShowJobs={nothing}
      onClose={nothing}
    />,
  );

it('is a table that is there, where none can be made', () => {
  show([writer]);
  expect(screen.getByRole('radio', { name: 'Existing table', checked: true })).toBeTruthy();
});

it('is another connection for a new table, where that of the rows makes none', async () => {
  show([writer, key]);
  expect(screen.getByRole('button', { name: /Connection/ }).textContent).toContain('Key');
  await userEvent.click(screen.getByRole('radio', { name: 'Existing table' }));
  expect(screen.getByRole('button', { name: /Connection/ }).textContent).toContain('Key');
});

it('cannot be begun where no place takes it', async () => {
  show([writer]);
  expect(screen.getByRole('button', { name: 'Start copying' }).hasAttribute('disabled')).toBe(false);
  await userEvent.click(screen.getByRole('radio', { name: 'New table' }));
  expect(screen.getByRole('button', { name: 'Start copying' }).hasAttribute('disabled')).toBe(true);
});
