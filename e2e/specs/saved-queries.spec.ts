// Queries outlive the app: a saved one opens again, a table opens with its default, and a stopped scan continues after
// a restart until both parts together are the whole result.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableClient } from '@azure/data-tables';
import { beginWith } from '../fixtures/begin-with';
import { killAtOnce } from '../fixtures/processes';
import { expect, test } from '../fixtures/stores';
import { Navigator, addConnection } from '../pages/connections';
import { SavedQueries } from '../pages/saved-queries';
import { allRowKeys } from '../pages/all-row-keys';
import { TableTab } from '../pages/table-tab';

const rowsInAll = 400;
const rowKey = (index: number): string => `P${index.toString().padStart(5, '0')}`;

async function fill(table: TableClient): Promise<void> {
  for (let from = 0; from < rowsInAll; from += 100) {
    await table.submitTransaction(
      Array.from({ length: 100 }, (_, offset) => [
        'create',
        { partitionKey: 'Harbour', rowKey: rowKey(from + offset), Berth: (from + offset) % 7 },
      ]),
    );
  }
}

/** Whether the browser's own storage on disk holds the text. */
async function isRemembered(stateDir: string, text: string): Promise<boolean> {
  const folder = join(stateDir, 'window-data', 'Local Storage', 'leveldb');
  const files = (await readdir(folder)).filter((name) => /\.(?:log|ldb)$/.test(name));
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
  return contents.some((content) => content.includes(text));
}

async function isSavedAs(queries: SavedQueries, text: RegExp): Promise<void> {
  await queries.open();
  await queries.showHistory();
  await expect(queries.runs.first()).toContainText(text);
}

test('a saved query and the one in the bar are there after the app was killed, and a saved one opens its table', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const table = await store.newTable();
  await fill(table);
  const stateDir = await newFolder('state');

  await test.step('a query is built, run and saved', async () => {
    const running = await launchApp({ stateDir });
    const navigator = await addConnection(running.page, 'Quay', store.connectionString);
    await navigator.open(table.tableName);
    const tab = new TableTab(running.page, table.tableName);
    await tab.condition('PartitionKey', 'is', 'Harbour');
    await tab.condition('RowKey', 'starts with', 'P0001');
    await tab.run.click();
    await expect(tab.footer).toContainText('10 rows');
    const queries = new SavedQueries(running.page, tab.panel);
    await queries.open();
    await queries.saveAs('First berths', 'The ten after the first ten');
    await expect(queries.saved.filter({ hasText: 'First berths' })).toContainText("RowKey ge 'P0001'");
    await running.page.keyboard.press('Escape');
    await tab.cell(rowKey(15)).click();
    for (let rows = 0; rows < 2; rows += 1) await running.page.keyboard.press('Shift+ArrowDown');
    await expect(tab.grid.locator('[aria-selected="true"]')).toHaveCount(3);
    await tab.panel.getByRole('textbox', { name: 'RowKey prefix' }).fill('P000');
    // What the window remembers reaches the disk within moments; from then on no crash takes it.
    await expect.poll(() => isRemembered(stateDir, '"text":"P000"')).toBe(true);
    await killAtOnce(running);
  });
  const requestCount = store.tableProxy.requests.filter(({ path }) => path.endsWith(`/${table.tableName}()`)).length;

  const running = await launchApp({ stateDir });
  const { page } = running;
  const tab = new TableTab(page, table.tableName);
  await test.step('what was typed and not sent is in the bar again; it runs when asked to, to the rows of before, as far scrolled', async () => {
    await expect(tab.panel.getByRole('heading', { name: 'Not run yet' })).toBeVisible();
    await expect(tab.panel.getByRole('textbox', { name: 'RowKey prefix' })).toHaveValue('P000');
    expect(store.tableProxy.requests.filter(({ path }) => path.endsWith(`/${table.tableName}()`))).toHaveLength(
      requestCount,
    );
    await tab.panel.getByRole('button', { name: 'Run query' }).click();
    await expect(tab.footer).toContainText('100 rows');
    await expect(tab.inspector).toContainText(rowKey(17));
    await expect(tab.grid.locator('[aria-selected="true"]')).toHaveText([rowKey(15), rowKey(16), rowKey(17)]);
    await expect.poll(() => tab.grid.evaluate(({ parentElement }) => parentElement?.scrollTop)).toBe(10 * 28);
  });

  await test.step('found by name with the keyboard, put into the bar, not run', async () => {
    const queries = new SavedQueries(page, tab.panel);
    await queries.button.press('Enter');
    await page.keyboard.type('first');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(queries.panel).toBeHidden();
    await expect(tab.filter).toHaveText("PartitionKey eq 'Harbour' and RowKey ge 'P0001' and RowKey lt 'P0002'");
    await expect(tab.panel.getByText('not run yet')).toBeVisible();
    await expect(tab.footer).toContainText('100 rows');
    await tab.run.click();
    await expect(tab.footer).toContainText('10 rows');
  });

  await test.step('edited, it is marked as changed and saved in place', async () => {
    await tab.panel.getByRole('textbox', { name: 'RowKey prefix' }).fill('P0002');
    const queries = new SavedQueries(page, tab.panel, 'First berths (changed)');
    await queries.open();
    await queries.panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(queries.saved.filter({ hasText: 'First berths' })).toContainText("RowKey ge 'P0002'");
    await queries.choose('First berths', `Open ${table.tableName} with this query`);
    await expect(queries.saved.filter({ hasText: 'default for this table' })).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('the table opens with it, says so, and shows all rows when asked', async () => {
    await page.reload();
    await expect(tab.footer).toContainText('10 rows');
    const note = tab.panel.getByRole('note');
    await expect(note).toContainText(/opens with “First berths”.*hidden/);
    await note.getByRole('button', { name: 'Show all rows' }).click();
    await expect(tab.footer).toContainText('400 rows');
    await expect(note).toHaveCount(0);
  });
});

test('a scan stopped before a restart continues from its token', async ({ launchApp, newFolder, store }) => {
  const table = await store.newTable();
  await fill(table);
  const stateDir = await newFolder('state');
  await writeFile(join(stateDir, 'settings.json'), JSON.stringify({ pageSize: 40 }));
  const isQuery = ({ path }: { readonly path: string }): boolean => path.endsWith(`/${table.tableName}()`);

  const before = await test.step('a scan to the end is paused, then stopped', async () => {
    store.tableProxy.inject({ fault: { kind: 'hang' }, when: isQuery, skip: 6, times: Infinity });
    const running = await launchApp({ stateDir });
    const navigator = await addConnection(running.page, 'Quay', store.connectionString);
    await navigator.open(table.tableName);
    const tab = new TableTab(running.page, table.tableName);
    await expect(tab.footer).toContainText('rows so far');
    await tab.toTheEnd.click();
    await expect(tab.footer).toContainText('240 rows so far');
    await tab.footer.getByRole('button', { name: 'Pause' }).click();
    await expect(tab.footer.getByRole('button', { name: 'Resume' })).toBeVisible();
    await tab.footer.getByRole('button', { name: 'Stop' }).click();
    await expect(tab.footer).not.toContainText('complete');
    await isSavedAs(new SavedQueries(running.page, tab.panel), /240 rows · 6 requests.*stopped at 240 rows/);
    await running.page.keyboard.press('Escape');
    const keys = await allRowKeys(running, tab);
    await running.close();
    store.tableProxy.clearFaults();
    return keys;
  });
  expect(before).toHaveLength(240);

  const requestCount = store.tableProxy.requests.filter(isQuery).length;
  const running = await launchApp({ stateDir });
  const { page } = running;
  const tab = new TableTab(page, table.tableName);
  await new Navigator(page).tree.waitFor();

  await test.step('the tab offers to go on and reads nothing by itself', async () => {
    await expect(tab.panel.getByRole('heading', { name: 'Stopped at 240 rows' })).toBeVisible();
    expect(store.tableProxy.requests.filter(isQuery)).toHaveLength(requestCount);
    await tab.panel.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(tab.panel.getByRole('note')).toContainText('after 240 rows of an earlier run');
  });

  await test.step('both parts together are the whole result, told as the end and not as complete', async () => {
    await expect(tab.footer).toContainText('from a continuation token to the end');
    await expect(tab.footer).not.toContainText('complete');
    const after = await allRowKeys(running, tab);
    expect(after).toHaveLength(160);
    expect([...before, ...after]).toEqual(Array.from({ length: rowsInAll }, (_, index) => rowKey(index)));
    await isSavedAs(new SavedQueries(page, tab.panel), /400 rows · 10 requests.*complete/);
    await page.keyboard.press('Escape');
  });

  await test.step('started again, it is the whole result at once', async () => {
    await tab.panel.getByRole('note').getByRole('button', { name: 'Start over' }).click();
    await expect(tab.footer).toContainText(/400 rows · .* · complete/);
    await expect(tab.panel.getByText('not run yet')).toHaveCount(0);
    await expect(tab.panel.getByRole('note')).toHaveCount(0);
  });
});

/** As the service rejects a token that it cannot read. */
const rejection = {
  'content-type': 'application/json',
  'x-ms-error-code': 'InvalidInput',
  'x-ms-request-id': '00000000-0000-0000-0000-000000000000',
  'x-ms-version': '2019-02-02',
};

test('a token that the service no longer takes is said, with a way back', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table);
  const isQuery = ({ path }: { readonly path: string }): boolean => path.endsWith(`/${table.tableName}()`);
  const { page } = await openApp();
  await beginWith(page, { pageSize: 40 });
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  store.tableProxy.inject({ fault: { kind: 'hang' }, when: isQuery, skip: 6, times: Infinity });
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await tab.toTheEnd.click();
  await expect(tab.footer).toContainText('240 rows so far');
  await tab.footer.getByRole('button', { name: 'Stop' }).click();
  await isSavedAs(new SavedQueries(page, tab.panel), /stopped at 240 rows/);
  store.tableProxy.clearFaults();

  store.tableProxy.inject({
    fault: { kind: 'answer', status: 400, headers: rejection },
    when: (request) => isQuery(request) && request.query.has('NextPartitionKey'),
  });
  await page.reload();
  await expect(tab.panel.getByRole('heading', { name: 'Stopped at 240 rows' })).toBeVisible();
  await tab.panel.getByRole('button', { name: 'Continue' }).click();
  await expect(tab.panel.getByRole('alert')).toContainText('The continuation token cannot be used');
  await tab.panel.getByRole('note').getByRole('button', { name: 'Start over' }).click();
  await expect(tab.cell(rowKey(0))).toBeVisible();
});
