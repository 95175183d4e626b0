// The requests behind a query through the window: each one shown with its time and end, saved as HAR without a secret,
// continued from a page's token, and an invalid token reported in text.
import type { TableClient } from '@azure/data-tables';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emulatorAccountKey } from '../../electron/testing/azurite';
import { violations } from '../fixtures/axe';
import { beginWith } from '../fixtures/begin-with';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { RequestsPanel, chooseSaveTarget } from '../pages/requests-panel';
import { TableTab } from '../pages/table-tab';

/** Three pages of ten rows, the last one of five. */
async function fill(table: TableClient): Promise<void> {
  const key = (index: number): string => `P${index.toString().padStart(3, '0')}`;
  await table.submitTransaction(
    Array.from({ length: 25 }, (_, index) => ['create', { partitionKey: 'Harbour', rowKey: key(index), Berth: index }]),
  );
}

test('three pages and an empty one are four requests, saved and continued', async ({ openApp, newFolder, store }) => {
  const table = await store.newTable();
  await fill(table);
  const { app, page } = await openApp();
  await beginWith(page, { pageSize: 10 });
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  store.tableProxy.inject({
    fault: { kind: 'empty-page' },
    when: ({ path, query }) => path.endsWith(`/${table.tableName}()`) && query.has('NextPartitionKey'),
    skip: 1,
  });
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.footer).toContainText('4 pages · 1 empty');

  const requests = new RequestsPanel(tab.panel);
  await requests.toggle.press('Enter');

  await test.step('every request has its row', async () => {
    await expect(requests.rows).toHaveCount(4);
    await expect(requests.panel).toContainText('4 requests · 25 rows');
    await expect(requests.rows.nth(0)).toContainText(/10.*no.*page size/);
    await expect(requests.rows.nth(2)).toContainText(/0 \(empty\).*yes.*boundary or 5 s/);
    await expect(requests.rows.nth(3)).toContainText(/5.*yes.*last/);
  });

  await test.step('the keyboard walks them, and each is told as it was sent', async () => {
    await requests.list.focus();
    await page.keyboard.press('Home');
    await expect(requests.detail(1)).toContainText(`/${table.tableName}()`);
    await expect(requests.detail(1)).not.toContainText('NextPartitionKey');
    await page.keyboard.press('End');
    await expect(requests.detail(4)).toContainText('NextPartitionKey');
  });

  await test.step('what they cost: nothing, since an emulator answered them', async () => {
    await tab.footer.getByRole('button', { name: 'What does this cost?' }).press('Enter');
    const cost = page.getByRole('dialog', { name: 'What does this cost?' });
    await expect(cost).toContainText('Not billed: 4 requests to the local store or to emulators.');
    expect(await violations(page, 'all')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(cost).toBeHidden();
  });

  await test.step('saved as HAR: four entries, no secret', async () => {
    const path = join(await newFolder('har'), 'quay.har');
    await chooseSaveTarget(app, path);
    await requests.save('Save as HAR 1.2');
    await expect(page.getByText('Saved 4 requests')).toBeVisible();
    const text = await readFile(path, 'utf8');
    const { log } = JSON.parse(text) as { log: { version: string; entries: { request: { url: string } }[] } };
    expect(log.version).toBe('1.2');
    expect(log.entries).toHaveLength(4);
    for (const { request } of log.entries) expect(new URL(request.url).searchParams.get('$top')).toBe('10');
    expect(text).not.toContain(emulatorAccountKey);
    expect(text).not.toMatch(/authorization|sharedkey|sig=/i);
  });

  await test.step('continued from the second page: its rows and those after it', async () => {
    await requests.list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await requests.detail(2).getByRole('button', { name: 'Continue from here' }).click();
    await expect(tab.footer).toContainText('15 rows');
    await expect(tab.footer).toContainText('from a continuation token to the end');
    await expect(tab.cell('P010')).toBeVisible();
    await expect(tab.cell('P009')).toHaveCount(0);
  });

  await test.step('what is no token of this query is said so', async () => {
    await requests.continueFrom('s1.eyJhIjoxfQ.0123456789abcdef');
    await expect(tab.panel.getByText(/continuation token/i).first()).toBeVisible();
    await tab.run.click();
    await expect(tab.footer).toContainText('25 rows');
    await expect(tab.footer).toContainText('complete');
  });
});

test('the query is copied for other tools', async ({ openApp, store }) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: "o'neil", rowKey: 'P1', Berth: 1 });
  const { app, page } = await openApp();
  const navigator = await addConnection(page, 'The quay', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await tab.condition('PartitionKey', 'is', "o'neil");

  const copied = async (name: string): Promise<string> => {
    await tab.panel.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    return app.evaluate(({ clipboard }) => clipboard.readText());
  };
  const url = new URL(await copied('OData URL'));
  expect(url.origin).toBe(store.tableProxy.origin);
  expect(url.searchParams.get('$filter')).toBe("PartitionKey eq 'o''neil'");
  expect(await copied('curl')).toContain('SharedKeyLite devstoreaccount1:SIGNATURE');
  expect(await copied('Stowage command')).toBe(
    String.raw`stowage query ${table.tableName} --pk 'o'"'"'neil' --connection 'The quay'`,
  );
  expect(await copied('TypeScript')).toContain(`filter: "PartitionKey eq 'o''neil'"`);
});
