// Buttons under the keyboard: one that is switched off while it has the focus keeps it, and does nothing.
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
  it('keeps the focus, says that it is off, does nothing, and lets the focus go on', async () => {
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
