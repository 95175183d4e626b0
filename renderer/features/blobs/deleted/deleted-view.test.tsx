// Deleted blobs: listed and restored if the account retains them, disabled with the reason if it does not, and the undo
// in the message after a deletion.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import type { BlobRetention, RestoreWish } from '@shared/model/deleted-blobs';
import { blobSumOf } from '@shared/model/fixtures/blob-sum';
import { listedBlob } from '@shared/model/fixtures/listed-blob';
import { defaultSettings } from '@shared/model/settings';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { ToastRegion } from '@renderer/ui';
import { ContainerTab } from '../container-tab';

const since = '2026-11-20T08:00:00.000Z';
const blob = (name: string): BlobItem => listedBlob({ name, bytes: 1536, lastModified: '2020-10-14T08:00:00Z' });

let bridge: TestBridge;
let restoreSize: () => void;
/** A container in memory: what exists, what is deleted and retained, and what was requested to be restored. */
let present: string[] = [];
let deleted: string[] = [];
let wishes: RestoreWish[] = [];

function open(retention: BlobRetention): void {
  bridge = installBridge({
    calls: {
      'settings.read': () => defaultSettings,
      'deleted-blobs.retention': () => retention,
      'blobs.list': () => ({ folders: [], blobs: present.map(blob), marker: null }),
    },
    streams: {
      'jobs.watch': (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      'blobs.measure': async ({ selection }, { push }) =>
        push(blobSumOf({ blobs: selection.names.length, bytes: 1536 })),
      'blobs.delete': async ({ selection }, { push }) => {
        present = present.filter((name) => !selection.names.includes(name));
        deleted = [...deleted, ...selection.names];
        const count = selection.names.length;
        push({ deleted: count, bytes: 1536, missing: 0, failedCount: 0, failed: [], state: 'complete' });
      },
      'deleted-blobs.list': async (_, { push }) => {
        const retained =
          retention.kind === 'versions'
            ? { deletedAt: '', remainingDays: null, version: since }
            : { deletedAt: since, remainingDays: 6, version: null };
        const blobs = deleted.map((name) => ({ ...blob(name), ...retained }));
        const count = blobs.length;
        push({ blobs, found: count, foundBytes: count * 1536, seen: count, requests: 1, state: 'complete' });
      },
      'deleted-blobs.restore': async ({ wish }, { push }) => {
        wishes.push(wish);
        const names = wish.kind === 'names' ? wish.names : wish.selection.names;
        deleted = deleted.filter((name) => !names.includes(name));
        present = [...present, ...names];
        push({ restored: names.length, missing: 0, failedCount: 0, failed: [], state: 'complete' });
      },
    },
  });
  render(
    <>
      <ContainerTab
        connectionId="local"
        container="photos"
        connectionName="Local"
        readOnly={false}
        environment="other"
        isActive
        onCopyLink={() => undefined}
        onOpenBlob={() => undefined}
      />
      <ToastRegion />
    </>,
  );
}
const retentionOn: BlobRetention = { kind: 'on', days: 7, asOf: since };
const cell = (name: string): Promise<HTMLElement> => screen.findByRole('gridcell', { name });

beforeEach(() => {
  present = ['here.txt'];
  deleted = [];
  wishes = [];
  localStorage.clear();
  restoreSize = giveElementsSize({ viewportPx: 560, rowPx: 28 });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
});

describe('deleted blobs', () => {
  it('are listed with the remaining time, and reappear when they are restored', async () => {
    deleted = ['a.txt', 'b.txt', 'c.txt'];
    open(retentionOn);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Deleted' }));
    expect(await screen.findAllByText('6 days left')).toHaveLength(3);
    await user.click(await cell('a.txt, deleted'));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Restored 2 blobs')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'a.txt, deleted' })).toBeNull());
    expect(wishes).toEqual([{ kind: 'names', names: ['a.txt', 'b.txt'] }]);
    await user.click(screen.getByRole('radio', { name: 'Folders' }));
    expect(await cell('a.txt')).toBeTruthy();
  });

  it('are listed by their versions when the account retains those, and the deletion prompt mentions it', async () => {
    deleted = ['a.txt'];
    open({ kind: 'versions' });
    const user = userEvent.setup();
    await user.click(await cell('here.txt'));
    await user.keyboard('{Delete}');
    expect(await screen.findByText(/Their versions are retained/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('radio', { name: 'Deleted' }));
    expect(await screen.findByText('as a version')).toBeTruthy();
    expect(screen.getByTitle('Time not reported by the service')).toBeTruthy();
  });

  it.each([
    ['emulator', /^The emulator does not retain deleted blobs/],
    ['off', /^Soft delete and versioning are off/],
  ] as const)('are disabled with the reason when the account retains none: %s', async (kind, reason) => {
    open({ kind });
    const user = userEvent.setup();
    await cell('here.txt');
    await user.click(screen.getByRole('button', { name: 'Copy, move and verify' }));
    const entry = await screen.findByRole('menuitem', { name: /^Deleted blobs/ });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Deleted' })).toBeNull();
  });

  it('are restored by the undo of the deletion, from its time on', async () => {
    open(retentionOn);
    const user = userEvent.setup();
    await user.click(await cell('here.txt'));
    await user.keyboard('{Delete}');
    expect(await screen.findByText(/The account retains them for 7 days/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Delete 1 blob' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored 1 blob')).toBeTruthy();
    expect(await cell('here.txt')).toBeTruthy();
    const selection = { names: ['here.txt'], prefixes: [] };
    const deletion = expect.any(String) as string;
    expect(wishes).toEqual([{ kind: 'selection', selection, since, deletion }]);
  });

  it('cannot be undone when the account retains nothing, and the prompt mentions it', async () => {
    open({ kind: 'off' });
    const user = userEvent.setup();
    await user.click(await cell('here.txt'));
    await user.keyboard('{Delete}');
    expect(await screen.findByText(/This cannot be undone\. Soft delete and versioning are off/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Delete 1 blob' }));
    expect(await screen.findByText(/^Deleted 1 blob/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
