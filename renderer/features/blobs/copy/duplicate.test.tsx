// A duplicate gets a name that is free, whatever of the folder is shown or listed.
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { CallInput } from '@shared/ipc/contract';
import { defaultSettings } from '@shared/model/settings';
import { viewActions } from '@renderer/pane/view-actions';
import { blob, forgetBetweenTests, showContainer, shown } from '../fixtures/shown-container';
import { blobClipboard } from './blob-clipboard';

forgetBetweenTests();
afterEach(() => {
  cleanup();
  blobClipboard.setState({ clip: null });
});

async function open(): Promise<void> {
  showContainer({
    calls: {
      'settings.read': () => ({ ...defaultSettings, uploadSummary: 'never' }),
      'blobs.list': () => ({ folders: [], blobs: [blob('a.txt'), blob('a copy.txt')], marker: null }),
      'transfers.copy': () => ({ jobId: 'job' }),
    },
  });
  await screen.findByRole('grid');
  await userEvent.click(screen.getByRole('button', { name: /Search mode/ }));
  await userEvent.click(screen.getByRole('option', { name: /^Contains/ }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search names' }), 'a.t');
  await screen.findByText(/1 shown of/);
  await userEvent.click(within(screen.getByRole('grid')).getByText('a.txt'));
}

async function copied(): Promise<CallInput<'transfers.copy'>> {
  const found = (): unknown => shown.bridge.requested.find(({ name }) => name === 'transfers.copy')?.input;
  await expect.poll(found).toBeDefined();
  return found() as CallInput<'transfers.copy'>;
}
const blobs = [{ name: 'a.txt', as: 'a copy 2.txt' }];

it('not that of a blob that the filter hides; where one is taken that is not listed, the engine numbers it', async () => {
  await open();
  act(() =>
    viewActions()
      .find(({ id }) => id === 'duplicate')
      ?.onAction(),
  );
  expect(await copied()).toMatchObject({ blobs, options: { overwrite: 'rename' } });
});

it('also where it is pasted beside itself, and never replaces anything', async () => {
  localStorage.setItem('stowage.overwrite', 'always');
  await open();
  await userEvent.keyboard('{Control>}c{/Control}');
  await userEvent.keyboard('{Control>}v{/Control}');
  expect(await copied()).toMatchObject({ blobs, options: { overwrite: 'rename' } });
});
