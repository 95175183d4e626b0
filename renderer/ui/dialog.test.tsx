// Where the focus is when a dialog has opened, whatever input modality React Aria assumes and whatever is still
// animating.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Button } from './button';
import { ConfirmDialog, Dialog } from './dialog';
import { TextField } from './text-field';

afterEach(() => {
  // Ends all transitions: pending callbacks run, and nothing is left for the next test.
  for (const moving of document.querySelectorAll('[data-moving]')) dispatch(moving, 'transitionend');
  cleanup();
});

type First = 'the field' | 'a button' | 'a button that is off' | 'nothing';

function Asking({ first }: { readonly first: First }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button data-moving onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        title="Rename"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <Button autoFocus={first.startsWith('a button')} isDisabled={first === 'a button that is off'}>
            Save
          </Button>
        }
      >
        <TextField label="Name" value="" onChange={() => undefined} autoFocus={first === 'the field'} />
      </Dialog>
    </>
  );
}

/** jsdom has no transitions. */
function dispatch(element: Element, type: 'transitionrun' | 'transitionend'): void {
  element.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { propertyName: 'color' }));
}

/** As a screen reader presses it: a click without a pointer. */
function openByScreenReader(first: First): HTMLElement {
  render(<Asking first={first} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  dispatch(opener, 'transitionrun');
  opener.focus();
  fireEvent.click(opener, { detail: 0 });
  return screen.getByRole('dialog', { name: 'Rename' });
}

it.each([
  ['the field', () => screen.getByRole('textbox', { name: 'Name' })],
  ['a button', () => screen.getByRole('button', { name: 'Save' })],
  ['a button that is off', () => screen.getByRole('dialog')],
  ['nothing', () => screen.getByRole('dialog')],
] as const)('the focus is on %s at once, although a transition never ends', (first, expected) => {
  openByScreenReader(first);
  expect(document.activeElement).toBe(expected());
});

function Leased() {
  const [isBreaking, setBreaking] = useState(false);
  const [isLeased, setLeased] = useState(true);
  return (
    <Dialog title="Lease" isOpen onClose={() => undefined}>
      <Button isDisabled={!isLeased} onPress={() => setBreaking(true)}>
        Break…
      </Button>
      <ConfirmDialog
        title="Break lease"
        isOpen={isBreaking}
        onClose={() => setBreaking(false)}
        confirmLabel="Break"
        onConfirm={() => setLeased(false)}
      >
        Whoever holds it loses it.
      </ConfirmDialog>
    </Dialog>
  );
}

it('keeps the focus in the dialog when the button that opened a nested one is disabled once that closes', async () => {
  render(<Leased />);
  const dialog = screen.getByRole('dialog', { name: 'Lease' });
  const opener = screen.getByRole('button', { name: 'Break…' });
  opener.focus();
  fireEvent.click(opener, { detail: 0 });
  fireEvent.click(await screen.findByRole('button', { name: 'Break' }), { detail: 0 });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
});
