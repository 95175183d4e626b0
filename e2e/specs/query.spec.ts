// A prefix query through the window: its cost and requests are on screen before it runs, three pages and an empty one
// are reported correctly, and the last row can be reached without a mouse.
import type { TableClient } from '@azure/data-tables';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { openTableOf } from '../pages/open-table';
import { recordText } from '../pages/recorded-text';
import { TableTab } from '../pages/table-tab';

const matching = 2400;
const filter = "PartitionKey eq 'Harbour' and RowKey ge 'P' and RowKey lt 'Q'";

/** 2,400 rows that match, others around them on every side. */
async function fill(table: TableClient): Promise<void> {
  const number = (index: number): string => index.toString().padStart(5, '0');
  const rows = [
    ...Array.from({ length: matching }, (_, index) => ['Harbour', `P${number(index)}`] as const),
    ...Array.from({ length: 100 }, (_, index) => ['Harbour', `O${number(index)}`] as const),
    ...Array.from({ length: 100 }, (_, index) => ['Harbour', `Q${number(index)}`] as const),
    ...Array.from({ length: 100 }, (_, index) => ['Lagoon', `P${number(index)}`] as const),
  ];
  const batches = Array.from({ length: rows.length / 100 }, (_, index) => rows.slice(index * 100, (index + 1) * 100));
  const workers = Array.from({ length: 4 }, async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      await table.submitTransaction(
        batch.map(([partitionKey, rowKey], index) => ['create', { partitionKey, rowKey, Berth: index }]),
      );
    }
  });
  await Promise.all(workers);
}

/** Every entity of the table, judged by the test itself. */
async function countByHand(table: TableClient): Promise<number> {
  let count = 0;
  for await (const { partitionKey, rowKey } of table.listEntities()) {
    if (partitionKey === 'Harbour' && rowKey?.startsWith('P')) count += 1;
  }
  return count;
}

test('a prefix query over three pages and an empty one', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table);
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.pages).toHaveCount(1);
  const queries = (): (string | null)[] =>
    store.tableProxy.requests
      .filter(({ method, path }) => method === 'GET' && path.endsWith(`/${table.tableName}()`))
      .map(({ query }) => query.get('$filter'));
  const before = queries().length;

  await test.step('the cost and the exact filter are shown before anything is sent', async () => {
    await tab.condition('PartitionKey', 'is', 'Harbour');
    await tab.condition('RowKey', 'starts with', 'P');
    await expect(tab.costClass).toHaveText('Row range');
    await expect(tab.filter).toHaveText(filter);
    expect(queries()).toHaveLength(before);
  });

  const empty = store.tableProxy.inject({
    fault: { kind: 'empty-page' },
    when: ({ query }) => query.get('$filter') === filter && query.has('NextPartitionKey'),
    skip: 1,
  });
  await tab.run.click();
  await expect(tab.footer).not.toContainText('complete');
  const recordedText = await recordText(tab.panel);

  await test.step('the first page says that more is to come', async () => {
    await expect(tab.footer).toContainText('1,000 rows so far');
    await expect(tab.footer).toContainText('more available');
  });

  await test.step('the last row is reached by keyboard', async () => {
    await tab.toTheEnd.press('Enter');
    await expect(tab.footer).toContainText(`${matching.toLocaleString('en')} rows`);
    await expect(tab.footer).toContainText('4 pages · 1 empty');
    await expect(tab.footer).toContainText('complete');
    await tab.grid.focus();
    await page.keyboard.press('Control+End');
    await expect(tab.cell('P02399')).toBeVisible();
    await expect(tab.inspector.getByRole('heading', { name: 'P02399' })).toBeVisible();
  });

  await test.step('nothing was called complete while a token was left', async () => {
    const endings = (await recordedText()).filter((text) => /complete|End of the result|No entities/.test(text));
    expect(endings.length).toBeGreaterThan(0);
    for (const text of endings) expect(text).toContain('4 pages · 1 empty');
  });

  await test.step('what is shown is what the server holds', async () => {
    expect(empty.hits()).toBe(1);
    expect(matching).toBe(await countByHand(table));
    await expect(tab.grid).toHaveAttribute('aria-rowcount', String(matching + 1));
    await expect(tab.pages).toHaveCount(4);
    expect(queries().slice(before)).toEqual([filter, filter, filter, filter]);
  });
});

test('pages without a row show that the scan continues, not that nothing was found', async ({ openApp, store }) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'Harbour', rowKey: 'P1', Berth: 1 });
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  const isQuery = ({ path }: { readonly path: string }): boolean => path.endsWith(`/${table.tableName}()`);
  store.tableProxy.inject({ fault: { kind: 'empty-page' }, when: isQuery, times: 2 });
  const held = store.tableProxy.inject({ fault: { kind: 'hang' }, when: isQuery });
  await navigator.open(table.tableName);

  const tab = new TableTab(page, table.tableName);
  await expect(tab.panel.getByRole('heading', { name: 'Scanning' })).toBeVisible();
  await expect(tab.panel).toContainText('2 empty pages so far');
  await expect(tab.panel.getByText('No matching entities')).toHaveCount(0);
  await expect.poll(held.hits).toBe(1);

  await tab.panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(tab.panel.getByRole('heading', { name: 'Stopped before the first match' })).toBeVisible();
  await tab.panel.getByRole('button', { name: 'Continue' }).click();
  await expect(tab.cell('P1')).toBeVisible();
  await expect(tab.footer).toContainText('1 row ');
  await expect(tab.footer).toContainText('3 pages · 2 empty');
});
