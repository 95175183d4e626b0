// Tables copied, renamed and compared in the window; what the server then holds is looked at past the app.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TableClient } from '@azure/data-tables';
import { violations } from '../fixtures/axe';
import { fillTable } from '../fixtures/fill-table';
import { expect, test } from '../fixtures/stores';
import { CompareTab } from '../pages/compare-tab';
import { addConnection } from '../pages/connections';

interface Crate {
  readonly [name: string]: unknown;
  readonly partitionKey: string;
  readonly rowKey: string;
}

const crate = (index: number, more: object = {}): Crate => ({
  partitionKey: `pier-${index % 3}`,
  rowKey: `crate-${String(index).padStart(4, '0')}`,
  Deck: index % 9,
  Serial: { type: 'Int64', value: '9007199254740993' },
  ...more,
});
const byPartition = (rows: readonly Crate[]): Crate[] =>
  [...rows].sort((left, right) => left.partitionKey.localeCompare(right.partitionKey));

async function held(table: TableClient): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { partitionKey, rowKey, Deck, Serial, Note } of table.listEntities<Crate>()) {
    // As the library reads it, an Int64 is a bigint and nothing else is.
    lines.push(JSON.stringify([partitionKey, rowKey, Deck, `${typeof Serial} ${String(Serial)}`, Note]));
  }
  return lines;
}
const tableOf = (name: string, address: string): TableClient =>
  TableClient.fromConnectionString(address, name, { allowInsecureConnection: true });

test('a table copied into a new one, with every row and type', async ({ openApp, store }) => {
  const source = await store.newTable();
  await fillTable(source, byPartition(Array.from({ length: 450 }, (_, index) => crate(index))));
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Harbour', store.connectionString);
  await test.step('keys for its queries are designed with rows of the table, and nothing is changed', async () => {
    await navigator.choose(source.tableName, 'Design keys…');
    const design = page.getByRole('dialog', { name: `Design keys for ${source.tableName}` });
    await design.getByRole('textbox', { name: 'Add a query' }).fill('Deck eq 3');
    await page.keyboard.press('Enter');
    await expect(design.getByRole('row', { name: /^Deck eq 3/ })).toHaveText(/Table scanPartition scan$/);
    await expect(design).toContainText('450 rows: 9 partitions, the largest with 50 rows.');
    expect(await violations(page, 'all')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(design).toBeHidden();
  });
  await navigator.choose(source.tableName, 'Copy to…');
  const dialog = page.getByRole('dialog', { name: `Copy ${source.tableName}` });
  await dialog.getByRole('button', { name: 'Count first' }).click();
  await expect(dialog.getByRole('status')).toContainText('450 rows in 3 partitions: about 6 transactions');
  expect(await violations(page, 'all')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'New table name' }).fill('not a name');
  await dialog.getByRole('button', { name: 'Start copying' }).click();
  await expect(dialog).toContainText('The name');
  await dialog.getByRole('textbox', { name: 'New table name' }).fill(`${source.tableName}Copy`);
  await dialog.getByRole('button', { name: 'Start copying' }).click();
  await expect(dialog).toContainText('450 rows, same hash in both tables');
  expect(await violations(page, 'all')).toEqual([]);

  const copy = tableOf(`${source.tableName}Copy`, store.connectionString);
  expect(await held(copy)).toEqual(await held(source));
  expect(await held(copy)).toHaveLength(450);
  await expect(navigator.item(`${source.tableName}Copy`)).toBeAttached();
});

test('a table renamed: the old one is deleted when the user confirms it', async ({ openApp, store }) => {
  const source = await store.newTable();
  await fillTable(source, byPartition(Array.from({ length: 60 }, (_, index) => crate(index))));
  const before = await held(source);
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Harbour', store.connectionString);
  await navigator.choose(source.tableName, 'Rename table…');
  const dialog = page.getByRole('dialog', { name: `Rename ${source.tableName} on Harbour` });
  const renamed = `${source.tableName}New`;
  await dialog.getByRole('textbox', { name: 'New name' }).fill(renamed);
  await dialog.getByRole('button', { name: 'Copy to new name' }).click();
  await dialog.getByRole('button', { name: `Delete ${source.tableName}…` }).click();
  expect(await held(source)).toEqual(before);
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation.getByRole('button', { name: `Delete ${source.tableName}` })).toBeDisabled();
  await confirmation.getByRole('textbox').fill(source.tableName);
  await confirmation.getByRole('button', { name: `Delete ${source.tableName}` }).click();
  await expect(dialog.getByText('done', { exact: true })).toBeVisible();
  await expect(held(source)).rejects.toMatchObject({ statusCode: 404 });
  expect(await held(tableOf(renamed, store.connectionString))).toEqual(before);
});

test('two tables compared, the differences saved, and one made like the other', async ({
  openApp,
  store,
  newFolder,
}) => {
  const [left, right] = [await store.newTable(), await store.newTable()];
  const rows = Array.from({ length: 120 }, (_, index) => crate(index));
  await fillTable(left, byPartition(rows));
  await fillTable(
    right,
    byPartition([
      ...rows.slice(1).map((row, index) => (index === 4 ? { ...row, Deck: 'five', Note: 'moved' } : row)),
      crate(900, { Note: 'only here' }),
    ]),
  );
  const { app, page } = await openApp();
  const navigator = await addConnection(page, 'Harbour', store.connectionString);
  await navigator.choose(left.tableName, 'Compare with…');
  const dialog = page.getByRole('dialog', { name: `Compare ${left.tableName} with another table` });
  await dialog.getByRole('combobox', { name: 'Table' }).fill(right.tableName);
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();

  const compare = new CompareTab(page, left.tableName, right.tableName);
  await expect(compare.state).toContainText('118 equal');
  await expect(compare.state).toContainText('complete');
  await expect(compare.filters).toHaveText('All 3Changed 1Only in A 1Only in B 1');
  await compare.row('crate-0005').click();
  const changed = compare.detail.getByRole('row').filter({ hasText: 'Deck' });
  await expect(changed).toContainText('five');
  await expect(compare.detail).not.toContainText('Serial');
  expect(await violations(page, 'all')).toEqual([]);
  await compare.filters.getByRole('button', { name: 'Only in A' }).click();
  await expect(compare.list.getByRole('rowheader')).toHaveText(['crate-0000']);

  const path = join(await newFolder('saved'), 'differences.csv');
  await app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await compare.panel.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByText('Saved 3 differences')).toBeVisible();
  expect(await readFile(path, 'utf8')).toContain('changed,pier-2,crate-0005,Deck,Edm.Int32,5,Edm.String,five');

  await compare.apply.click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('1 row will be inserted and 1 replaced');
  await confirm.getByText(`Delete 1 row found only in ${right.tableName}`).click();
  await confirm.getByRole('button', { name: `Change 3 rows of ${right.tableName}` }).click();
  await expect(page.getByRole('dialog').getByText('done', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  expect(await held(right)).toEqual(await held(left));
  await compare.panel.getByRole('button', { name: 'Compare again' }).click();
  await expect(compare.panel.getByText('No differences', { exact: true })).toBeVisible();
});
