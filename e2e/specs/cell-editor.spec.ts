// The editor in a cell: its position when the window changes, and how one editor replaces another.
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { TableEditing } from '../pages/edit';

test('a cell that is edited stays visible, with its error message, when the window gets lower', async ({
  openApp,
  store,
}) => {
  const table = await store.newTable();
  const rowKeys = Array.from({ length: 20 }, (_, index) => `S${index + 10}`);
  for (const rowKey of rowKeys) await table.createEntity({ partitionKey: 'Harbour', rowKey, Berth: 4 });
  const { app, page, resize } = await openApp();
  const zoom = (factor: number): Promise<void> =>
    app.evaluate(({ BrowserWindow }, by) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(by), factor);
  await resize(1280, 900);
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableEditing(page, table.tableName);

  await tab.cellOf('S26', 2).click();
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  const sentence = tab.grid.getByRole('alert');
  await expect(sentence).toBeInViewport({ ratio: 1 });
  await resize(900, 560);
  await zoom(1.5);
  await expect(tab.grid.getByRole('textbox', { name: 'Berth, Int32' })).toBeInViewport({ ratio: 1 });
  await expect(sentence).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await zoom(1);
});

test('a double click in another cell of the row ends one edit and begins the next', async ({ openApp, store }) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'Harbour', rowKey: 'S1', Berth: 4, Draught: 7 });
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableEditing(page, table.tableName);
  await tab.cellOf('S1', 3).dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5');
  await tab.cellOf('S1', 2).dblclick();
  await expect(tab.grid.getByRole('textbox', { name: 'Berth, Int32' })).toBeFocused();
  await expect(tab.cellOf('S1', 3)).toHaveText('5');
  await page.keyboard.press('Escape');
  await tab.changes.getByRole('button', { name: 'Discard all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard all' }).click();
});

test('the menu of a column returns the focus to the grid, or to the rejected text that prevented sorting', async ({
  openApp,
  store,
}) => {
  const table = await store.newTable();
  for (const rowKey of ['S1', 'S2']) await table.createEntity({ partitionKey: 'Harbour', rowKey, Berth: 4 });
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableEditing(page, table.tableName);
  const header = tab.grid.getByRole('columnheader', { name: /^Berth/ });
  const openMenu = {
    button: async () => {
      await header.hover();
      await header.getByRole('button', { name: 'Column Berth' }).click();
    },
    right: () => header.click({ button: 'right' }),
  };
  const sort = (): Promise<void> => page.getByRole('menuitem', { name: /^Sort by Berth, descending/ }).click();
  await tab.cellOf('S1', 2).dblclick();
  const editor = tab.grid.getByRole('textbox', { name: 'Berth, Int32' });
  await page.keyboard.type('many');
  for (const open of [openMenu.button, openMenu.right]) {
    await open();
    await sort();
    await expect(editor).toBeFocused();
    await expect(editor).toHaveValue('many');
    await expect(header).not.toHaveAttribute('aria-sort', 'descending');
  }
  await page.keyboard.press('Escape');
  await expect(tab.grid).toBeFocused();
  for (const open of [openMenu.button, openMenu.right]) {
    await open();
    await page.keyboard.press('Escape');
    await expect(tab.grid).toBeFocused();
  }
  await openMenu.button();
  await sort();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(tab.grid).toBeFocused();
});
