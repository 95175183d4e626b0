// Folders and access lists of an account with a hierarchical namespace, compared with what the service then holds.
import { BlobServiceClient } from '@azure/storage-blob';
import { startFakeLake } from '../../electron/testing/fake-dfs';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

test('folders are created, renamed and deleted whole, and who has access is changed', async ({
  openApp,
  azurite,
  store,
}) => {
  const lake = await startFakeLake(azurite.blobOrigin);
  try {
    const { containerName } = await store.newContainer();
    const container = BlobServiceClient.fromConnectionString(lake.connectionString).getContainerClient(containerName);
    for (const name of ['raw/2026/a.csv', 'raw/b.csv', 'notes.txt']) {
      await container.getBlockBlobClient(name).upload(name, name.length);
    }
    const { page } = await openApp();
    await (await addConnection(page, 'Lake', lake.connectionString)).open(containerName);
    const tab = new ContainerTab(page, containerName);
    await tab.row('raw, folder').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Access control (ACL)…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Access to raw' });
    const access = dialog.getByRole('group', { name: 'Access', exact: true });
    await access.getByRole('button', { name: 'Add entry' }).click();
    await expect(dialog).toContainText('The list has user:: twice.');
    await access.getByRole('textbox', { name: 'Object ID' }).last().fill('6f0c1f6e-0000-4000-8000-000000000001');
    await access.getByRole('checkbox', { name: 'Write' }).first().uncheck({ force: true });
    await dialog.getByText('Changes, in everything below').click();
    expect(await violations(page, 'all')).toEqual([]);
    lake.switches.denied.add(`${containerName}/raw/b.csv`);
    await dialog.getByRole('button', { name: 'Save, also for everything in it' }).click();
    await expect(dialog.getByRole('status')).toContainText('Changed 2 folders and 1 file. 1 could not be changed:');
    await expect(dialog.getByRole('list', { name: 'Not changed' })).toContainText('raw/b.csv');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(lake.aclOf(containerName, 'raw/2026/a.csv')).toContain('user:6f0c1f6e-0000-4000-8000-000000000001:r-x');

    await tab.select('raw, folder');
    await page.keyboard.press('F2');
    const naming = page.getByRole('dialog', { name: 'Rename raw' });
    await naming.getByRole('textbox', { name: 'New name' }).fill('done');
    await page.keyboard.press('Enter');
    await expect(tab.row('done, folder')).toBeVisible();
    await expect(tab.row('raw, folder')).toBeHidden();
    expect(lake.aclOf(containerName, 'done')).toContain('6f0c1f6e');

    await tab.select('done, folder');
    await page.keyboard.press('Delete');
    const deletion = page.getByRole('alertdialog');
    await deletion.getByRole('button', { name: /^Delete \d/ }).click();
    await expect(tab.row('done, folder')).toBeHidden();
    expect(await lake.paths(containerName)).toEqual(['notes.txt']);
  } finally {
    await lake.close();
  }
});
