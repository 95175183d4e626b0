// Changes of a whole query result through the window: everything that matches, not only the loaded rows, and undo.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { TableClient } from '@azure/data-tables';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { BulkDialog, answerOpenDialog } from '../pages/bulk-dialog';
import { addConnection } from '../pages/connections';
import { openTableOf } from '../pages/open-table';
import { answerSaveDialog } from '../pages/export-dialog';
import { TableTab } from '../pages/table-tab';

const many = 2_500;
const partitions = 25;
const concurrency = 12;

async function fill(table: TableClient, count: number): Promise<void> {
  const batches = Array.from({ length: count / 100 }, (_, batch) =>
    Array.from({ length: 100 }, (__, index) => batch * 100 + index),
  );
  const lane = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const partitionKey = `Harbour ${String(Math.floor((batch[0] ?? 0) / (count / partitions))).padStart(2, '0')}`;
      await table.submitTransaction(
        batch.map((index) => [
          'create',
          {
            partitionKey,
            rowKey: String(index).padStart(6, '0'),
            Status: index % 5 === 0 ? 'open' : 'done',
            Weight: { type: 'Int64', value: String(9_007_199_254_740_993n + BigInt(index)) },
            Arrived: { type: 'DateTime', value: `2026-01-01T08:30:15.${String(index).padStart(7, '0')}Z` },
          },
        ]),
      );
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

/** Count and hash of what the server holds: keys, types and texts of everything but the time stamps. */
async function mark(table: TableClient, without = ''): Promise<string> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { etag: _, timestamp: __, ...entity } of table.listEntities({ disableTypeConversion: true })) {
    if (entity.rowKey === without) continue;
    hash.update(JSON.stringify(Object.entries(entity).sort(([left], [right]) => (left < right ? -1 : 1))));
    count += 1;
  }
  return `${count} ${hash.digest('hex')}`;
}

async function valuesOf(table: TableClient, name: string): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const entity of table.listEntities()) if (entity[name] !== undefined) values.push(entity[name]);
  return values;
}

async function statuses(table: TableClient): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for await (const { Status } of table.listEntities<{ Status?: string }>()) {
    counts[String(Status)] = (counts[String(Status)] ?? 0) + 1;
  }
  return counts;
}

test('2,500 rows deleted and brought back to the byte', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table, many);
  const before = await mark(table);
  expect(before).toMatch(/^2500 /);
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.grid).toBeVisible();
  const bulk = new BulkDialog(page, `Bulk edit ${table.tableName}`);

  await test.step('the preview counts everything, not what is loaded', async () => {
    await bulk.open('Bulk edit…', tab.panel);
    expect(await violations(page, 'all')).toEqual([]);
    await bulk.choose('Delete rows');
    await bulk.preview();
    await expect(bulk.found).toContainText('2,500 rows found in 25 partitions');
    await expect(bulk.dialog).toContainText('25 transactions');
    await expect(bulk.dialog).toContainText('The undo file takes');
    expect(await violations(page, 'all')).toEqual([]);
    expect(await mark(table)).toBe(before);
  });

  await test.step('every row is gone', async () => {
    await bulk.confirm(table.tableName);
    await bulk.press('Delete 2,500 rows');
    await expect(bulk.dialog.getByRole('button', { name: `Undo ${table.tableName}` })).toBeVisible({ timeout: 60_000 });
    expect(await violations(page, 'all')).toEqual([]);
    expect(await mark(table)).toMatch(/^0 /);
  });

  await test.step('every row is back as it was', async () => {
    await bulk.dialog.getByRole('button', { name: `Undo ${table.tableName}` }).click();
    await bulk.dialog.getByText('Close', { exact: true }).click();
    await expect(page.getByText(`Undo done: Undo: ${table.tableName}`)).toBeVisible({ timeout: 60_000 });
    expect(await mark(table)).toBe(before);
    const note = tab.panel.getByRole('note').filter({ hasText: 'Undoing a bulk change changed this table' });
    // A table that was shown as empty is read again automatically; one that was read while it changed shows that there
    // is more.
    await tab.run.click();
    await expect(tab.footer).toContainText('1,000 rows');
    await expect(note).toBeHidden();
  });
});

test('a button that moves away under the pointer, pressed before, was pressed', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table, 100);
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  const bulk = new BulkDialog(page, `Bulk edit ${table.tableName}`);
  await bulk.open('Bulk edit…', tab.panel);
  await bulk.choose('Delete rows');
  await bulk.preview();
  await bulk.confirm(table.tableName);
  await bulk.press('Delete 100 rows');
  await expect(bulk.undo).toBeVisible();
  const close = bulk.dialog.getByText('Close', { exact: true });
  await close.hover();
  const before = await close.boundingBox();
  await page.mouse.down();
  // The job that it starts is shown over the button from then on.
  await bulk.undo.press('Enter');
  await expect(bulk.dialog.getByText(`Undo: ${table.tableName}`, { exact: true })).toBeVisible();
  await expect.poll(async () => (await close.boundingBox())?.y).toBeGreaterThan((before?.y ?? 0) + 40);
  await page.mouse.up();
  await expect(bulk.dialog).toBeHidden();
});

test('one property of everything that matches, on a production connection', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table, 1000);
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString, 'production');
  await navigator.choose('Quay', /Unlock/);
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.grid).toBeVisible();
  await tab.panel.getByRole('button', { name: 'Edit filter as text' }).click();
  await tab.panel.getByRole('textbox', { name: 'Filter' }).fill("Status eq 'open'");
  await tab.run.click();
  await expect(tab.footer).toContainText('200 rows');
  const bulk = new BulkDialog(page, `Bulk edit ${table.tableName}`);

  await test.step('what is missing is said before anything is read', async () => {
    await bulk.open('Bulk edit…', tab.panel);
    await bulk.preview();
    await expect(bulk.dialog).toContainText('Enter the property name.');
  });

  await test.step('a production connection wants its name', async () => {
    await bulk.setProperty('Status', 'checked');
    await bulk.preview();
    await expect(bulk.found).toContainText('200 rows found');
    const act = bulk.dialog.getByRole('button', { name: 'Edit 200 rows' });
    await expect(act).toBeDisabled();
    await bulk.confirm('Quay');
    await act.click();
    await expect(bulk.dialog.getByRole('button', { name: /^Undo/ })).toBeVisible({ timeout: 30_000 });
    expect(await statuses(table)).toEqual({ checked: 200, done: 800 });
  });
});

test('selected rows get and lose a property; the table is cleared and restored from a saved undo file', async ({
  openApp,
  store,
  newFolder,
}) => {
  const table = await store.newTable();
  await fill(table, 500);
  const before = await mark(table);
  const others = await mark(table, '000007');
  const { app, page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  const bulk = new BulkDialog(page, `Bulk edit ${table.tableName}`);
  const selectThree = async (): Promise<void> => {
    await tab.cell('000001').click();
    await tab.cell('000003').click({ modifiers: ['Shift'] });
  };

  await test.step('a property is set on the selected rows alone', async () => {
    await selectThree();
    await bulk.open('Bulk edit…', tab.panel);
    await expect(bulk.dialog.getByRole('radio', { name: 'Selected rows (3)' })).toBeChecked();
    await bulk.setProperty('Checked', 'by hand');
    await bulk.preview();
    await expect(bulk.found).toContainText('3 rows found in 1 partition');
    await bulk.press('Edit 3 rows');
    await expect(bulk.undo).toBeVisible();
    await bulk.close();
    expect(await valuesOf(table, 'Checked')).toEqual(['by hand', 'by hand', 'by hand']);
  });

  await test.step('and cleared again', async () => {
    await selectThree();
    await bulk.open('Bulk edit…', tab.panel);
    await bulk.clearProperty('Checked');
    await bulk.preview();
    await bulk.press('Edit 3 rows');
    await expect(bulk.undo).toBeVisible();
    await bulk.close();
    expect(await valuesOf(table, 'Checked')).toEqual([]);
    expect(await mark(table)).toBe(before);
  });

  const path = join(await newFolder('kept'), 'orders.undo.jsonl');
  await test.step('clearing the table wants its name, and what undoes it is saved', async () => {
    const clear = new BulkDialog(page, `Clear ${table.tableName}`);
    await clear.open('Clear table…', tab.panel);
    await clear.preview();
    await expect(clear.found).toContainText('500 rows found in 5 partitions');
    await expect(clear.dialog.getByRole('button', { name: 'Delete 500 rows' })).toBeDisabled();
    await clear.confirm(table.tableName);
    await clear.press('Delete 500 rows');
    await expect(clear.undo).toBeVisible({ timeout: 30_000 });
    expect(await mark(table)).toMatch(/^0 /);
    await answerSaveDialog(app, path);
    await clear.press(`Save undo file… ${table.tableName}`);
    await expect(page.getByText('Saved 500 rows, the undo file of this change')).toBeVisible();
    // Nothing but the file knows the rows from here on.
    await clear.press(`Remove ${table.tableName} from the list`);
    await clear.close();
  });

  await test.step('the file brings every row back as it was, but for one that is there again', async () => {
    await table.createEntity({ partitionKey: 'Harbour 00', rowKey: '000007', Status: 'new' });
    await answerOpenDialog(app, path);
    const restore = new BulkDialog(page, `Restore rows of ${table.tableName}`);
    await restore.open('Restore from an undo file…', tab.panel);
    await expect(restore.found).toContainText('499 rows can be restored: 499 inserted');
    await expect(restore.dialog.getByRole('list', { name: 'Rows that cannot be restored' })).toContainText(
      'Harbour 00 / 000007',
    );
    expect(await violations(page, 'all')).toEqual([]);
    await restore.press('Restore 500 rows');
    await expect(restore.dialog).toContainText('done, 1 row rejected', { timeout: 30_000 });
    await restore.close();
    expect(await statuses(table)).toEqual({ done: 400 - 1, open: 100, new: 1 });
    expect(await mark(table, '000007')).toBe(others);
  });
});

test('a type follows the named property, and a changed type is reported before anything is sent', async ({
  openApp,
  store,
}) => {
  const table = await store.newTable();
  await fill(table, 100);
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.footer).toContainText('complete');
  const bulk = new BulkDialog(page, `Bulk edit ${table.tableName}`);
  await bulk.open('Bulk edit…', tab.panel);
  const type = bulk.dialog.getByRole('button', { name: /Type of change 1/ });
  await bulk.dialog.getByRole('textbox', { name: 'Value of change 1' }).fill('5');
  await bulk.setProperty('Status', '5');
  await expect(type).toContainText('String');
  await bulk.setProperty('Weight', '5');
  await expect(type).toContainText('Int64');
  await bulk.preview();
  await expect(bulk.found).toContainText('100 rows');
  await expect(bulk.dialog.getByRole('list', { name: 'Type changes' })).toHaveCount(0);
  await bulk.press('Back');

  await type.click();
  await page.getByRole('option', { name: 'String', exact: true }).click();
  await bulk.preview();
  const changes = bulk.dialog.getByRole('list', { name: 'Type changes' });
  await expect(changes.getByRole('listitem')).toHaveText([
    'The type of Weight changes in 100 rows: Int64 becomes String.',
  ]);
  await expect(bulk.dialog.getByRole('group', { name: 'Sample rows' }).getByRole('row').nth(1)).toContainText(
    /Weight.*Int64.*9007199254740993.*Weight.*String.*5/,
  );
  expect(await violations(page, 'all')).toEqual([]);
});
