// An invalid table name is rejected in the dialog, before a job fails because of it.
import '@renderer/testing/missing-in-jsdom';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RenameDialog } from './rename-dialog';

const connection = connectionWith({ id: 'quay', name: 'Quay', endpoints: {} });
let bridge: TestBridge;
beforeEach(() => {
  bridge = installBridge({ calls: { 'renames.start': () => ({ jobId: 'job-1' }) } });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

it.each([
  ['tables', 'The name is reserved by the service. Choose another name.'],
  ['or', 'The name is 2 characters long. Use 3 to 63 letters and digits, starting with a letter.'],
  ['ORDERS', 'Table names that differ only in case refer to the same table.'],
])('rename dialog: explains why the name %s is invalid, and starts nothing', async (name, text) => {
  const user = userEvent.setup();
  render(<RenameDialog table="Orders" connection={connection} onShowJobs={vi.fn()} onClose={vi.fn()} />);
  const field = screen.getByRole('textbox', { name: 'New name' });
  await user.clear(field);
  await user.type(field, `${name}{Enter}`);
  expect(screen.getByText(text)).toBeTruthy();
  expect(bridge.requested.map((each) => each.name)).not.toContain('renames.start');
});
