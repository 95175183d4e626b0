// The dialog of an account's keys: what is saved, what is rejected, and the notice when the other key takes over.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ToastRegion } from '@renderer/ui';
import { receive } from './connection-store';
import { forgetBetweenTests, open, row } from './fixtures/shown-navigator';
import { KeyDialog } from './key-dialog';

forgetBetweenTests();

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
  bridge = null;
});

const ships = connectionWith({ id: 'ships', name: 'Ships', keys: { inUse: 'primary', hasSecondary: false } });

it('key dialog: saves the pasted key of the chosen name, and shows a rejection below the field', async () => {
  let isAccepted = false;
  bridge = installBridge({
    calls: {
      'connections.set-key': () => {
        if (isAccepted) return ships;
        throw new StowageError('invalid.input', 'Key: is not accepted by contoso.', {
          context: { field: 'Key', problem: 'is not accepted by contoso.', fix: 'Copy the current key.' },
        });
      },
    },
  });
  const onClose = vi.fn();
  render(<KeyDialog connection={ships} onClose={onClose} />);
  const user = userEvent.setup();
  expect(screen.getByText(/signed with the primary key\. No secondary key is saved/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save the key' }));
  expect(screen.getByText('Paste the key from the account’s Access keys page.')).toBeTruthy();
  expect(bridge.requested).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Secondary key' }));
  const field = screen.getByLabelText('Secondary key', { selector: 'input[type="password"]' });
  await user.type(field, 'b3RoZXI={Enter}');
  expect(await screen.findByText('Key is not accepted by contoso. Copy the current key.')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  isAccepted = true;
  await user.click(screen.getByRole('button', { name: 'Save the key' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(bridge.requested.filter(({ name }) => name === 'connections.set-key').at(-1)?.input).toEqual({
    connectionId: 'ships',
    which: 'secondary',
    key: 'b3RoZXI=',
  });
});

it('navigator: shows that the secondary key took over, and notifies when it happens', async () => {
  const before: ConnectionSummary = { ...ships, keys: { inUse: 'primary', hasSecondary: true } };
  open([before]);
  render(<ToastRegion />);
  await row(/^Ships/);
  act(() => receive([{ ...before, keys: { inUse: 'secondary', hasSecondary: true } }]));
  expect((await row(/^Ships.*secondary key/)).textContent).toContain('secondary key');
  expect(await screen.findByText('Ships uses its secondary key')).toBeTruthy();
});
