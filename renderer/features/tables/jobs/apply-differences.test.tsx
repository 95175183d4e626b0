// Applying differences by keyboard: the button is disabled with a reason, or can be pressed.
import { rejectionOf } from '@renderer/testing/rejection-of';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ApplyButton } from './apply-differences';

afterEach(cleanup);

it('apply button: does nothing and explains why when nothing can be changed', async () => {
  let presses = 0;
  const why = 'The connection of Ships is read-only until you unlock it';
  render(<ApplyButton table="Ships" disabledReason={why} state="ready" onPress={() => (presses += 1)} />);
  const button = screen.getByRole('button', { name: 'Sync B to match A…' });
  expect(await rejectionOf(button)).toBe(why);
  await userEvent.click(button);
  expect(presses).toBe(0);
});

it.each(['ready', 'nothing'] as const)(
  'apply button: can be pressed when there is something to change: %s',
  async (state) => {
    let presses = 0;
    render(<ApplyButton table="Ships" disabledReason={null} state={state} onPress={() => (presses += 1)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Sync B to match A…' }));
    expect(presses).toBe(state === 'ready' ? 1 : 0);
  },
);
