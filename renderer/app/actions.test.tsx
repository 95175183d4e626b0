// What takes the keyboard for itself opens alone: while a dialog waits for its answer, nothing else opens over it.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { Dialog } from '@renderer/ui';
import { runCommand } from './actions';
import { askFor, useAsk } from './ask-store';
import { setPalette, useLayout } from './layout-store';
import { Palette } from './palette/palette';

let bridge: TestBridge;
afterEach(() => {
  setPalette('closed');
  askFor(null);
  cleanup();
  bridge.dispose();
});

function show(asks: 'a name' | 'nothing'): void {
  bridge = installBridge({ streams: { 'library.watch': () => new Promise(() => undefined) } });
  render(
    <>
      <Dialog title="Create a container" isOpen={asks === 'a name'} onClose={() => undefined}>
        <input aria-label="Name" />
      </Dialog>
      <Palette />
    </>,
  );
}

it('opens the palette beside no other dialog', () => {
  show('a name');
  act(() => runCommand('palette'));
  expect(useLayout.getState().palette).toBe('closed');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  act(() => runCommand('new-connection'));
  expect(useAsk.getState().ask).toBeNull();
});

it('opens the palette, with the keyboard in its field, where nothing else is asked', async () => {
  show('nothing');
  act(() => runCommand('palette'));
  expect(document.activeElement).toBe(await screen.findByRole('combobox'));
});
