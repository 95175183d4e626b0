// Ctrl+V means the container that is open, wherever in the window the focus is.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { surveyOf } from '@shared/model/fixtures/transfer-survey';
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
let surveyed: number;
const surveyCopy: NonNullable<Script['streams']> = {
  'transfers.survey-copy': (_input, { push }) => {
    surveyed += 1;
    push(surveyOf({ way: 'service', problem: null, refused: { files: 1, examples: [] } }));
    return Promise.resolve();
  },
};
beforeEach(() => (surveyed = 0));

it('pastes with the focus outside of the tab', async () => {
  showContainer({ streams: surveyCopy });
  render(<button>A row of the tree</button>);
  await screen.findByRole('grid');
  copied();
  await userEvent.click(screen.getByRole('button', { name: 'A row of the tree' }));
  await userEvent.keyboard('{Control>}v{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Copy to photos' })).toBeTruthy();
  expect(surveyed).toBe(1);
});

it('leaves the key to a field', async () => {
  showContainer({ streams: surveyCopy });
  render(<input aria-label="A field" />);
  await screen.findByRole('grid');
  copied();
  await userEvent.click(screen.getByRole('textbox', { name: 'A field' }));
  await userEvent.keyboard('{Control>}v{/Control}');
  await userEvent.tab();
  await userEvent.keyboard('{Control>}v{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Copy to photos' })).toBeTruthy();
  expect(surveyed).toBe(1);
});

it('says why nothing is pasted where nothing may be changed', async () => {
  showContainer({ streams: surveyCopy }, 'read-only');
  render(<ToastRegion place="side-bar" />);
  await screen.findByRole('grid');
  copied();
  await userEvent.keyboard('{Control>}v{/Control}');
  const notices = screen.getByRole('region', { name: 'Notifications' });
  await waitFor(() => expect(notices.textContent).toContain('Nothing was pasted'));
  expect(notices.textContent).toContain('Local is read-only.');
  expect(surveyed).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
});
