// A deletion that is stopped, or that leaves something behind: the dialog shows what was deleted, and offers to restore
// it if the account retains it.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import type { StreamHandlers } from '@shared/ipc/contract';
import type { BlobRetention } from '@shared/model/deleted-blobs';
import type { DeletionProgress } from '@shared/model/blob-selection';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { connectionWith } from '@renderer/testing/connection-with';
import { ToastRegion } from '@renderer/ui';
import { DeleteDialog } from './delete-dialog';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const asOf = '2026-11-23T09:00:00Z';
const running: DeletionProgress = { deleted: 12, bytes: 120, missing: 0, failedCount: 0, failed: [], state: 'running' };

interface Other {
  readonly lastWord?: DeletionProgress | null;
  readonly deleting?: StreamHandlers<'engine'>['blobs.delete'];
  readonly undelete?: string | null;
  /** The contents when they are counted again. */
  readonly left?: number;
  readonly environment?: 'production' | 'other';
}

/** Deletes up to `progress`, and there it stays until it is stopped. */
function open(
  retention: BlobRetention,
  progress: DeletionProgress | null,
  then: 'hangs' | 'ends' = 'hangs',
  { lastWord = null, deleting, undelete = null, left = 40, environment = 'other' }: Other = {},
) {
  const [onClose, onDeleted, restored] = [vi.fn(), vi.fn(), vi.fn()];
  let counts = 0;
  bridge = installBridge({
    calls: { 'deleted-blobs.retention': () => Promise.resolve(retention) },
    streams: {
      'blobs.measure': (_input, { push }) => {
        counts += 1;
        push({ blobs: counts === 1 ? 40 : left, bytes: 400, early: [], requests: 1, state: 'complete' });
        return Promise.resolve();
      },
      'blobs.delete':
        deleting ??
        (async (_input, { push, signal }) => {
          if (progress !== null) push(progress);
          if (then === 'ends') return;
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          if (lastWord !== null) push(lastWord);
        }),
      'deleted-blobs.restore': ({ wish }, { push }) => {
        restored(wish);
        push({ restored: 12, missing: 0, failedCount: 0, failed: [], state: 'complete' });
        return Promise.resolve();
      },
      'connections.watch': (_input, { push }) => {
        push([connectionWith({ id: 'quay', name: 'Prod EU', marking: { production: true, colour: 'none' } })]);
        return Promise.resolve();
      },
    },
  });
  const selection = { names: [], prefixes: ['logs/'] };
  const { unmount } = render(
    <DeleteDialog
      connectionId="quay"
      container="photos"
      selection={selection}
      what="folder logs"
      environment={environment}
      onClose={onClose}
      onDeleted={onDeleted}
      undelete={undelete}
      run={(work) => void work}
      onUndone={() => undefined}
    />,
  );
  return { onClose, onDeleted, restored, selection, unmount };
}

it('delete dialog: shows the production connection and requires typing the name of the folder that is deleted', async () => {
  open({ kind: 'off' }, null, 'hangs', { environment: 'production' });
  expect(await screen.findByText('This is in container photos of the production connection Prod EU.')).toBeTruthy();
  const remove = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete 40 blobs' });
  const field = screen.getByRole('textbox', { name: 'Type “logs” to confirm' });
  await userEvent.type(field, 'photos');
  expect(remove.disabled).toBe(true);
  await userEvent.clear(field);
  await userEvent.type(field, 'logs');
  expect(remove.disabled).toBe(false);
});

it('is seen to work before the service has confirmed anything', async () => {
  open({ kind: 'off' }, null);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  expect(await screen.findByRole('progressbar', { name: 'Deleting' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('0 deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  // Counted again: the deletion applies to what exists now.
  expect(await screen.findByRole('button', { name: 'Delete 40 blobs' })).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('shows how many were deleted when it is stopped, and closes then', async () => {
  const { onClose, onDeleted } = open({ kind: 'off' }, running);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped: at least 12 deleted. The others still exist.')).toBeTruthy();
  expect(onDeleted).toHaveBeenCalledWith('some');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('is also stopped by Escape, and restored when the account retains what is deleted', async () => {
  const { onClose, restored, selection } = open({ kind: 'on', days: 7, asOf }, running);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const deletion = expect.any(String) as string;
  await expect.poll(() => restored.mock.calls).toEqual([[{ kind: 'selection', selection, since: asOf, deletion }]]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('restores the blobs of all its runs by name when the account retains only versions', async () => {
  const named: unknown[] = [];
  const runs: unknown[] = [];
  const failed = [{ name: 'logs/held.log', code: 'auth.denied', message: 'no', context: {} }];
  const { restored, selection } = open({ kind: 'versions' }, null, 'ends', {
    deleting: ({ deletion, run }, { push }) => {
      named.push(deletion);
      runs.push(run);
      push({ ...running, failedCount: 10, failed, state: 'stopped', unanswered: 0 });
      return Promise.reject(new StowageError('auth.denied', 'No.'));
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry the others' }));
  await expect.poll(() => named.length).toBe(2);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const wish = { kind: 'selection', selection, since: null, deletion: named[0] };
  await expect.poll(() => restored.mock.calls).toEqual([[wish]]);
  expect(new Set(named).size).toBe(1);
  // An engine that does not know the first run was started since, and uses the time.
  expect(runs).toEqual(['first', 'further']);
});

it('is remembered only if it could be restored', async () => {
  const named: unknown[] = [];
  open({ kind: 'off' }, null, 'ends', {
    deleting: ({ deletion }, { push }) => {
      named.push(deletion);
      push({ ...running, state: 'complete' });
      return Promise.resolve();
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await expect.poll(() => named).toEqual([undefined]);
});

it('shows why some blobs could not be deleted, and still offers to restore the others', async () => {
  const failed = [
    {
      name: 'logs/held.log',
      code: 'conflict.immutable',
      message: 'DeleteBlob was answered with 409 BlobImmutableDueToLegalHold.',
      context: { container: 'logs', blob: 'held.log', serviceCode: 'BlobImmutableDueToLegalHold' },
    },
  ];
  open({ kind: 'on', days: 7, asOf }, { ...running, failedCount: 1, failed, state: 'complete' }, 'ends');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  expect(await screen.findByText('12 deleted, 1 could not be deleted.')).toBeTruthy();
  const why =
    'Legal hold. Blob “held.log” is under a legal hold and cannot be changed or deleted. Ask the person who set the hold to clear it, or choose another name.';
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

it('reports the final count when it is stopped', async () => {
  open({ kind: 'off' }, running, 'hangs', {
    lastWord: { ...running, deleted: 19, state: 'stopped', unanswered: 0 },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped: 19 deleted. The others still exist.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry the others' })).toBeNull();
});

it.each([
  [28, 'Stopped: 12 deleted, possibly 28 more.'],
  [27, 'Stopped: 12 deleted, possibly 27 more. The others still exist.'],
])('mentions remaining blobs only when there are some, besides %i without an answer', async (unanswered, text) => {
  open({ kind: 'off' }, running, 'hangs', { lastWord: { ...running, state: 'stopped', unanswered } });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

it('continues past failed blobs on request, and adds up both runs', async () => {
  const failed = [{ name: 'logs/held.log', code: 'auth.denied', message: 'no', context: {} }];
  const orders: unknown[] = [];
  const deleting: Other['deleting'] = ({ rejected }, { push }) => {
    orders.push(rejected);
    if (rejected === 'to the end') {
      push({ ...running, deleted: 15, failedCount: 13, failed, state: 'complete' });
      return Promise.resolve();
    }
    push({ ...running, failedCount: 10, failed, state: 'stopped', unanswered: 0 });
    return Promise.reject(new StowageError('auth.denied', 'No.'));
  };
  const { onDeleted } = open({ kind: 'off' }, null, 'ends', { deleting });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  expect(await screen.findByText('Stopped: 12 deleted, 10 could not be deleted. The others still exist.')).toBeTruthy();
  expect(screen.getByText('logs/held.log')).toBeTruthy();
  // There may be a hundred of them, also for who has no wheel.
  const list = screen.getByRole('list', { name: 'Not deleted' });
  for (let stop = 0; stop < 5 && document.activeElement !== list; stop += 1) await userEvent.tab();
  expect(document.activeElement).toBe(list);
  await userEvent.click(screen.getByRole('button', { name: 'Retry the others' }));
  expect(await screen.findByText('27 deleted, 13 could not be deleted.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry the others' })).toBeNull();
  expect(orders).toEqual([undefined, 'to the end']);
  expect(onDeleted.mock.calls).toEqual([['some'], ['some']]);
});

it('offers no restore that its connection does not permit', async () => {
  const over = { lastWord: { ...running, state: 'stopped' as const, unanswered: 0 }, undelete: 'No writing.' };
  open({ kind: 'on', days: 7, asOf }, running, 'hangs', over);
  const before = await screen.findByText(/^of photos/);
  expect(before.textContent).toMatch(/Until then they can be restored, but not from here\. No writing\.$/);
  await userEvent.click(screen.getByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped: 12 deleted. The others still exist.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('is stopped when its tab closes, and then shows a message that offers to restore', async () => {
  const lastWord = { ...running, deleted: 19, state: 'stopped' as const, unanswered: 2 };
  const { onDeleted, restored, unmount } = open({ kind: 'on', days: 7, asOf }, running, 'hangs', { lastWord });
  render(<ToastRegion />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  unmount();
  expect(await screen.findByText('Deleting folder logs stopped because its tab was closed')).toBeTruthy();
  expect(screen.getByText('Stopped: 19 deleted, possibly 2 more.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => restored).toHaveBeenCalledOnce();
  // The state read after it is removed with the tab.
  expect(onDeleted).not.toHaveBeenCalled();
});

it('counts what is left when it is stopped, and deletes that on request', async () => {
  const runs: number[] = [];
  const { onClose, onDeleted } = open({ kind: 'off' }, null, 'hangs', {
    left: 21,
    deleting: async (_input, { push, signal }) => {
      runs.push(runs.length);
      push(running);
      if (runs.length > 1) {
        push({ ...running, deleted: 21, bytes: 210, state: 'complete' });
        return;
      }
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      push({ ...running, deleted: 19, state: 'stopped', unanswered: 0 });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  expect(screen.queryByRole('button', { name: /the other/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the other 21 blobs' }));
  await expect.poll(() => onDeleted.mock.calls).toEqual([['some'], ['all']]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('offers nothing more when nothing is left', async () => {
  const lastWord = { ...running, deleted: 39, state: 'stopped' as const, unanswered: 1 };
  open({ kind: 'off' }, running, 'hangs', { lastWord, left: 0 });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 40 blobs' }));
  await screen.findByText('12 deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Nothing left to delete.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});
