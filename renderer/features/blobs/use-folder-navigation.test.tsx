// Refresh reloads the active view.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { forgetBetweenTests, showContainer, shown } from './fixtures/shown-container';

forgetBetweenTests();

it('counts again while sizes are in front, and leaves the folder behind them alone', async () => {
  const counted: string[] = [];
  showContainer({
    streams: {
      'blobs.sizes': ({ prefix }, { push }) => {
        counted.push(prefix);
        const folder = { name: '', blobs: 1, bytes: 1, ownBlobs: 1, ownBytes: 1, newest: '', parent: -1 };
        const nothing = { endings: [], tiers: [], ages: [], largest: [] };
        const asOf = '2026-11-22T12:00:00.000Z';
        push({ ...nothing, folders: [folder], depth: 1, requests: counted.length, asOf, state: 'complete' });
        return Promise.resolve();
      },
    },
  });
  await screen.findByRole('grid', { name: 'Contents of photos' });
  await userEvent.click(screen.getByRole('radio', { name: 'Sizes' }));
  await screen.findByText(/1 list request/);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await expect.poll(() => counted).toEqual(['', '']);
  expect(shown.bridge.requested.filter(({ name }) => name === 'blobs.list')).toHaveLength(1);
});
