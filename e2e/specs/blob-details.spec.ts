// What can be changed on one blob, through the window, held against what the server has afterwards.
import { createHash } from 'node:crypto';
import type { ContainerClient } from '@azure/storage-blob';
import type { RunningApp } from '../fixtures/app';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { BlobPanel } from '../pages/blob-panel';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

const body = 'twelve crates of oranges\n';
const md5 = createHash('md5').update(body).digest();

async function putCrates(container: ContainerClient): Promise<void> {
  await container.getBlockBlobClient('crates.txt').upload(body, body.length, {
    blobHTTPHeaders: { blobContentType: 'text/plain', blobContentLanguage: 'en-GB', blobContentMD5: md5 },
    metadata: { owner: 'quay', ship: 'Ida' },
  });
}

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

test('headers and metadata are edited, and a change by somebody else is seen before it is overwritten', async ({
  launchApp,
  store,
}) => {
  const container = await store.newContainer();
  await putCrates(container);
  const blob = container.getBlobClient('crates.txt');
  const running = await launchApp();
  const panel = await openPanel(running, container, store.connectionString);

  await test.step('one header changes, the others and the MD5 stay', async () => {
    const dialog = await panel.open('Edit HTTP headers', 'Edit HTTP headers');
    await dialog.getByRole('textbox', { name: 'Cache-Control' }).fill('größer');
    await expect(dialog.getByText('printable ASCII only')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save headers' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Cache-Control' }).fill('max-age=60');
    expect(await violations(running.page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save headers' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.section('HTTP headers')).toContainText('max-age=60');
    const held = await blob.getProperties();
    expect(held).toMatchObject({ cacheControl: 'max-age=60', contentType: 'text/plain', contentLanguage: 'en-GB' });
    expect(Buffer.from(held.contentMD5 ?? '')).toEqual(md5);
    expect(held.metadata).toEqual({ owner: 'quay', ship: 'Ida' });
  });

  await test.step('metadata names are checked; a conflict shows who has what; my change goes on top', async () => {
    const dialog = await panel.open('Edit metadata', 'Edit metadata');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    const added = dialog.getByRole('group', { name: 'entry 3' });
    await added.getByRole('textbox', { name: 'Name' }).fill('2nd');
    await expect(dialog.getByText('starts with a letter')).toBeVisible();
    await added.getByRole('textbox', { name: 'Name' }).fill('second');
    await added.getByRole('textbox', { name: 'Value' }).fill('Erna');
    await blob.setMetadata({ owner: 'harbour', ship: 'Ida' });
    await dialog.getByRole('button', { name: 'Save metadata' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Nothing was saved');
    await expect(dialog.getByRole('row', { name: /owner quay harbour/ })).toBeVisible();
    expect((await blob.getProperties()).metadata).toEqual({ owner: 'harbour', ship: 'Ida' });
    expect(await violations(running.page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Put my changes on top' }).click();
    await dialog.getByRole('button', { name: 'Save metadata' }).click();
    await expect(dialog).toBeHidden();
    expect((await blob.getProperties()).metadata).toEqual({ owner: 'harbour', ship: 'Ida', second: 'Erna' });
    await expect(panel.section('Metadata')).toContainText('Erna');
  });
  expect(running.pageErrors()).toEqual([]);
});

test('a blob gets tags and another tier, and its URL is copied without a secret', async ({ launchApp, store }) => {
  const container = await store.newContainer();
  await putCrates(container);
  const blob = container.getBlobClient('crates.txt');
  const running = await launchApp();
  const panel = await openPanel(running, container, store.connectionString);

  await test.step('tags', async () => {
    await expect(panel.section('Index tags')).toContainText('No tags are set');
    const dialog = await panel.open('Edit index tags', 'Edit index tags');
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('ship');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('Ida');
    await dialog.getByRole('button', { name: 'Save tags' }).click();
    await expect(panel.section('Index tags')).toContainText('Ida');
    expect((await blob.getTags()).tags).toEqual({ ship: 'Ida' });
  });

  await test.step('tier', async () => {
    const dialog = await panel.open('Change access tier', 'Change access tier');
    await dialog.getByRole('radio', { name: 'Archive' }).click();
    await expect(dialog.getByRole('list', { name: 'What it costs' })).toContainText('180 days');
    expect(await violations(running.page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Move to Archive' }).click();
    await expect(panel.section('Access tier')).toContainText('Archive');
    expect((await blob.getProperties()).accessTier).toBe('Archive');
  });

  await test.step('URL', async () => {
    await panel.panel.getByRole('button', { name: 'Copy URL' }).click();
    await expect(running.page.getByText('Copied the URL')).toBeVisible();
    const copied = await running.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(new URL(copied).pathname).toBe(new URL(blob.url).pathname);
    expect(new URL(copied).search).toBe('');
  });
  expect(running.pageErrors()).toEqual([]);
});

test('a read-only connection shows everything and changes nothing', async ({ launchApp, store }) => {
  const container = await store.newContainer();
  await putCrates(container);
  const running = await launchApp();
  const panel = await openPanel(running, container, store.connectionString, 'production');
  await expect(panel.panel).toContainText('Quay is read-only. Unlock it to change anything here.');
  for (const verb of ['Edit HTTP headers', 'Edit metadata', 'Change access tier', 'Edit index tags']) {
    await expect(panel.panel.getByRole('button', { name: verb, exact: true })).toBeDisabled();
  }
});
