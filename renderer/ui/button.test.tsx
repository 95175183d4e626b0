// Buttons and the focus: one that is disabled while it has the focus keeps it, and does nothing.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Button, IconButton } from './button';

afterEach(cleanup);

function Once({ kind, onPress }: { readonly kind: 'words' | 'icon'; readonly onPress: () => void }) {
  const [isDone, setDone] = useState(false);
  const press = (): void => {
    setDone(true);
    onPress();
  };
  return (
    <>
      {kind === 'words' ? (
        <Button isDisabled={isDone} onPress={press}>
          Apply
        </Button>
      ) : (
        <IconButton label="Apply" icon={null} isDisabled={isDone} onPress={press} />
      )}
      <Button>Next</Button>
    </>
  );
}

describe.each(['words', 'icon'] as const)('a button with %s that is switched off by its press', (kind) => {
  it('keeps the focus, is announced as disabled, does nothing, and lets Tab move the focus', async () => {
    let presses = 0;
    render(<Once kind={kind} onPress={() => (presses += 1)} />);
    const user = userEvent.setup();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
    await user.tab();
    await user.keyboard('{Enter}{Enter} ');
    expect(presses).toBe(1);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Next');
    expect(button.disabled).toBe(true);
    await user.tab({ shift: true });
    expect(document.activeElement).not.toBe(button);
  });
});

it.each(['words', 'icon'] as const)(
  'a button with %s and a disabled reason announces the reason to keyboard users, and does nothing',
  async (kind) => {
    let presses = 0;
    const given = { disabledReason: 'The account is locked.', onPress: () => (presses += 1) };
    render(kind === 'words' ? <Button {...given}>Apply</Button> : <IconButton label="Apply" icon={null} {...given} />);
    const user = userEvent.setup();
    await user.tab();
    const button = screen.getByRole('button', { name: 'Apply' });
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const tip = await screen.findByRole('tooltip');
    expect(tip.textContent).toBe(kind === 'words' ? 'The account is locked.' : 'Apply. The account is locked.');
    expect(button.getAttribute('aria-describedby')).toBe(tip.id);
    await user.keyboard('{Enter}');
    await user.click(button);
    expect(presses).toBe(0);
  },
);

it('a button whose disabled reason is gone can lose the focus again, and is pressed by the keyboard', async () => {
  let presses = 0;
  const button = (disabledReason: string | null) => (
    <Button disabledReason={disabledReason} onPress={() => (presses += 1)}>
      Apply
    </Button>
  );
  const { rerender } = render(button('Loading.'));
  const user = userEvent.setup();
  await user.tab();
  await screen.findByRole('tooltip');
  rerender(button(null));
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Apply' }));
  await user.keyboard('{Enter}');
  expect(presses).toBe(1);
});
