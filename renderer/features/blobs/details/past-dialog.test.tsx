// Restoring an earlier state of a blob that another client writes to: a conflict can be resolved.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { blobDetails as details } from '../fixtures/blob-details';
import { noDisabledReasons } from '../fixtures/no-disabled-reasons';
import { BlobDetailsView } from './blob-details-view';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const past = {
  kind: 'snapshot' as const,
  id: '2026-10-14T08:00:00.0000000Z',
  bytes: 25,
  contentMd5: 'first',
  lastModified: '2026-10-14T08:00:00Z',
  contentType: 'text/plain',
  tier: 'Hot',
};

/** What the service has changes once the panel has read it. */
function show(): void {
  let now = details('"1"', 5, 'first');
  const onlyNow = (ifMatch: string): void => {
    if (ifMatch === now.etag) return;
    throw new StowageError('conflict.etag-changed', 'Changed.', { context: { blob: 'crates.txt' } });
  };
  bridge = installBridge({
    calls: {
      'blob-details.read': () => now,
      'blob-details.account': () => ({
        kind: 'StorageV2',
        sku: 'Standard_LRS',
        isHierarchical: false,
        isEmulator: true,
      }),
      'blob-details.tags': () => [],
      'blob-details.past': () => {
        now = details('"2"', 9, 'second');
        return [past];
      },
      'blob-details.restore': ({ ifMatch }) => {
        onlyNow(ifMatch);
        return { copy: 'done' };
      },
      'blob-details.snapshot': ({ ifMatch }) => {
        onlyNow(ifMatch);
        return { id: 'made' };
      },
    },
    streams: { 'connections.watch': () => Promise.resolve() },
  });
  const blob = { connectionId: 'quay', container: 'photos', name: 'crates.txt' };
  render(<BlobDetailsView blob={blob} listed={now} disabledReasons={noDisabledReasons} onChanged={() => undefined} />);
}

it('shows the current state after a conflict, and restores over it on request', async () => {
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'View snapshots and versions' }));
  const row = (): HTMLElement => screen.getByRole('row', { name: /snapshot/, hidden: true });
  await screen.findByRole('button', { name: 'Restore…' });
  expect(within(row()).getByText('same as current')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Restore…' }));
  const dialog = screen.getByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Restore snapshot' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Changed by another client');
  expect(await within(row()).findByText('different')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Restore snapshot' }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('makes a snapshot of the current state', async () => {
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'View snapshots and versions' }));
  await screen.findByRole('button', { name: 'Restore…' });
  await user.click(screen.getByRole('button', { name: 'Create snapshot' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Changed by another client');
  await screen.findByText('different');
  await user.click(screen.getByRole('button', { name: 'Create snapshot' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});
