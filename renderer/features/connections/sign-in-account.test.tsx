// The storage account of a connection that signs in: its endpoints are those that the list shows, until another account
// is entered.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type IdentitySummary, type StorageAccount, knownClouds } from '@shared/model/identity';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { ConnectionDialog } from './connection-dialog';
import type { ConnectionPurpose } from './use-connection-form';

const ada: IdentitySummary = {
  id: 'ada',
  kind: 'user',
  name: 'ada@contoso.example',
  cloud: knownClouds.public,
  homeTenant: 'contoso',
  state: 'ready',
};
const endpoints = { blob: 'https://lake.z6.blob.storage.azure.net', dfs: 'https://lake.z6.dfs.storage.azure.net' };
const lake: StorageAccount = {
  name: 'lake',
  resourceGroup: 'rg',
  subscription: '1',
  subscriptionName: 'Pay as you go',
  tenant: 'contoso',
  location: 'westeurope',
  kind: 'BlockBlobStorage',
  hasHierarchicalNamespace: true,
  allowsSharedKey: false,
  endpoints,
};
const saved = connectionWith({
  id: 'lake',
  name: 'Lake',
  kind: 'sign-in',
  endpoints,
  identity: { id: 'ada', tenant: 'contoso' },
});

let bridge: TestBridge;
let restoreSize = (): void => undefined;
beforeEach(() => {
  restoreSize = giveElementsSize({ viewportPx: 224, rowPx: 28 });
  bridge = installBridge({
    calls: {
      'app.info': () => ({
        version: '1',
        electron: '33',
        chromium: '130',
        node: '20',
        platform: 'linux',
        secretStorage: 'session' as const,
        tour: 'none' as const,
      }),
      'identities.registrations': () => [],
      'identities.tenants': () => [
        { tenant: 'contoso', name: 'Contoso', domain: 'contoso.example', state: 'ready', detail: '' },
      ],
      'connections.add': () => saved,
      'connections.update': () => saved,
      'connections.check-rights': () => ({}),
      'tables.list': () => [],
      'containers.list': () => [],
    },
    streams: {
      'identities.watch': async (_input, { push, signal }) => {
        push([ada]);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
      'identities.accounts': (_input, { push }) => {
        push({ accounts: [lake] });
        return Promise.resolve();
      },
    },
  });
});
afterEach(() => {
  restoreSize();
  cleanup();
  bridge.dispose();
});

async function sent(name: string): Promise<unknown> {
  await vi.waitFor(() => expect(bridge.requested.map((each) => each.name)).toContain(name));
  return bridge.requested.find((each) => each.name === name)?.input;
}

function open(purpose: ConnectionPurpose) {
  render(<ConnectionDialog purpose={purpose} onClose={() => undefined} />);
  return userEvent.setup();
}

it('an account chosen from the list is added with all of its endpoints', async () => {
  const user = open({ mode: 'add', method: 'sign-in' });
  await user.click(await screen.findByRole('button', { name: 'Browse…' }));
  await user.click(await screen.findByRole('button', { name: /^lake/ }));
  await user.click(screen.getByRole('button', { name: 'Add connection' }));
  expect(await sent('connections.add')).toMatchObject({ account: endpoints.blob, tenant: 'contoso', endpoints });
});

it('an account that is typed after one was chosen has no endpoints of the other', async () => {
  const user = open({ mode: 'add', method: 'sign-in' });
  await user.click(await screen.findByRole('button', { name: 'Browse…' }));
  await user.click(await screen.findByRole('button', { name: /^lake/ }));
  const account = screen.getByLabelText('Storage account');
  await user.clear(account);
  await user.type(account, 'quay');
  await user.click(screen.getByRole('button', { name: 'Add connection' }));
  expect(await sent('connections.add')).toEqual({
    kind: 'sign-in',
    name: 'quay',
    identityId: 'ada',
    account: 'quay',
    marking: { production: false, colour: 'none' },
  });
});

it('a connection that is renamed keeps its endpoints', async () => {
  const user = open({ mode: 'edit', connection: saved });
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Data lake');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await sent('connections.update')).toMatchObject({ input: { name: 'Data lake', endpoints } });
});
