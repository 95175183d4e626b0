// What a deletion shows about costs: counts where they are known, and a statement where they are not.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { BlobSum } from '@shared/model/blob-selection';
import { blobSumOf } from '@shared/model/fixtures/blob-sum';
import { defaultSettings } from '@shared/model/settings';
import { GiB } from '@shared/units';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { DeleteDialog } from './delete-dialog';

let bridge: TestBridge | undefined;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const selection = { names: ['a'], prefixes: [] };
function measuring(sum: BlobSum): void {
  bridge = installBridge({
    calls: {
      'settings.read': () => defaultSettings,
      'deleted-blobs.retention': () => ({ kind: 'on', days: 7, asOf: '2026-11-21T10:00:00Z' }),
    },
    streams: {
      'blobs.measure': (_input, { push }) => {
        push(sum);
        return Promise.resolve();
      },
    },
  });
}
async function explained(): Promise<readonly string[]> {
  await userEvent.click(await screen.findByRole('button', { name: 'What does this cost?' }));
  const panel = within(await screen.findByRole('dialog', { name: 'What does this cost?' }));
  return panel.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));
}

it('a deletion shows what leaves its tier early, that deleting is free, and what listing costs', async () => {
  measuring(blobSumOf({ blobs: 4, requests: 2, early: [{ tier: 'Archive', blobs: 1, bytes: GiB, maxDays: 100 }] }));
  render(
    <DeleteDialog
      connectionId="one"
      container="photos"
      selection={selection}
      what="4 blobs"
      environment="other"
      undelete={null}
      onClose={() => undefined}
      run={() => undefined}
      onUndone={() => undefined}
      onDeleted={() => undefined}
    />,
  );
  const early = within(await screen.findByRole('list', { name: 'Early deletion charges' }));
  expect(early.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Archive tier: 1 blob, 1.0 GiB, before the minimum of 180 days. Up to 100 days more are charged.',
    'The soft-delete retention days count as well.',
  ]);
  expect(screen.getByText('Cost: about 2 requests.')).toBeTruthy();
  expect(await explained()).toEqual([
    'Billed as | Requests',
    'List and create container operations | 2',
    'Delete operations (free) | 4',
    'Billed as | Requests',
    'List and create container operations | 2',
  ]);
});
