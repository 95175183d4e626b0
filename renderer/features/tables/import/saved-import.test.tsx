// An import that is set up is there again when the window comes back, until it is started or closed.
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { tableJobOf } from '../fixtures/job';
import { requestImport } from './requested-import';
import { requests, endWindow, openTab } from '../fixtures/opened-tab';

it('is not set up again where it was started and the app ended before it could forget that', async () => {
  openTab();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  endWindow();
  openTab({
    input: 'kept',
    jobs: [tableJobOf({ connectionId: 'c', state: 'interrupted', createdAtMs: Date.now() })],
  });
  expect(await screen.findByText('Import rows into Orders')).toBeTruthy();
});

it('is set up as it was when the window comes back, until it is closed', async () => {
  const user = openTab();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  await user.type(screen.getByRole('textbox', { name: 'Property for Tons' }), 'Weight');
  await user.click(screen.getByRole('button', { name: /Rows that exist/ }));
  await user.click(screen.getByRole('option', { name: /^Replaced/ }));
  endWindow();

  const later = openTab({ input: 'kept' });
  expect(await screen.findByRole('textbox', { name: 'Property for Tons' })).toHaveProperty('value', 'Weight');
  await later.click(await screen.findByRole('button', { name: 'Import 2 rows into Orders' }));
  expect(requests('imports.start')).toEqual([
    expect.objectContaining({
      source: { kind: 'text', text: 'PartitionKey;Id;Tons\np;1;2.5\n' },
      settings: expect.objectContaining({
        mode: 'upsert-replace',
        columns: [{ column: 'Tons', property: 'Weight' }],
      }) as unknown,
    }),
  ]);
  endWindow();

  openTab({ input: 'kept' });
  expect(await screen.findByText('Import rows into Orders'), 'what runs is among the jobs').toBeTruthy();
  act(() => requestImport('c', 'Orders', { kind: 'text', text: 'PartitionKey;Id\nq;1\n' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  endWindow();
  openTab({ input: 'kept' });
  expect(await screen.findByText('Import rows into Orders')).toBeTruthy();
});
