// A container's properties that cannot be read: each cause is shown once.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { type ErrorCode, StowageError } from '@shared/errors';
import type { Host, StreamHandlers } from '@shared/ipc/contract';
import type { ConnectionSummary } from '@shared/model/connection';
import type { ContainerAccess, StoredPolicy } from '@shared/model/container-details';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { noDisabledReasons } from '../fixtures/no-disabled-reasons';
import { ContainerView } from './container-view';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const connection: ConnectionSummary = {
  id: 'quay',
  name: 'Quay',
  kind: 'account-key',
  accountName: 'ships',
  needsSecret: false,
  locked: false,
  marking: { production: false, colour: 'none' },
  secretStorage: 'keychain',
  endpoints: { blob: 'https://ships.blob.core.windows.net' },
};

const watched: StreamHandlers<Host>['connections.watch'] = async (_input, { push, signal }) => {
  push([connection]);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
};

function show(properties: ErrorCode, access: ErrorCode): void {
  const reject = (code: ErrorCode) => (): never => {
    throw new StowageError(code, 'Refused.', { context: { account: 'ships' } });
  };
  bridge = installBridge({
    calls: { 'container-details.read': reject(properties), 'container-details.access': reject(access) },
    streams: { 'connections.watch': watched },
  });
  render(<ContainerView connectionId="quay" container="photos" disabledReasons={noDisabledReasons} />);
}

const requestedOf = (name: string): number =>
  bridge?.requested.filter((requested) => requested.name === name).length ?? 0;

it('shows a common cause once for all sections, and retries all of them', async () => {
  show('auth.key-rejected', 'auth.key-rejected');
  const notice = await screen.findByRole('alert');
  await expect.poll(() => requestedOf('container-details.access')).toBe(1);
  expect(screen.getAllByRole('alert')).toEqual([notice]);
  await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
  await expect.poll(() => requestedOf('container-details.read')).toBe(2);
  expect(requestedOf('container-details.access')).toBe(2);
});

it('shows any other cause in its section', async () => {
  show('auth.key-rejected', 'auth.denied');
  const policies = await screen.findByRole('region', { name: 'Stored access policies' });
  expect(await within(policies).findByRole('alert')).toBeTruthy();
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

it('after a conflict, opens a container that another client has changed, and preserves their policies', async () => {
  const user = userEvent.setup();
  const theirs: StoredPolicy = { id: 'crew', rights: 'r', startsOn: '', expiresOn: '2027-01-01T00:00:00Z' };
  let now: ContainerAccess = { etag: '"1"', level: 'none', policies: [] };
  bridge = installBridge({
    calls: {
      'container-details.read': () => ({
        etag: now.etag,
        lastModified: '2026-10-14T08:00:00Z',
        access: now.level,
        metadata: [],
        lease: { state: 'available', duration: '' },
        hasImmutabilityPolicy: false,
        hasLegalHold: false,
      }),
      'container-details.access': () => now,
      'container-details.set-access': ({ ifMatch, level, policies }) => {
        if (ifMatch !== now.etag) throw new StowageError('conflict.etag-changed', 'Changed.');
        now = { etag: '"3"', level, policies };
        return {};
      },
    },
    streams: { 'connections.watch': watched },
  });
  render(<ContainerView connectionId="quay" container="photos" disabledReasons={noDisabledReasons} />);
  await expect.poll(() => requestedOf('container-details.access')).toBe(1);
  await user.click(await screen.findByRole('button', { name: 'Change public access' }));
  now = { etag: '"2"', level: 'none', policies: [theirs] };
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'Blobs' }));
  const open = (): Promise<void> =>
    user.click(within(dialog).getByRole('button', { name: 'Allow public access to blobs' }));
  await open();
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Changed by another client');
  await expect.poll(() => requestedOf('container-details.access')).toBe(2);
  await open();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(now).toEqual({ etag: '"3"', level: 'blob', policies: [theirs] });
});
