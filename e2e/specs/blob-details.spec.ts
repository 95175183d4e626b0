// The editable details of one blob, through the window, compared with the server's state afterwards.
import { AzureSASCredential, TableClient } from '@azure/data-tables';
import { AnonymousCredential, BlockBlobClient, type ContainerClient } from '@azure/storage-blob';
import type { RunningApp } from '../fixtures/app';
import { violations } from '../fixtures/axe';
import { crates, cratesMd5, putCrates } from '../fixtures/crates';
import { expect, test } from '../fixtures/stores';
import { BlobPanel } from '../pages/blob-panel';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

async function openPanel(
  { page }: RunningApp,
  container: ContainerClient,
  connectionString: string,
  marking: 'none' | 'production' = 'none',
): Promise<BlobPanel> {
  const navigator = await addConnection(page, 'Quay', connectionString, marking);
  await navigator.open(container.containerName);
  const panel = new BlobPanel(page, new ContainerTab(page, container.containerName));
  await panel.show('crates.txt');
  return panel;
}

test('headers and metadata are edited, and a concurrent change is shown before it is overwritten', async ({
  openApp,
  store,
}) => {
  const container = await store.newContainer();
  await putCrates(container);
  const blob = container.getBlobClient('crates.txt');
  const running = await openApp();
  const panel = await openPanel(running, container, store.connectionString);

  await test.step('one header changes, the others and the MD5 stay', async () => {
    const dialog = await panel.open('Edit HTTP headers', 'Edit HTTP headers');
    await dialog.getByRole('textbox', { name: 'Cache-Control' }).fill('größer');
    await expect(dialog.getByText('only printable ASCII')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save headers' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Cache-Control' }).fill('max-age=60');
    expect(await violations(running.page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save headers' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.section('HTTP headers')).toContainText('max-age=60');
    const held = await blob.getProperties();
    expect(held).toMatchObject({ cacheControl: 'max-age=60', contentType: 'text/plain', contentLanguage: 'en-GB' });
    expect(Buffer.from(held.contentMD5 ?? '')).toEqual(cratesMd5);
    expect(held.metadata).toEqual({ owner: 'quay', ship: 'Ida' });
  });

  await test.step('metadata names are checked; a conflict shows who has what; my change goes on top', async () => {
    const dialog = await panel.open('Edit metadata', 'Edit metadata');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    const added = dialog.getByRole('group', { name: 'entry 3' });
    await added.getByRole('textbox', { name: 'Name' }).fill('2nd');
    await expect(dialog.getByText('must start with a letter')).toBeVisible();
    await added.getByRole('textbox', { name: 'Name' }).fill('second');
    await added.getByRole('textbox', { name: 'Value' }).fill('Erna');
    await blob.setMetadata({ owner: 'harbour', ship: 'Ida' });
    await dialog.getByRole('button', { name: 'Save metadata' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Nothing was saved');
    await expect(dialog.getByRole('row', { name: /owner quay harbour/ })).toBeVisible();
    expect((await blob.getProperties()).metadata).toEqual({ owner: 'harbour', ship: 'Ida' });
    expect(await violations(running.page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply my changes on top' }).click();
    await dialog.getByRole('button', { name: 'Save metadata' }).click();
    await expect(dialog).toBeHidden();
    expect((await blob.getProperties()).metadata).toEqual({ owner: 'harbour', ship: 'Ida', second: 'Erna' });
    await expect(panel.section('Metadata')).toContainText('Erna');
  });
  expect(running.pageErrors()).toEqual([]);
});

test('a blob gets tags and another tier, and its URL is copied without a secret', async ({ openApp, store }) => {
  const container = await store.newContainer();
  await putCrates(container);
  const blob = container.getBlobClient('crates.txt');
  const running = await openApp();
  const panel = await openPanel(running, container, store.connectionString);

  await test.step('tags', async () => {
    await expect(panel.section('Blob index tags')).toContainText('No tags');
    const dialog = await panel.open('Edit blob index tags', 'Edit blob index tags');
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('ship');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('Ida');
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    await expect(panel.section('Blob index tags')).toContainText('Ida');
    expect((await blob.getTags()).tags).toEqual({ ship: 'Ida' });
  });

  await test.step('tier', async () => {
    const dialog = await panel.open('Change access tier', 'Change access tier');
    await dialog.getByRole('radio', { name: 'Archive' }).click();
    await expect(dialog.getByRole('list', { name: 'Cost' })).toContainText('180 days');
    expect(await violations(running.page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Change to Archive' }).click();
    await expect(panel.section('Access tier')).toContainText('Archive');
    expect((await blob.getProperties()).accessTier).toBe('Archive');
  });

  await test.step('URL', async () => {
    await panel.panel.getByRole('button', { name: 'Copy URL' }).click();
    await expect(running.page.getByText('URL copied')).toBeVisible();
    const copied = await running.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(new URL(copied).pathname).toBe(new URL(blob.url).pathname);
    expect(new URL(copied).search).toBe('');
  });
  expect(running.pageErrors()).toEqual([]);
});

test('a snapshot is created, compared, copied back and deleted; a lease is acquired and released', async ({
  openApp,
  store,
}) => {
  const container = await store.newContainer();
  await putCrates(container);
  const blob = container.getBlockBlobClient('crates.txt');
  await blob.createSnapshot();
  await blob.upload('empty', 5);
  const running = await openApp();
  const { page } = running;
  const panel = await openPanel(running, container, store.connectionString);

  await test.step('compared', async () => {
    const dialog = await panel.open('View snapshots and versions', 'Snapshots and versions');
    await expect(dialog).toContainText('The emulator does not support versions.');
    await dialog.getByRole('button', { name: 'Compare' }).click();
    const differences = dialog.getByRole('table', { name: 'Differences' });
    await expect(differences.getByRole('row', { name: /^Size 25 bytes 5 bytes/ })).toBeVisible();
    await expect(differences.getByRole('row', { name: /^metadata owner quay not set/ })).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
  });

  await test.step('copied back over what is there now', async () => {
    await page.getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore snapshot' }).click();
    await expect(panel.section('Metadata')).toContainText('quay');
    expect((await blob.downloadToBuffer()).toString()).toBe(crates);
    expect(Buffer.from((await blob.getProperties()).contentMD5 ?? '')).toEqual(cratesMd5);
  });

  await test.step('another one made, the first one deleted', async () => {
    const dialog = await panel.open('View snapshots and versions', 'Snapshots and versions');
    await dialog.getByRole('button', { name: 'Create snapshot' }).click();
    await expect(dialog.getByRole('row')).toHaveCount(3);
    await dialog.getByRole('button', { name: 'Delete…' }).last().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete snapshot' }).click();
    await expect(dialog.getByRole('row')).toHaveCount(2);
    const left: string[] = [];
    for await (const one of container.listBlobsFlat({ includeSnapshots: true })) left.push(one.snapshot ?? '');
    expect(left.filter((snapshot) => snapshot !== '')).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
  });

  await test.step('leased and released', async () => {
    const dialog = await panel.open('Manage lease', 'Lease');
    await dialog.getByRole('button', { name: 'Acquire lease' }).click();
    await expect(dialog.getByRole('status')).toContainText('Lease acquired');
    expect((await blob.getProperties()).leaseState).toBe('leased');
    expect(await dialog.getByRole('textbox', { name: 'Lease ID' }).inputValue()).toMatch(/^[0-9a-f-]{36}$/u);
    await dialog.getByRole('button', { name: 'Change lease ID' }).click();
    await expect(dialog.getByRole('status')).toContainText('Lease ID changed');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('changed under the lease: the ID that was acquired here is filled in, a wrong one is refused', async () => {
    const dialog = await panel.open('Edit HTTP headers', 'Edit HTTP headers');
    await dialog.getByRole('textbox', { name: 'Cache-Control' }).fill('no-store');
    const leaseId = dialog.getByRole('textbox', { name: 'Lease ID' });
    const held = await leaseId.inputValue();
    const save = dialog.getByRole('button', { name: 'Save headers' });
    await leaseId.fill('');
    await expect(save).toBeDisabled();
    await leaseId.fill('0f0e0d0c-0b0a-4908-8706-050403020100');
    await save.click();
    await expect(dialog.getByRole('alert')).toContainText('active lease');
    expect((await blob.getProperties()).cacheControl).toBeFalsy();
    await leaseId.fill(held);
    await save.click();
    await expect(dialog).toBeHidden();
    expect((await blob.getProperties()).cacheControl).toBe('no-store');
  });

  await test.step('and given back', async () => {
    const dialog = await panel.open('Manage lease', 'Lease');
    await dialog.getByRole('button', { name: 'Release' }).click();
    await expect(dialog.getByRole('status')).toContainText('Lease released');
    expect((await blob.getProperties()).leaseState).toBe('available');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });
  expect(running.pageErrors()).toEqual([]);
});

test('a signature for a blob and one for a table are created, and grant what their sentence states', async ({
  openApp,
  store,
}) => {
  const container = await store.newContainer();
  await putCrates(container);
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'bay', rowKey: '4' });
  const running = await openApp();
  const { page } = running;
  const panel = await openPanel(running, container, store.connectionString);

  await test.step('a blob: read only, and shown as plain text', async () => {
    const dialog = await panel.open('Create SAS for blob', 'Create SAS for blob');
    await dialog.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('203.0.113');
    await expect(dialog.getByText('Enter one IPv4 address')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Create and copy URL' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('');
    await expect(dialog.getByRole('note')).toContainText('Anyone with this SAS can read the blob crates.txt');
    expect(await violations(page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create and copy URL' }).click();
    const url = await dialog.getByRole('textbox', { name: 'URL' }).inputValue();
    const client = new BlockBlobClient(url, new AnonymousCredential());
    expect((await client.downloadToBuffer()).toString()).toBe(crates);
    await expect(client.delete()).rejects.toMatchObject({ statusCode: 403 });
    await dialog.getByRole('button', { name: 'Copy URL', exact: true }).click();
    await expect(page.getByText('URL copied')).toBeVisible();
    expect(await running.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(url);
    // Another wish is another signature: the old one is not shown for it.
    await dialog.getByRole('checkbox', { name: 'write', exact: true }).check({ force: true });
    await expect(dialog.getByRole('textbox', { name: 'URL' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    expect(running.output()).not.toContain(new URL(url).searchParams.get('sig'));
  });

  await test.step('a table: from its menu in the navigator', async () => {
    await page.getByRole('treeitem', { name: table.tableName }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Share (SAS)…' }).click();
    const dialog = page.getByRole('dialog', { name: `Create SAS for ${table.tableName}` });
    await expect(dialog.getByRole('note')).toContainText('query in the table');
    await dialog.getByRole('button', { name: 'Create and copy URL' }).click();
    const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
    const client = new TableClient(new URL(table.url).href, table.tableName, new AzureSASCredential(token), {
      allowInsecureConnection: true,
    });
    expect((await client.getEntity('bay', '4')).rowKey).toBe('4');
    await expect(client.deleteEntity('bay', '4')).rejects.toMatchObject({ statusCode: 403 });
  });
  expect(running.pageErrors()).toEqual([]);
});

test('a read-only connection shows everything and changes nothing', async ({ openApp, store }) => {
  const container = await store.newContainer();
  await putCrates(container);
  const running = await openApp();
  const panel = await openPanel(running, container, store.connectionString, 'production');
  await expect(panel.panel).toContainText('Quay is read-only. Unlock it to make changes.');
  for (const action of [
    'Edit HTTP headers',
    'Edit metadata',
    'Change access tier',
    'Edit blob index tags',
    'Manage lease',
  ]) {
    await expect(panel.panel.getByRole('button', { name: action, exact: true })).toBeDisabled();
  }
  const dialog = await panel.open('Create SAS for blob', 'Create SAS for blob');
  await expect(dialog.getByText('so only a read-only SAS can be created')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'write', exact: true })).toBeDisabled();
  await expect(dialog.getByRole('checkbox', { name: 'read', exact: true })).toBeEnabled();
});
