// Deleting blobs in the window: counted first, confirmed, and nothing else is deleted on the server; blobs that the
// account retains can be restored.
import type { ContainerClient } from '@azure/storage-blob';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { serviceHeaders } from '../../electron/testing/faults';
import { startKeepingService } from '../../electron/testing/keeping-service';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

async function fill(container: ContainerClient, names: readonly string[]): Promise<void> {
  for (const name of names) await container.getBlockBlobClient(name).upload(name, Buffer.byteLength(name));
}
async function held(container: ContainerClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of container.listBlobsFlat()) names.push(name);
  return names;
}

test('a folder and a blob are deleted by keyboard, after they were counted', async ({ openApp, store }) => {
  const container = await store.newContainer();
  const doomed = Array.from({ length: 40 }, (_, index) => `scans/2024/${index}.tif`);
  await fill(container, [...doomed, 'notes.txt', 'scans.txt', 'kept.txt']);
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await tab.select('scans, folder', 'notes.txt');
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete 1 blob and 1 folder' });
  await expect(dialog).toContainText('41 blobs');
  expect(await violations(page, 'all')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await held(container)).toHaveLength(43);

  await page.keyboard.press('Delete');
  const confirm = dialog.getByRole('button', { name: 'Delete 41 blobs' });
  await expect(confirm).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(tab.row('kept.txt')).toBeVisible();
  await expect(tab.row('scans, folder')).toHaveCount(0);
  expect(await held(container)).toEqual(['kept.txt', 'scans.txt']);
});

test('blobs that could not be deleted are listed by name', async ({ openApp, store }) => {
  const container = await store.newContainer();
  await fill(container, ['a.txt', 'leased.txt']);
  store.blobProxy.inject({
    fault: { kind: 'answer', status: 412, headers: serviceHeaders({ 'x-ms-error-code': 'LeaseIdMissing' }) },
    when: ({ method, path }) => method === 'DELETE' && path.endsWith('leased.txt'),
    times: Infinity,
  });
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await tab.select('a.txt', 'leased.txt');
  await tab.panel.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 blobs' });
  await dialog.getByRole('button', { name: 'Delete 2 blobs' }).click();
  await expect(dialog.getByRole('list', { name: 'Not deleted' })).toContainText('leased.txt');
  await expect(dialog.getByRole('status')).toContainText('1 deleted, 1 could not be deleted');
  expect(await violations(page, 'all')).toEqual([]);
  // The button that had the keyboard is gone.
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tab.row('leased.txt')).toBeVisible();
  expect(await held(container)).toEqual(['leased.txt']);
});

test('retained blobs are restored: at once by an undo, later from the deleted blobs', async ({ openApp }) => {
  const service = await startKeepingService({ retention: 'on' });
  try {
    for (const name of ['logs/1.txt', 'logs/2.txt', 'logs/old.txt', 'notes.txt']) service.put(name, `in ${name}`);
    service.deleteAt('logs/old.txt', new Date('2026-10-20T08:00:00Z'));
    const before = service.held();
    const { page } = await openApp();
    await (await addConnection(page, 'Quay', service.connectionString)).open(service.container);
    const tab = new ContainerTab(page, service.container);
    await tab.select('logs, folder');
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 blobs' }).click();
    await expect(tab.row('logs, folder')).toHaveCount(0);
    expect(service.held()).toEqual({ 'notes.txt': 'in notes.txt' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(tab.row('logs, folder')).toBeVisible();
    expect(service.held()).toEqual(before);
    expect(service.retained()).toEqual(['logs/old.txt']);

    await tab.panel.getByRole('radio', { name: 'Deleted' }).click();
    const deleted = tab.panel.getByRole('grid', { name: `Deleted below ${service.container}` });
    await deleted.getByRole('gridcell', { name: 'logs/old.txt, deleted' }).click();
    expect(await violations(page, 'all')).toEqual([]);
    await tab.panel.getByRole('button', { name: 'Restore' }).click();
    await expect(tab.panel.getByText('No deleted blobs found here')).toBeVisible();
    expect(service.held()).toEqual({ ...before, 'logs/old.txt': 'in logs/old.txt' });
  } finally {
    await service.stop();
  }
});
