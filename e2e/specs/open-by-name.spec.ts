// What a connection may read without the right to list it is opened by its name; a tree with many names shows where one is.
import { AzureNamedKeyCredential, generateAccountSas } from '@azure/data-tables';
import { emulatorAccountKey, emulatorAccountName } from '../../electron/testing/azurite';
import { expect, test } from '../fixtures/stores';
import { goTo } from '../pages/by-keyboard';
import { ConnectionDialog, Navigator, addConnection } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

test('with a SAS that may read and not list, a table opens by its name', async ({ openApp, store }) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'Harbour', rowKey: 'Ada' });
  const sas = generateAccountSas(new AzureNamedKeyCredential(emulatorAccountName, emulatorAccountKey), {
    permissions: { query: true },
    resourceTypes: 'co',
    expiresOn: new Date(Date.now() + 3_600_000),
  });
  const { page } = await openApp();
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.choose('SAS');
  await dialog.dialog
    .getByRole('textbox', { name: /^SAS URL/ })
    .fill(`${store.tableProxy.origin}/${emulatorAccountName}?${sas}`);
  await dialog.name.fill('Partner');
  await dialog.add();
  const { tree } = new Navigator(page);
  const row = tree.getByRole('treeitem', { name: /Cannot be listed.*Open by name/ });
  await row.focus();
  await page.keyboard.press('Enter');
  const nameDialog = page.getByRole('dialog', { name: 'Open a table in Partner' });
  await expect(nameDialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('no table');
  await page.keyboard.press('Enter');
  await expect(nameDialog).toContainText('only letters and digits');
  await nameDialog.getByRole('textbox', { name: 'Name' }).fill(table.tableName);
  await page.keyboard.press('Enter');
  await expect(new TableTab(page, table.tableName).cell('Ada')).toBeVisible();
});

test('a new connection, and a table that is gone to by name, come into view among many', async ({ openApp, store }) => {
  const tables = await Promise.all(Array.from({ length: 30 }, () => store.newTable()));
  const last = tables.map(({ tableName }) => tableName).sort()[29] ?? '';
  const { page } = await openApp();
  const { tree } = await addConnection(page, 'Quay', store.connectionString);
  await expect(tree.getByRole('treeitem', { name: last })).not.toBeInViewport();
  await goTo(page, last, last);
  await expect(tree.getByRole('treeitem', { name: last })).toBeInViewport();
  await addConnection(page, 'Second quay', store.connectionString);
  await expect(tree.getByRole('treeitem', { name: 'Second quay' })).toBeInViewport();
  await expect(tree.getByRole('treeitem', { name: last }).last()).not.toBeInViewport();
});
