// A container's tab where there is nothing to list: an empty container, and one that is gone.
import { rejectionOf } from '@renderer/testing/rejection-of';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { dropData, forgetBetweenTests, root, showContainer, shown, tab } from './fixtures/shown-container';

forgetBetweenTests();

describe('a container without blobs', () => {
  it('invites to drop files when there are none, and shows a failure with a remedy', async () => {
    showContainer({ calls: { 'blobs.list': () => ({ folders: [], blobs: [], marker: null }) } });
    expect(await screen.findByText('Drop files or folders here to upload them.')).toBeTruthy();
    cleanup();
    shown.bridge.dispose();
    showContainer({
      calls: {
        'blobs.list': () => {
          throw new StowageError('not-found.container', 'The container photos does not exist.', {
            context: { container: 'photos' },
          });
        },
      },
    });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is not shown as empty when it could not be listed again', async () => {
    let isReachable = true;
    showContainer({
      calls: {
        'blobs.list': () => {
          if (isReachable) return { folders: [], blobs: [], marker: null };
          throw new StowageError('network.refused', 'Nobody listens there.');
        },
      },
    });
    await screen.findByText('Drop files or folders here to upload them.');
    isReachable = false;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Connection refused');
    expect(screen.queryByText('This container is empty')).toBeNull();
    isReachable = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This container is empty')).toBeTruthy();
  });

  it('offers to unlock when the connection is locked', async () => {
    showContainer({ calls: { 'blobs.list': () => ({ folders: [], blobs: [], marker: null }) } }, 'read-only');
    expect(await screen.findByText(/Unlock it to upload\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose files…' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Unlock for writing…' }));
    expect(shown.unlockPrompts).toBe(1);
  });

  it('disables uploads into a container that is gone, shows why, and enables them when it exists again', async () => {
    const user = userEvent.setup();
    let exists = true;
    showContainer({
      dropped: () => [{ token: 't', name: 'a', kind: 'file', bytes: 1 }],
      calls: {
        'blobs.list': () => {
          if (exists) return root;
          throw new StowageError('not-found.container', 'It does not exist.', { context: { container: 'photos' } });
        },
      },
    });
    await user.click(await screen.findByRole('grid'));
    await user.keyboard('{Control>}a{/Control}');
    exists = false;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByRole('alert');
    // Nor is there anything left in it to view or to copy here.
    expect(screen.queryByRole('grid')).toBeNull();
    expect(await rejectionOf(screen.getByRole('button', { name: 'Download' }))).toBe(
      'The container photos does not exist.',
    );
    const upload = (): HTMLElement => screen.getByRole('button', { name: 'Upload' });
    expect(await rejectionOf(upload())).toBe('The container photos does not exist.');
    fireEvent.dragEnter(tab(), dropData(['a.txt']));
    expect(screen.getByText('The container photos does not exist.')).toBeTruthy();
    fireEvent.drop(tab(), dropData(['a.txt']));
    exists = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('grid');
    expect(shown.bridge.requested.map((one) => one.name)).not.toContain('transfers.upload');
    expect(upload().hasAttribute('disabled')).toBe(false);
  });
});
