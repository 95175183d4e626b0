// Two windows on one table: writes of one of them appear in the other, and a change staged there in the meantime
// becomes a conflict, never an overwrite.
import { expect, test } from '../fixtures/stores';
import { Navigator, addConnection } from '../pages/connections';
import { TableEditing } from '../pages/edit';

test('rows that one window writes are shown by the other, whose own change of them then conflicts', async ({
  openApp,
  store,
}) => {
  const table = await store.newTable();
  for (const rowKey of ['S1', 'S2']) await table.createEntity({ partitionKey: 'Harbour', rowKey, Berth: 4 });
  const { app, page: left } = await openApp();
  const navigator = await addConnection(left, 'Quay', store.connectionString);
  await navigator.open(table.tableName);
  const [right] = await Promise.all([app.waitForEvent('window'), left.keyboard.press('Control+Shift+N')]);
  await new Navigator(right).open(table.tableName);
  const [mine, theirs] = [left, right].map((page) => new TableEditing(page, table.tableName));
  if (mine === undefined || theirs === undefined) throw new Error('There are two.');
  const type = async (tab: TableEditing, rowKey: string, text: string): Promise<void> => {
    await tab.cellOf(rowKey, 2).dblclick();
    await tab.page.keyboard.press('Control+A');
    await tab.page.keyboard.type(text);
    await tab.page.keyboard.press('Enter');
  };
  await expect(mine.cellOf('S2', 2)).toHaveText('4');
  await type(mine, 'S1', '7');
  await type(theirs, 'S1', '8');
  await type(theirs, 'S2', '9');
  await theirs.apply();
  await expect(mine.cellOf('S2', 2), 'read again by itself').toHaveText('9');
  await expect(mine.cellOf('S1', 2), 'what is staged stays').toHaveText('7');
  await mine.changes.getByRole('button', { name: 'Review and apply' }).click();
  await mine.review.getByRole('button', { name: /^Apply/ }).click();
  await expect(mine.review.getByText('1 conflict', { exact: true })).toBeVisible();
  expect((await table.getEntity<{ Berth: number }>('Harbour', 'S1')).Berth).toBe(8);
  await right.close();
});
