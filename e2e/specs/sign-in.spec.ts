// Signing in: against an authority on this machine, with the journey acting as the browser. The account is an Azurite
// that accepts tokens.
import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { defaultNetwork } from '../../shared/model/network';
import { type RunningAzurite, startAzurite } from '../../electron/testing/azurite';
import { type FakeAuthority, fakeClientId, startFakeAuthority } from '../../electron/testing/fake-authority';
import { testCertificate } from '../../electron/testing/tls-certificate';
import { expect, test as base } from '../fixtures/app';
import { ConnectionDialog, Navigator } from '../pages/connections';

const test = base.extend<object, { azurite: RunningAzurite }>({
  azurite: [
    async ({}, use) => {
      const azurite = await startAzurite({ oauth: true });
      await use(azurite);
      await azurite.stop();
    },
    { scope: 'worker' },
  ],
});

/** A state folder whose network settings trust the authority. */
async function trusting(folder: string): Promise<string> {
  const own = { name: 'localhost', expiresOn: '2099-01-01', fingerprint: '', pem: testCertificate };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'network.json'), JSON.stringify({ ...defaultNetwork, authorities: [own] }));
  return folder;
}

/** Opens pages as a browser that is signed in: follows the authority to the loopback. Returns the addresses so far. */
async function browserOf(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (address) => {
      opened.push(address);
      return Promise.resolve();
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

function follow(address: string): void {
  get(address, { ca: testCertificate }, ({ headers }) => void fetch(headers.location ?? ''));
}

async function fillCloud(dialog: ConnectionDialog, authority: FakeAuthority): Promise<void> {
  await dialog.choose('Sign in');
  await dialog.dialog.getByRole('button', { name: 'Cloud' }).click();
  await dialog.page.getByRole('option', { name: 'Custom cloud' }).click();
  await dialog.dialog.getByRole('textbox', { name: 'Authority' }).fill(authority.address);
  await dialog.dialog.getByRole('textbox', { name: 'Resource Manager' }).fill(authority.address);
  await dialog.dialog.getByRole('textbox', { name: 'Storage endpoint suffix' }).fill('127.0.0.1');
  await dialog.dialog.getByRole('textbox', { name: 'Client ID' }).fill(fakeClientId);
}

test('sign-in: reaches an account by its address after one visit to the browser', async ({
  launchApp,
  newFolder,
  azurite,
}) => {
  const authority = await startFakeAuthority({
    accounts: [{ name: 'devstoreaccount1', blob: `${azurite.blobEndpoint}/`, allowSharedKeyAccess: false }],
  });
  const { app, page, prompts } = await launchApp({
    stateDir: await trusting(join(await newFolder('signed-in'), 'state')),
  });
  const opened = await browserOf(app);
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await fillCloud(dialog, authority);
  const signIn = dialog.dialog.getByRole('button', { name: 'Sign in', exact: true });
  const clientId = dialog.dialog.getByRole('textbox', { name: 'Client ID' });
  await clientId.fill('stowage');
  await signIn.click();
  await expect(clientId).toHaveAccessibleDescription(/32 hexadecimal digits/);
  await clientId.fill(fakeClientId);
  await signIn.click();
  await expect(dialog.dialog.getByText('Sign in on the page that opened in your browser.')).toBeVisible();
  await expect.poll(opened).toHaveLength(1);
  expect(prompts.titles()).toHaveLength(1);
  follow((await opened())[0] ?? '');
  await expect(dialog.dialog.getByRole('button', { name: /Sign in as/ })).toContainText('ada@contoso.example');
  await dialog.dialog.getByRole('button', { name: 'Browse…' }).click();
  const contoso = dialog.dialog.getByRole('region', { name: 'Contoso' });
  await expect(contoso.getByRole('button', { name: /^devstoreaccount1/ })).toBeVisible();
  await expect(dialog.dialog.getByRole('region', { name: 'Strict' }).getByRole('button')).toHaveText(
    'Sign in to Strict',
  );
  await contoso.getByRole('button', { name: /^devstoreaccount1/ }).click();
  await dialog.name.fill('Quay');
  await dialog.add();
  const navigator = new Navigator(page);
  await expect(navigator.item('Quay')).toBeVisible();
  await authority.close();
});
