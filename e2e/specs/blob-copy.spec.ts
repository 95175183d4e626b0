// Copy, cut, paste, rename and duplicate in the window, compared with the content of the servers afterwards.
import type { ContainerClient } from '@azure/storage-blob';
import { startAzurite } from '../../electron/testing/azurite';
import { BlobServiceClient } from '@azure/storage-blob';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { TransferPage } from '../pages/transfer-page';
import { ActivityDock } from '../pages/activity-dock';

async function fill(container: ContainerClient, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const options = { blobHTTPHeaders: { blobContentType: 'text/x-kept' }, metadata: { of: 'test' } };
    await container.getBlockBlobClient(name).upload(name, Buffer.byteLength(name), options);
  }
}
async function held(container: ContainerClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of container.listBlobsFlat()) names.push(name);
  return names;
}
async function textOf(container: ContainerClient, name: string): Promise<string> {
  return (await container.getBlobClient(name).downloadToBuffer()).toString();
}

test('a blob and a folder are copied into another container by keyboard', async ({ openApp, store }) => {
  const from = await store.newContainer();
  const to = await store.newContainer();
  await fill(from, ['scans/1.tif', 'scans/deep/2.tif', 'notes.txt', 'other.txt']);
  await to.getBlockBlobClient('notes.txt').upload('theirs', 6);
  const { page } = await openApp();
  const connection = await addConnection(page, 'Quay', store.connectionString);
  await connection.open(from.containerName);
  await new ContainerTab(page, from.containerName).select('scans, folder', 'notes.txt');
  await page.keyboard.press('Control+c');
  await connection.open(to.containerName);
  const target = new ContainerTab(page, to.containerName);
  // Right after it was opened, with the focus in the tree.
  await page.keyboard.press('Control+v');

  const dialog = page.getByRole('dialog', { name: `Copy to ${to.containerName}` });
  await expect(dialog.getByRole('table', { name: 'Already exists' })).toContainText('notes.txt');
  await expect(dialog).toContainText('1 blob is skipped. To copy: 2 blobs, ');
  await expect(dialog).toContainText('Cost: none.');
  expect(await violations(page, 'all')).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(target.row('scans, folder')).toBeVisible();
  await new ActivityDock(page).finished('Copy of notes.txt and 1 more');
  expect(await held(to)).toEqual(['notes.txt', 'scans/1.tif', 'scans/deep/2.tif']);
  expect(await textOf(to, 'notes.txt'), 'skipped').toBe('theirs');
  expect(await held(from)).toHaveLength(4);
  const properties = await to.getBlobClient('scans/1.tif').getProperties();
  expect(properties).toMatchObject({ contentType: 'text/x-kept', metadata: { of: 'test' } });

  // Changes by another client since are found by verifying the copy against its source.
  await to.getBlockBlobClient('scans/1.tif').upload('SCANS/1.tif', 11);
  const dock = new ActivityDock(page);
  await dock
    .job('Copy of notes.txt and 1 more')
    .getByRole('button', { name: /^Verify .* against its source/ })
    .click();
  const row = dock.job('Verification of notes.txt and 1 more');
  await expect(row).toContainText('1 found');
  await row.getByRole('button', { name: /^notes.txt and 1 more/ }).click();
  const check = new TransferPage(page, 'notes.txt and 1 more');
  const result = check.panel.getByRole('region', { name: 'Verification result' });
  await expect(result).toContainText('Differs1Missing in source0');
  await check.choose('Different content');
  await expect(check.file('scans/1.tif')).toBeVisible();
});

test('a cut blob is copied to another account, then deleted from the first', async ({ openApp, store }) => {
  const other = await startAzurite({ account: { name: 'harbour', key: Buffer.alloc(64, 5).toString('base64') } });
  try {
    const from = await store.newContainer();
    await fill(from, ['a.txt', 'kept.txt']);
    const to = BlobServiceClient.fromConnectionString(other.connectionString).getContainerClient('arrivals');
    await to.create();
    const { page } = await openApp();
    await (await addConnection(page, 'Quay', store.connectionString)).open(from.containerName);
    const source = new ContainerTab(page, from.containerName);
    await source.select('a.txt');
    await page.keyboard.press('Control+x');
    await (await addConnection(page, 'Harbour', other.connectionString)).open('arrivals');
    await new ContainerTab(page, 'arrivals').panel.getByRole('button', { name: 'Paste' }).click();
    const dock = new ActivityDock(page);
    await dock.finished('Move of a.txt');
    await expect(dock.job('Move of a.txt')).toHaveAccessibleName(/copied through this computer/);
    expect(await held(to)).toEqual(['a.txt']);
    expect(await textOf(to, 'a.txt')).toBe('a.txt');
    expect(await held(from)).toEqual(['kept.txt']);
  } finally {
    await other.stop();
  }
});

test('a folder is renamed with F2, and a blob duplicated', async ({ openApp, store }) => {
  const container = await store.newContainer();
  await fill(container, ['scans/1.tif', 'scans/2.tif', 'notes.txt']);
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await tab.select('scans, folder');
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename scans' });
  await expect(dialog.getByRole('textbox', { name: 'New name' })).toBeFocused();
  await dialog.getByRole('textbox').fill('a//b');
  await expect(dialog.getByRole('button', { name: 'Rename', exact: true })).toBeDisabled();
  expect(await violations(page, 'all')).toEqual([]);
  await dialog.getByRole('textbox').fill('archive/scans');
  await page.keyboard.press('Enter');
  await expect(tab.row('archive, folder')).toBeVisible();
  await expect(tab.row('scans, folder')).toHaveCount(0);
  expect(await held(container)).toEqual(['archive/scans/1.tif', 'archive/scans/2.tif', 'notes.txt']);

  // An existing name below the new one is reported first, as the kind of thing that it is.
  await fill(container, ['scans/1.tif', 'scans/3.tif']);
  await tab.panel.getByRole('button', { name: 'Refresh' }).click();
  await tab.select('scans, folder');
  await page.keyboard.press('F2');
  await dialog.getByRole('textbox').fill('archive/scans');
  await page.keyboard.press('Enter');
  const renameDialog = page.getByRole('dialog', { name: 'Rename scans to archive/scans' });
  await expect(renameDialog).toContainText(
    '1 blob is skipped. Skipped blobs stay where they are. To rename: 1 blob, 11 B.',
  );
  await expect(renameDialog.getByRole('button', { name: 'Rename', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => held(container))
    .toEqual(['archive/scans/1.tif', 'archive/scans/2.tif', 'archive/scans/3.tif', 'notes.txt', 'scans/1.tif']);

  // Typed text replaces the name but not its extension.
  await tab.select('notes.txt');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
  // By an input method: the Enter that accepts the text is not the one that renames.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'minu', selectionStart: 4, selectionEnd: 4 });
  const taken = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...taken });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...taken });
  await devtools.send('Input.insertText', { text: 'minutes' });
  await expect(page.getByRole('textbox', { name: 'New name' })).toHaveValue('minutes.txt');
  await page.keyboard.press('Enter');
  await expect(tab.row('minutes.txt')).toBeVisible();
  await expect(tab.row('notes.txt')).toHaveCount(0);
  // It stays chosen, with the keyboard on it.
  await expect(tab.row('minutes.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog', { name: 'Rename minutes.txt' })).toBeVisible();
  await page.keyboard.press('Escape');

  await tab.row('minutes.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(tab.row('minutes copy.txt')).toBeVisible();
  expect(await textOf(container, 'minutes copy.txt')).toBe('notes.txt');
});

test('a new folder opens, and exists once something is pasted into it', async ({ openApp, store }) => {
  const container = await store.newContainer();
  await fill(container, ['notes.txt']);
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await tab.select('notes.txt');
  await page.keyboard.press('Control+c');
  await tab.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
  await page.getByRole('menuitem', { name: 'New folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('drafts');
  await dialog.getByRole('button', { name: 'Open folder' }).click();
  await tab.panel.getByRole('button', { name: 'Paste' }).click();
  await expect.poll(() => held(container)).toEqual(['drafts/notes.txt', 'notes.txt']);
});
