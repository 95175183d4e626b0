// Whatever traps the focus opens alone: while a dialog is open, nothing else opens over it.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { Dialog } from '@renderer/ui';
import { useViewActions } from '@renderer/pane/view-actions';
import { runCommand } from './actions';
import { listenForShortcuts } from './watch-window';
import { openDialog, useDialog } from './dialog-store';
import { setPalette, useLayout } from './layout-store';
import { Palette } from './palette/palette';

let bridge: TestBridge;
afterEach(() => {
  setPalette('closed');
  openDialog(null);
  cleanup();
  bridge.dispose();
});

function show(prompts: 'a name' | 'nothing'): void {
  bridge = installBridge({ streams: { 'library.watch': () => new Promise(() => undefined) } });
  render(
    <>
      <Dialog title="Create a container" isOpen={prompts === 'a name'} onClose={() => undefined}>
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
  expect(useDialog.getState().request).toBeNull();
});

it('opens the palette and focuses its field when no dialog is open', async () => {
  show('nothing');
  act(() => runCommand('palette'));
  expect(document.activeElement).toBe(await screen.findByRole('combobox'));
});

it.each([['{F5}'], ['{Control>}r{/Control}']])(
  'refresh: %s reloads the active view, and nothing while a dialog is open',
  async (keys) => {
    const onAction = vi.fn();
    function Front() {
      useViewActions(() => [{ id: 'refresh', label: 'Refresh', of: 'photos', onAction }]);
      return <input aria-label="Filter" />;
    }
    const stop = listenForShortcuts(window);
    const user = userEvent.setup();
    show('nothing');
    const front = render(<Front />);
    await user.click(screen.getByRole('textbox', { name: 'Filter' }));
    await user.keyboard(keys);
    expect(onAction).toHaveBeenCalledTimes(1);
    show('a name');
    await user.keyboard(keys);
    expect(onAction).toHaveBeenCalledTimes(1);
    front.unmount();
    stop();
  },
);

it('palette: also opens with Ctrl+Shift+P', async () => {
  const stop = listenForShortcuts(window);
  show('nothing');
  await userEvent.setup().keyboard('{Control>}{Shift>}P{/Shift}{/Control}');
  expect(useLayout.getState().palette).toBe('open');
  stop();
});
