import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog, TextField } from '@renderer/ui';
import { leaveKeysToInputMethod } from './input';

const submit = vi.fn();
const close = vi.fn();
const received = vi.fn();
let stop: () => void;
beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
  stop = leaveKeysToInputMethod(window);
  window.addEventListener('keydown', received);
  render(
    <Dialog title="Rename notes.txt" isOpen onClose={close}>
      <TextField label="New name" value="にほん.txt" onChange={() => undefined} onSubmit={submit} />
    </Dialog>,
  );
});
afterEach(() => {
  stop();
  window.removeEventListener('keydown', received);
  cleanup();
  vi.unstubAllGlobals();
});

describe('input method', () => {
  it.each([{ key: 'Enter', isComposing: true }, { key: 'Escape', isComposing: true }, { key: 'Process' }])(
    'keeps the key %o from the dialog and from shortcuts while it composes text',
    (event) => {
      const field = screen.getByRole('textbox');
      // Not prevented: the input method continues with it.
      expect(fireEvent.keyDown(field, event)).toBe(true);
      expect([submit, close, received].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
    },
  );

  it('leaves the keys to the dialog once the text is accepted', () => {
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
    expect(submit).toHaveBeenCalledOnce();
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
    expect(close).toHaveBeenCalledOnce();
  });
});
