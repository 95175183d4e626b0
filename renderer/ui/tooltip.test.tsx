// A tip is never in the way: one Escape closes what is meant, and the tip with it; a pointer on its way needs no key.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { IconButton } from './button';
import { Dialog } from './dialog';

afterEach(cleanup);

function Opened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog title="Lease" isOpen={isOpen} onClose={() => setOpen(false)}>
      <IconButton label="Copy the id" icon={null} />
    </Dialog>
  );
}

it('opens on keyboard focus, and closes with the dialog on one Escape', async () => {
  const user = userEvent.setup();
  render(<Opened />);
  await user.tab();
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Copy the id');
  expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('Copy the id');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull());
});

it('closes on Escape when nothing else handles the key, and the focus stays', async () => {
  const user = userEvent.setup();
  render(<IconButton label="Refresh" icon={null} />);
  await user.tab();
  expect(screen.getByRole('tooltip', { hidden: true })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' }));
});

it('closes when the pointer moves elsewhere, and stays while it moves over the control', async () => {
  const user = userEvent.setup();
  render(
    <>
      <IconButton label="Refresh" icon={null} />
      <p>below</p>
    </>,
  );
  await user.tab();
  const button = screen.getByRole('button', { name: 'Refresh' });
  fireEvent.pointerMove(button);
  expect(screen.getByRole('tooltip', { hidden: true })).toBeTruthy();
  fireEvent.pointerMove(screen.getByText('below'));
  await waitFor(() => expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull());
  expect(document.activeElement).toBe(button);
});
