// Rows that reach a table by paste and by drop, at any position in the window.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropFiles } from '../fixtures/drop-files';
import { storedRows } from '../fixtures/stored-rows';
import { expect, test } from '../fixtures/stores';
import { Navigator } from '../pages/connections';
import { ImportTab } from '../pages/import-tab';
import { openTableOf } from '../pages/open-table';

test('cells of a spreadsheet are pasted into the grid, and a file is dropped on the table in the tree', async ({
  openApp,
  newFolder,
  store,
}) => {
  const table = await store.newTable();
  const { app, page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  const view = new ImportTab(page, table.tableName);

  await app.evaluate(
    ({ clipboard }, text) => clipboard.writeText(text),
    'PartitionKey\tRowKey\tTons\nA\t1\t2.5\nA\t2\t\n',
  );
  await tab.run.focus();
  await page.keyboard.press('Control+V');
  await expect(view.panel).toContainText('pasted rows');
  await view.choose('Empty cells', 'Empty text');
  await view.choose('Type of Tons', 'String');
  await expect(view.figure('Can be written')).toHaveText('2');
  await view.start.click();
  await expect(view.panel).toContainText('done');
  expect(await storedRows(table)).toEqual([
    { partitionKey: 'A', rowKey: '1', Tons: '2.5' },
    { partitionKey: 'A', rowKey: '2', Tons: '' },
  ]);

  const path = join(await newFolder('files'), 'more.jsonl');
  await writeFile(path, '{"PartitionKey":"A","RowKey":"2","Tons":9007199254740993,"Sealed":true}\n');
  await dropFiles(new Navigator(page).item(table.tableName), [path]);
  await expect(view.panel.getByRole('heading', { name: 'more.jsonl' })).toBeVisible();
  await view.choose('Existing rows', 'Merge');
  await view.start.click();
  const stored = (): Promise<unknown> => storedRows(table);
  await expect.poll(stored).toEqual([
    { partitionKey: 'A', rowKey: '1', Tons: '2.5' },
    { partitionKey: 'A', rowKey: '2', Tons: 'Int64 9007199254740993', Sealed: 'Boolean true' },
  ]);
});

test('a file that is dropped on the tab of a table is offered for import; one without rows is rejected with a reason', async ({
  openApp,
  newFolder,
  store,
}) => {
  const table = await store.newTable();
  const { page } = await openApp();
  await openTableOf(page, table, store.connectionString);
  const view = new ImportTab(page, table.tableName);
  const folder = await newFolder('files');
  const tab = page.getByRole('tab', { name: table.tableName, exact: true });
  const picture = join(folder, 'quay.png');
  await writeFile(picture, 'no rows');
  for (const [path, why] of [
    [picture, /quay\.png: this file type is not supported\. Drop a CSV/u],
    [folder, /: folders cannot be imported\. Drop a CSV/u],
  ] as const) {
    await dropFiles(tab, [path]);
    await expect(page.getByText(why)).toBeVisible();
  }
  await expect(view.panel).toHaveCount(0);

  const arrived: string[] = [];
  for (const [name, text] of [
    ['first.csv', 'PartitionKey,RowKey,Tons\nA,1,5\n'],
    ['second.json', '[{"PartitionKey":"A","RowKey":"2","Tons":6}]'],
  ] as const) {
    await writeFile(join(folder, name), text);
    // An unsupported file is dropped next to it.
    await dropFiles(tab, [folder, picture, join(folder, name)]);
    await expect(view.panel.getByRole('heading', { name })).toBeVisible();
    await view.start.click();
    arrived.push(name === 'first.csv' ? '1' : '2');
    await expect.poll(async () => (await storedRows(table)).map(({ rowKey }) => rowKey)).toEqual(arrived);
  }
});
