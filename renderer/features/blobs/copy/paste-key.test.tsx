// Ctrl+V means the container that is open, wherever in the window the focus is.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preflightOf } from '@shared/model/fixtures/transfer-preflight';
import { defaultSettings } from '@shared/model/settings';
import type { Script } from '@renderer/testing/contract-bridge';
import { ToastRegion } from '@renderer/ui';
import { blob, forgetBetweenTests, showContainer } from '../fixtures/shown-container';
import { blobClipboard } from './blob-clipboard';

forgetBetweenTests();
afterEach(() => {
  cleanup();
  blobClipboard.setState({ clip: null });
});

const copied = (): void => {
  const item = blob('a.txt');
  const entry = { kind: 'blob' as const, name: item.name, item };
  blobClipboard.setState({
    clip: { kind: 'copy', connectionId: 'local', container: 'other', prefix: '', entries: [entry] },
  });
};
let preflights: number;
const preflightStreams: NonNullable<Script['streams']> = {
  'transfers.survey-copy': (_input, { push }) => {
    preflights += 1;
    push(preflightOf({ way: 'service', problem: null, rejected: { files: 1, examples: [] } }));
    return Promise.resolve();
  },
};
beforeEach(() => (preflights = 0));

it('pastes with the focus outside of the tab', async () => {
  showContainer({ streams: preflightStreams });
  render(<button>A row of the tree</button>);
  await screen.findByRole('grid');
  copied();
  await userEvent.click(screen.getByRole('button', { name: 'A row of the tree' }));
  await userEvent.keyboard('{Control>}v{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Copy to photos' })).toBeTruthy();
  expect(preflights).toBe(1);
});

it('pastes with the focus on the row of the open container, and not on another row', async () => {
  showContainer({ streams: preflightStreams });
  render(<ToastRegion />);
  render(
    <div role="tree" aria-label="Connections">
      <div role="treeitem" aria-selected={false} tabIndex={-1}>
        archive
      </div>
      <div role="treeitem" aria-selected tabIndex={0}>
        photos
      </div>
    </div>,
  );
  await screen.findByRole('grid');
  copied();
  screen.getByRole('treeitem', { name: 'archive' }).focus();
  await userEvent.keyboard('{Control>}v{/Control}');
  const notices = screen.getByRole('region', { name: 'Notifications' });
  await waitFor(() => expect(notices.textContent).toContain('Another row of the navigator has the focus'));
  expect(preflights).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  screen.getByRole('treeitem', { name: 'photos' }).focus();
  await userEvent.keyboard('{Control>}v{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Copy to photos' })).toBeTruthy();
  expect(preflights).toBe(1);
});

it('pastes once while the key is held down', async () => {
  let started = 0;
  showContainer({
    calls: {
      'settings.read': () => ({ ...defaultSettings, uploadSummary: 'never' }),
      'transfers.copy': () => ({ jobId: `job ${(started += 1)}` }),
    },
  });
  await screen.findByRole('grid');
  act(copied);
  const press = (repeat: boolean): unknown => fireEvent.keyDown(document.body, { key: 'v', ctrlKey: true, repeat });
  for (const repeat of [false, true, true]) press(repeat);
  await waitFor(() => expect(started).toBeGreaterThan(0));
  // Requests complete in the order in which they began.
  press(false);
  await waitFor(() => expect(started).toBeGreaterThan(1));
  expect(started).toBe(2);
});

it('leaves the key to a field', async () => {
  showContainer({ streams: preflightStreams });
  render(<input aria-label="A field" />);
  await screen.findByRole('grid');
  copied();
  await userEvent.click(screen.getByRole('textbox', { name: 'A field' }));
  await userEvent.keyboard('{Control>}v{/Control}');
  await userEvent.tab();
  await userEvent.keyboard('{Control>}v{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Copy to photos' })).toBeTruthy();
  expect(preflights).toBe(1);
});

it('shows why nothing is pasted when the connection is read-only', async () => {
  showContainer({ streams: preflightStreams }, 'read-only');
  render(<ToastRegion />);
  await screen.findByRole('grid');
  copied();
  await userEvent.keyboard('{Control>}v{/Control}');
  const notices = screen.getByRole('region', { name: 'Notifications' });
  await waitFor(() => expect(notices.textContent).toContain('Nothing was pasted'));
  expect(notices.textContent).toContain('Local is read-only.');
  expect(preflights).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
});
