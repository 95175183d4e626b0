// The prompt before a deletion, over the tab of its container: it receives the keys, and the rows show what it finds or
// does, here and in other windows.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { BlobListing } from '@shared/model/blob';
import { blob, forgetBetweenTests, root, showContainer } from '../fixtures/shown-container';

forgetBetweenTests();

function open(counted: number, listed: () => BlobListing = () => root, snapshots = 0): void {
  showContainer({
    calls: { 'blobs.list': listed, 'deleted-blobs.retention': () => ({ kind: 'off' }) },
    streams: {
      'blobs.measure': (_input, { push }) => {
        push({ blobs: counted, bytes: counted, snapshots, early: [], requests: 1, state: 'complete' });
        return Promise.resolve();
      },
      'blobs.delete': (_input, { push }) => {
        push({ deleted: 1, bytes: 1, missing: 0, failedCount: 0, failed: [], state: 'complete' });
        return Promise.resolve();
      },
    },
  });
}

it('delete: names the snapshots that are deleted with the blobs, and that the bytes exclude them', async () => {
  open(2, () => root, 3);
  await userEvent.click(await screen.findByText('🌊 wave.png'));
  await userEvent.keyboard('{Delete}');
  expect(await screen.findByText('2 blobs with 3 snapshots, 2 B without snapshots')).toBeTruthy();
});

it('keeps the keys from the rows behind it', async () => {
  open(1);
  await userEvent.click(await screen.findByText('🌊 wave.png'));
  await userEvent.keyboard('{Delete}');
  await screen.findByRole('button', { name: 'Delete 1 blob' });
  await userEvent.keyboard('{F2}');
  expect(screen.queryByRole('dialog', { name: /^Rename/ })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')));
  await userEvent.keyboard('{F2}');
  expect(await screen.findByRole('dialog', { name: /^Rename/ })).toBeTruthy();
});

it('reloads the rows when none of them exists any more', async () => {
  let isGone = false;
  open(0, () => ({ folders: [], blobs: [...(isGone ? [] : [blob('gone.txt')]), blob('kept.txt')], marker: null }));
  await userEvent.click(await screen.findByText('gone.txt'));
  isGone = true;
  await userEvent.keyboard('{Delete}');
  await screen.findByText('Nothing left to delete.');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('gone.txt')).toBeNull());
  expect(screen.getByText('kept.txt')).toBeTruthy();
});

const other = new BroadcastChannel('changed-containers');
afterEach(() => {
  other.onmessage = null;
});

it('is followed by other windows that show the container', async () => {
  const received = vi.fn<(data: unknown) => void>();
  other.onmessage = ({ data }: MessageEvent<unknown>) => received(data);
  let names = ['gone.txt', 'kept.txt'];
  open(1, () => ({ folders: [], blobs: names.map((name) => blob(name)), marker: null }));
  await userEvent.click(await screen.findByText('gone.txt'));
  await userEvent.keyboard('{Delete}');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1 blob' }));
  await waitFor(() => expect(received.mock.calls).toEqual([[{ connectionId: 'local', container: 'photos' }]]));

  names = ['kept.txt', 'of another window.txt'];
  other.postMessage({ connectionId: 'local', container: 'scans' });
  other.postMessage({ connectionId: 'local', container: 'photos' });
  expect(await screen.findByText('of another window.txt')).toBeTruthy();
  expect(received).toHaveBeenCalledTimes(1);
});
