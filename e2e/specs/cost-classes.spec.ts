// Every class of cost through the window: its name, the sentence why, the cheaper form that is offered, and what one
// press on it changes in the requests that the service then gets.
import { fillTable } from '../fixtures/fill-table';
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';

const partitions = ['Harbour', 'Lagoon', 'Quay'];
const rowsEach = 30;
const rowKey = (index: number): string => `P${String(index).padStart(2, '0')}`;

test('every class of cost is named, explained, and made cheaper with one press', async ({ openApp, store }) => {
  const table = await store.newTable();
  const rows = partitions.flatMap((partitionKey) =>
    Array.from({ length: rowsEach }, (_, index) => ({ partitionKey, rowKey: rowKey(index), Berth: index })),
  );
  await fillTable(table, rows);
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.footer).toContainText('complete');

  const sentFilters = (): (string | null)[] =>
    store.tableProxy.requests
      .filter(({ method, path }) => method === 'GET' && path.endsWith(`/${table.tableName}()`))
      .map(({ query }) => query.get('$filter'));
  /** Filters of the requests that Run sends now, and the rows that come. */
  const run = async (rowCount: number): Promise<(string | null)[]> => {
    const before = sentFilters().length;
    await tab.run.click();
    await expect(tab.panel.getByText('not run yet')).toHaveCount(0);
    await expect(tab.footer).toContainText(`${rowCount} ${rowCount === 1 ? 'row' : 'rows'} `);
    await expect(tab.footer).toContainText('complete');
    return sentFilters().slice(before).sort();
  };
  const operator = async (key: 'PartitionKey' | 'RowKey', text: string): Promise<void> => {
    await tab.panel.getByRole('button', { name: `${key} operator` }).click();
    await page.getByRole('option', { name: text, exact: true }).click();
  };
  const field = (name: string) => tab.panel.getByRole('textbox', { name, exact: true });
  const isExplained = async (costClass: string, phrase: string, why: string): Promise<void> => {
    await expect(tab.costClass).toHaveText(costClass);
    await expect(tab.panel.getByText(phrase, { exact: true })).toBeVisible();
    await tab.panel.getByRole('button', { name: 'Why' }).click();
    const reasons = page.getByRole('dialog', { name: 'Explain the cost' });
    await expect(reasons.getByText(why)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(reasons).toHaveCount(0);
  };

  await test.step('no condition: a table scan', async () => {
    await isExplained('Table scan', 'the whole table, page by page', 'No conditions: reads the whole table.');
    expect(await run(rows.length)).toEqual([null]);
  });

  await test.step('a point', async () => {
    await tab.condition('PartitionKey', 'is', 'Lagoon');
    await tab.condition('RowKey', 'is', 'P07');
    await isExplained('Point', 'a single row', 'PartitionKey and RowKey are exact: looks up one row.');
    await expect(tab.panel.getByRole('button', { name: 'Read in parallel' })).toHaveCount(0);
    expect(await run(1)).toEqual(["PartitionKey eq 'Lagoon' and RowKey eq 'P07'"]);
  });

  await test.step('a row range', async () => {
    await operator('RowKey', 'after');
    await field('RowKey after').fill('P19');
    await isExplained('Row range', 'one range in one partition', 'reads one range of one partition');
    expect(await run(10)).toEqual(["PartitionKey eq 'Lagoon' and RowKey gt 'P19'"]);
  });

  await test.step('a partition scan', async () => {
    await operator('RowKey', 'any');
    await isExplained('Partition scan', 'one whole partition', 'reads the whole partition');
    expect(await run(rowsEach)).toEqual(["PartitionKey eq 'Lagoon'"]);
  });

  await test.step('a partition range', async () => {
    await operator('PartitionKey', 'between');
    await field('PartitionKey from').fill('Harbour');
    await field('PartitionKey to').fill('Lagoon');
    await isExplained('Partition range', 'every partition in a range', 'reads every partition in it');
    expect(await run(2 * rowsEach)).toEqual(["PartitionKey ge 'Harbour' and PartitionKey le 'Lagoon'"]);
  });

  await test.step('a prefix of RowKey alone scans the table, until a PartitionKey is given', async () => {
    await operator('PartitionKey', 'any');
    await tab.condition('RowKey', 'starts with', 'P1');
    await isExplained(
      'Table scan',
      'the whole table, page by page',
      'RowKey narrows only within one exact PartitionKey',
    );
    expect(await run(3 * 10)).toEqual(["RowKey ge 'P1' and RowKey lt 'P2'"]);

    await tab.panel.getByRole('button', { name: 'Requires a PartitionKey' }).click();
    const value = field('PartitionKey value');
    await expect(value).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Quay');
    await expect(value).toHaveValue('Quay');
    await expect(tab.panel.getByRole('button', { name: 'Requires a PartitionKey' })).toHaveCount(0);
    await expect(tab.costClass).toHaveText('Row range');
    expect(await run(10)).toEqual(["PartitionKey eq 'Quay' and RowKey ge 'P1' and RowKey lt 'P2'"]);
  });

  await test.step('one of several partitions reads as many ranges instead of all between them', async () => {
    await operator('RowKey', 'any');
    await operator('PartitionKey', 'is one of');
    await tab.panel.getByRole('button', { name: 'Remove Quay' }).click();
    for (const name of ['Harbour', 'Quay']) {
      await field('PartitionKey: add a value').fill(name);
      await page.keyboard.press('Enter');
    }
    const whole = "PartitionKey eq 'Harbour' or PartitionKey eq 'Quay'";
    await expect(tab.filter).toHaveText(whole);
    await isExplained('Table scan', 'the whole table, page by page', '2 parallel ranges read less');
    expect(await run(2 * rowsEach)).toEqual([whole]);

    await tab.panel.getByRole('button', { name: 'Read as 2 ranges' }).click();
    await expect(tab.costClass).toHaveText('Partition scan');
    await expect(tab.panel.getByText('2 filters in parallel in 2 partitions, one whole partition each')).toBeVisible();
    expect(await run(2 * rowsEach)).toEqual(["PartitionKey eq 'Harbour'", "PartitionKey eq 'Quay'"]);
    await tab.grid.focus();
    await page.keyboard.press('Control+End');
    await expect(tab.inspector).toContainText('Quay');
  });

  await test.step('an or over both keys reads two rows instead of the table', async () => {
    await tab.panel.getByRole('button', { name: /^In 2 ranges$/ }).click();
    await tab.panel.getByRole('button', { name: 'Edit filter as text' }).click();
    const pairs = ["PartitionKey eq 'Harbour' and RowKey eq 'P03'", "PartitionKey eq 'Quay' and RowKey eq 'P28'"];
    await field('Filter').fill(pairs.map((pair) => `(${pair})`).join(' or '));
    await isExplained('Table scan', 'the whole table, page by page', '2 parallel ranges read less');
    await tab.panel.getByRole('button', { name: 'Read as 2 ranges' }).click();
    await expect(tab.costClass).toHaveText('Point');
    expect(await run(2)).toEqual(pairs);
  });
});
