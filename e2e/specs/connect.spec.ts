// Connecting by connection string: tested, added, rejected with a message if malformed, read-only if marked as
// production, and never shown again.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AccountSASPermissions, BlobServiceClient } from '@azure/storage-blob';
import type { Locator } from '@playwright/test';
import { startAzurite } from '../../electron/testing/azurite';
import { startFaultProxy } from '../../electron/testing/fault-proxy';
import { serviceHeaders } from '../../electron/testing/faults';
import { dropFiles } from '../fixtures/drop-files';
import { engineName, pidsOf } from '../fixtures/processes';
import { confirmPrompt } from '../fixtures/prompts';
import { expect, test } from '../fixtures/stores';
import { ConnectionDialog, Navigator, addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

test('a connection string is tested and added', async ({ openApp, store }) => {
  const table = await store.newTable();
  const { page } = await openApp();
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.choose('Connection string');
  await dialog.connectionString.fill(store.connectionString);
  await dialog.name.fill('Quay');
  await dialog.test();
  await expect(dialog.found).toContainText(/Tables responded in .*, service version/);
  await expect(dialog.found).toContainText(/Blobs responded in .*, service version/);
  await dialog.add();

  const navigator = new Navigator(page);
  await expect(navigator.item(table.tableName)).toBeVisible();
});

test('a service that does not answer is named by the test', async ({ openApp, store }) => {
  await store.tableProxy.dispose();
  const { page } = await openApp();
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.connectionString.fill(store.connectionString);
  await dialog.test();
  await expect(dialog.found).toContainText(/Blobs responded in/);
  await expect(dialog.found).toContainText(/Tables: .*127\.0\.0\.1/);
});

const someKey = Buffer.alloc(64, 'x').toString('base64');
const malformed: readonly (readonly [string, RegExp])[] = [
  ['AccountName=ships', /AccountKey/],
  ['AccountName=ships;AccountKey=AAAA', /AccountKey/],
  [`AccountKey=${someKey}`, /AccountName/],
  [`DefaultEndpointsProtocol=gopher;AccountName=ships;AccountKey=${someKey}`, /DefaultEndpointsProtocol/],
  ['AccountName=ships;AccountKey=not base64 at all', /AccountKey/],
  [`AccountName=Ships And Boats;AccountKey=${someKey}`, /AccountName/],
  [`AccountName=ships;AccountKey=${someKey};BlobEndpoint=nowhere`, /BlobEndpoint/],
  ['just some words', /connection string/i],
];

test('a malformed string is answered by a sentence that names the part', async ({ openApp, store }) => {
  const { page } = await openApp();
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  for (const [text, part] of malformed) {
    await test.step(text, async () => {
      await dialog.connectionString.fill(text);
      await dialog.addButton.click();
      await expect(dialog.connectionString).toHaveAccessibleDescription(part);
      await expect(dialog.connectionString).toHaveAccessibleDescription(/\.$/);
      await expect(dialog.connectionString).toHaveAttribute('aria-invalid', 'true');
    });
  }
  await dialog.connectionString.fill(store.connectionString);
  await expect(dialog.connectionString).not.toHaveAttribute('aria-invalid', 'true');
  await dialog.add();
});

test('a denied key can be corrected from the connection that it belongs to', async ({ openApp, store }) => {
  const table = await store.newTable();
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await expect(navigator.item(table.tableName)).toBeVisible();
  store.tableProxy.inject({
    fault: { kind: 'answer', status: 403, headers: serviceHeaders({ 'x-ms-error-code': 'AuthenticationFailed' }) },
    times: Infinity,
  });
  await navigator.open(table.tableName);
  await expect(page.getByRole('alert')).toContainText('Account key rejected');
  await page.getByRole('alert').getByRole('button', { name: 'Edit connection…' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Quay' });
  await expect(edit).toBeVisible();
  store.tableProxy.clearFaults();
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole('alert'), 'it tries again by itself').toBeHidden();
  await expect(page.getByText('This table is empty')).toBeVisible();
});

test('a rotated key: the secondary one takes over, and the new one is pasted while the tab stays open', async ({
  openApp,
}) => {
  const [first, second] = ['first', 'second'].map((text) => Buffer.alloc(64, text).toString('base64'));
  const azurite = await startAzurite({ account: { name: 'ships', key: first ?? '', secondary: second ?? '' } });
  const proxy = await startFaultProxy(azurite.tableOrigin);
  const { page } = await openApp();
  const text = azurite.connectionString.replace(azurite.tableOrigin, proxy.origin);
  const navigator = await addConnection(page, 'Ships', text);
  await navigator.choose('Ships', 'Rotate a key…');
  const dialog = page.getByRole('dialog', { name: 'Keys of Ships' });
  await expect(dialog).toContainText('No secondary key is saved');
  await dialog.getByText('Secondary key', { exact: true }).first().click();
  await dialog.getByRole('textbox', { name: 'Secondary key' }).fill('bm90IGEga2V5');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/Key is not accepted by ships/);
  await dialog.getByRole('textbox').fill(second ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  // The first key is rotated: every request that was open with it is denied once.
  const denied = proxy.inject({
    fault: { kind: 'answer', status: 403, headers: serviceHeaders({ 'x-ms-error-code': 'AuthenticationFailed' }) },
    times: 1,
  });
  await navigator.choose('Ships', /Refresh/);
  await expect(page.getByText('Ships uses its secondary key')).toBeVisible();
  await expect(navigator.item(/Ships.*secondary key/)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  denied.remove();

  await navigator.choose('Ships', 'Rotate a key…');
  await expect(dialog).toContainText('ships rejected the primary key. Requests are signed with the secondary key now.');
  await dialog.getByRole('textbox', { name: 'New primary key' }).fill(text.replace(first ?? '', second ?? ''));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/is the secondary key already/);
  await dialog.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(navigator.item(/Ships.*secondary key/)).toBeHidden();
  await proxy.dispose();
  await azurite.stop();
});

test('a SAS shows its permissions, and opens the resources that it covers', async ({ openApp, azurite, store }) => {
  const container = await store.newContainer();
  const service = BlobServiceClient.fromConnectionString(azurite.connectionString);
  const url = service.generateAccountSasUrl(new Date(Date.now() + 3_600_000), AccountSASPermissions.parse('rl'), 'sco');
  const { page } = await openApp();
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.choose('SAS');
  await dialog.dialog.getByRole('textbox', { name: 'SAS URL or SAS connection string' }).fill(url);
  await dialog.name.fill('Visitor');
  await dialog.test();
  await expect(dialog.found).toContainText(/Blobs responded in/);
  for (const right of ['read', 'list']) await expect(dialog.found.getByText(right, { exact: true })).toBeVisible();
  await expect(dialog.found.getByText('write', { exact: true })).toBeHidden();
  await dialog.add();
  await new Navigator(page).open(container.containerName);
  await expect(new ContainerTab(page, container.containerName).panel).toContainText('This container is empty');
});

test('a connection is added without a mouse', async ({ openApp, store }) => {
  const { page } = await openApp();
  await expect(page.getByRole('treeitem', { name: 'Local (embedded)' })).toBeVisible();
  await page.keyboard.press('Control+n');
  const dialog = new ConnectionDialog(page);
  await expect(dialog.connectionString).toBeFocused();
  // The palette waits until the dialog is answered.
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText(store.connectionString);
  // The string is masked; first comes the button that shows it.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.name).toBeFocused();
  await page.keyboard.type('Quay');
  await tabTo(page, 'Test');
  await page.keyboard.press('Enter');
  await expect(dialog.found).toContainText('Tables responded in');
  await tabTo(page, 'Add connection');
  await page.keyboard.press('Space');
  await expect(dialog.dialog).toBeHidden();
  await expect(new Navigator(page).item('Quay'), 'the keyboard goes on with what was added').toBeFocused();
});

test('a production connection is read-only until it is unlocked', async ({ openApp, store, newFolder }) => {
  const container = await store.newContainer();
  const file = join(await newFolder('cargo'), 'manifest.txt');
  await writeFile(file, 'twelve crates');
  const { page, prompts } = await openApp();
  const navigator = await addConnection(page, 'Fleet', store.connectionString, 'production');
  await navigator.open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  const writes = (): number =>
    store.blobProxy.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD').length;

  await expect(tab.panel).toContainText('Fleet is read-only. Unlock it to upload.');
  await expect(tab.upload).toBeDisabled();
  await dropFiles(tab.panel, [file]);
  await navigator.item(container.containerName).click({ button: 'right' });
  const colourOf = (entry: Locator): Promise<string> => entry.evaluate((element) => getComputedStyle(element).color);
  const deletion = page.getByRole('menuitem', { name: 'Delete container' });
  await expect(deletion).toBeDisabled();
  const greyed = await colourOf(deletion);
  await page.keyboard.press('Escape');
  await navigator.tree
    .getByRole('treeitem', { name: /^Containers/ })
    .last()
    .click({ button: 'right' });
  const creation = page.getByRole('menuitem', { name: 'Create container' });
  await expect(creation).toBeDisabled();
  // Not in the red of actions.
  expect(greyed).toBe(await colourOf(creation));
  await page.keyboard.press('Escape');
  await expect(new ActivityDock(page).jobs).toHaveCount(0);
  expect(writes()).toBe(0);

  const unlocking = new Promise<string>((resolve) =>
    prompts.answerWith(async (prompt) => {
      await prompt.getByRole('textbox').fill('Fleets');
      await prompt.getByRole('button', { name: 'Unlock' }).click();
      resolve(await prompt.getByRole('alert').innerText());
      await confirmPrompt(prompt);
    }),
  );
  await navigator.choose('Fleet', 'Unlock for writing…');
  expect(await unlocking).toContain('This does not match the name of the connection.');
  await expect(tab.upload).toBeEnabled();
  await dropFiles(tab.panel, [file]);
  await new ActivityDock(page).finished('Upload of manifest.txt');
  expect((await container.getBlobClient('manifest.txt').downloadToBuffer()).toString()).toBe('twelve crates');

  await navigator.choose('Fleet', /^Lock/);
  await page
    .getByRole('alertdialog', { name: 'Lock Fleet' })
    .getByRole('button', { name: 'Lock', exact: true })
    .click();
  await expect(tab.upload).toBeDisabled();
});

test('the secret is nowhere to be found once it was given', async ({ launchApp }) => {
  // The secret is searched for as text and as the bytes that it encodes.
  const secret = 'canary-of-the-hold-'.repeat(4).slice(0, 64);
  const key = Buffer.from(secret).toString('base64');
  const azurite = await startAzurite({ account: { name: 'canaryships', key } });
  try {
    await BlobServiceClient.fromConnectionString(azurite.connectionString).createContainer('hold');
    const running = await launchApp();
    const { page } = running;
    await page.addInitScript(recordMessages);
    await page.reload();
    const navigator = await addConnection(page, 'Canary', azurite.connectionString);
    await navigator.open('hold');
    await expect(new ContainerTab(page, 'hold').panel).toContainText('This container is empty');
    await navigator.item('Canary').press('F2');
    await expect(page.getByRole('dialog', { name: 'Edit Canary' })).toBeVisible();

    const inPage = await page.evaluate(() => ({
      document: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
      stored: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      messages: (window as unknown as { readonly received: readonly string[] }).received,
    }));
    // Checks that the search finds a secret that is really there.
    expect(inPage.document).toContain('Canary');
    expect(inPage.fields).toContain('Canary');
    expect(inPage.stored.length).toBeGreaterThan(2);
    expect(inPage.messages.some((message) => message.includes('canaryships'))).toBe(true);

    // Faults of main and of the page that quote the secret: the fault is logged, and the thrown text is not.
    await running.app.evaluate((_, text) => void Promise.reject(new RangeError(`GET ?sig=${text}`)), key);
    await page.evaluate((text) => {
      setTimeout(() => {
        throw new TypeError(`AccountKey=${text}`);
      });
    }, key);
    const noted = (): Promise<string> =>
      readFile(join(running.stateDir, 'fault-log', 'main.log'), 'utf8').catch(() => 'nothing');
    for (const fault of ['RangeError', 'TypeError']) await expect.poll(noted).toContain(fault);

    // A crash of the engine, then one of the page: crash reports, if any, are written now.
    const engines = await pidsOf(running.app, engineName);
    for (const pid of engines) process.kill(pid, 'SIGSEGV');
    await expect
      .poll(async () => (await pidsOf(running.app, engineName)).some((pid) => !engines.includes(pid)))
      .toBe(true);
    const stopped = page.waitForEvent('crash');
    await running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await stopped;

    await running.close();
    const stored = await filesBelow(running.stateDir);
    const names = stored.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['connections.json', 'main.log']));
    expect(names.filter((name) => /\.dmp$|^core/.test(name))).toEqual([]);
    const places = [
      { name: 'the page', text: JSON.stringify(inPage) },
      { name: 'the terminal', text: running.output() },
      ...stored,
    ];
    const found = places.filter(({ text }) => text.includes(key) || text.includes(secret.slice(0, 19)));
    expect(found.map(({ name }) => name)).toEqual([]);
  } finally {
    await azurite.stop();
  }
});

/** Runs in the page, before its scripts: stores a copy of every message that the page reads. */
function recordMessages(): void {
  const received: string[] = [];
  Object.assign(window, { received });
  const own = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
  Object.defineProperty(MessageEvent.prototype, 'data', {
    ...own,
    get(this: MessageEvent) {
      const data: unknown = own?.get?.call(this);
      received.push(JSON.stringify(data));
      return data;
    },
  });
}

/** Every file of the folder as text, byte by byte. */
async function filesBelow(folder: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => ({
        name: entry.name,
        text: await readFile(join(entry.parentPath, entry.name), 'latin1'),
      })),
  );
}

/** Presses Tab until the button with that name has the keyboard. */
async function tabTo(page: ConnectionDialog['page'], name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 30; presses += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
}
