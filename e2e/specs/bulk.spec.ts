// Changes of a whole query result through the window: everything that matches, not what is loaded, and back again.
import { createHash } from 'node:crypto';
import type { TableClient } from '@azure/data-tables';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { BulkDialog } from '../pages/bulk-dialog';
import { addConnection } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

const many = 25_000;
const partitions = 25;
const lanes = 12;

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
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Count and hash of what the server holds: keys, types and texts of everything but the time stamps. */
async function mark(table: TableClient): Promise<string> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { etag: _, timestamp: __, ...entity } of table.listEntities({ disableTypeConversion: true })) {
    hash.update(JSON.stringify(Object.entries(entity).sort(([left], [right]) => (left < right ? -1 : 1))));
    count += 1;
  }
  return `${count} ${hash.digest('hex')}`;
}

async function statuses(table: TableClient): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for await (const { Status } of table.listEntities<{ Status?: string }>()) {
    counts[String(Status)] = (counts[String(Status)] ?? 0) + 1;
  }
  return counts;
}

test('25,000 rows deleted and brought back to the byte', async ({ launchApp, store }) => {
  const table = await store.newTable();
  await fill(table, many);
  const before = await mark(table);
  expect(before).toMatch(/^25000 /);
  const { page } = await launchApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.grid).toBeVisible();
  const bulk = new BulkDialog(page, `Bulk edit ${table.tableName}`);

  await test.step('the preview counts everything, not what is loaded', async () => {
    await bulk.open('Bulk edit…', tab.panel);
    expect(await violations(page, 'all')).toEqual([]);
    await bulk.choose('Delete rows');
    await bulk.preview();
    await expect(bulk.found).toContainText('25,000 rows found in 25 partitions');
    await expect(bulk.dialog).toContainText('250 transactions');
    await expect(bulk.dialog).toContainText('The undo file takes');
    expect(await violations(page, 'all')).toEqual([]);
    expect(await mark(table)).toBe(before);
  });

  await test.step('every row is gone', async () => {
    await bulk.press('Delete 25,000 rows');
    await expect(bulk.dialog).toContainText('25,000 rows', { timeout: 60_000 });
    await expect(bulk.dialog.getByRole('button', { name: `Undo ${table.tableName}` })).toBeVisible({ timeout: 60_000 });
    expect(await violations(page, 'all')).toEqual([]);
    expect(await mark(table)).toMatch(/^0 /);
  });

  await test.step('every row is back as it was', async () => {
    await bulk.dialog.getByRole('button', { name: `Undo ${table.tableName}` }).click();
    await bulk.dialog.getByText('Close', { exact: true }).click();
    await expect(page.getByText(`Undo done: Undo: ${table.tableName}`)).toBeVisible({ timeout: 60_000 });
    expect(await mark(table)).toBe(before);
    const note = tab.panel.getByRole('note').filter({ hasText: 'The undo of a bulk change changed this table' });
    await note.getByRole('button', { name: 'Read again' }).click();
    await expect(tab.footer).toContainText('1,000 rows');
    await expect(note).toBeHidden();
  });
});

test('one property of everything that matches, on a production connection', async ({ launchApp, store }) => {
  const table = await store.newTable();
  await fill(table, 2500);
  const { page } = await launchApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString, 'production');
  await navigator.choose('Quay', /Unlock/);
  await page.getByRole('textbox', { name: 'Type Quay to confirm' }).fill('Quay');
  await page.getByRole('button', { name: 'Unlock Quay' }).click();
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.grid).toBeVisible();
  await tab.panel.getByRole('button', { name: 'Write the filter as text' }).click();
  await tab.panel.getByRole('textbox', { name: 'Filter' }).fill("Status eq 'open'");
  await tab.run.click();
  await expect(tab.footer).toContainText('500 rows');
  const bulk = new BulkDialog(page, `Bulk edit ${table.tableName}`);

  await test.step('what is missing is said before anything is read', async () => {
    await bulk.open('Bulk edit…', tab.panel);
    await bulk.preview();
    await expect(bulk.dialog).toContainText('Name the property.');
  });

  await test.step('a production connection wants its name', async () => {
    await bulk.setProperty('Status', 'checked');
    await bulk.preview();
    await expect(bulk.found).toContainText('500 rows found');
    const act = bulk.dialog.getByRole('button', { name: 'Change 500 rows' });
    await expect(act).toBeDisabled();
    await bulk.dialog.getByRole('textbox', { name: 'Type Quay to confirm' }).fill('Quay');
    await act.click();
    await expect(bulk.dialog.getByRole('button', { name: /^Undo/ })).toBeVisible({ timeout: 30_000 });
    expect(await statuses(table)).toEqual({ checked: 500, done: 2000 });
  });
});
