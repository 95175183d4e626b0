// The question of an engineer on call: which orders of this tenant failed between 10:00 and 10:05. Builder only, keyboard
// only, over a table that would take long to scan.
import type { TableClient, TableEntity } from '@azure/data-tables';
import type { ProxiedRequest } from '../../electron/testing/fault-proxy';
import { fillTable } from '../fixtures/fill-table';
import type { Page } from '../fixtures/app';
import { expect, test } from '../fixtures/stores';
import { choose, goTo, tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

const tenants = ['adatum', 'contoso', 'fabrikam', 'litware'];
const ordersATenant = 1_500;
const firstHour = 8;
const secondsBetween = 14;
const failedEvery = 5;

interface Order {
  readonly at: string;
  readonly rowKey: string;
  readonly status: string;
}

/** As the service writes values, before anybody converts them. */
type Held = Readonly<Record<'Total' | 'LedgerId', { readonly value: string }>>;

/** The orders of any tenant, in key order. */
const orders: readonly Order[] = Array.from({ length: ordersATenant }, (_, index) => {
  const at = new Date(Date.UTC(2026, 9, 14, firstHour) + index * secondsBetween * 1000).toISOString().slice(0, 19);
  return {
    at,
    rowKey: `${at};${String(index).padStart(6, '0')}`,
    status: index % failedEvery === 0 ? 'failed' : 'shipped',
  };
});
const failedThen = orders.filter(
  ({ at, status }) => status === 'failed' && at >= '2026-10-14T10:00' && at < '2026-10-14T10:05',
);

function rows(): readonly TableEntity[] {
  return tenants.flatMap((partitionKey, tenant) =>
    orders.map(({ at, rowKey, status }, index) => ({
      partitionKey,
      rowKey,
      Status: status,
      PlacedAt: { type: 'DateTime', value: `${at}.1234567Z` },
      Total: index + 0.5,
      LedgerId: { type: 'Int64', value: String(9_007_199_254_740_993n + BigInt(tenant * ordersATenant + index)) },
    })),
  );
}

function queriesOf(table: TableClient, requests: readonly ProxiedRequest[]): readonly ProxiedRequest[] {
  return requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/${table.tableName}()`));
}

async function pickFromMenu(page: Page, entry: string): Promise<void> {
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: entry }).first();
  await expect(item).toBeVisible();
  await page.keyboard.type(entry);
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item).toBeHidden();
}

test('which orders of this tenant failed between 10:00 and 10:05, without a mouse', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fillTable(table, rows());
  const { app, page } = await openApp();
  await addConnection(page, 'Shop', store.connectionString);
  const tab = new TableTab(page, table.tableName);
  const filter =
    "PartitionKey eq 'contoso' and RowKey ge '2026-10-14T10:00' and RowKey lt '2026-10-14T10:05' and Status eq 'failed'";

  await test.step('to the table by name', async () => {
    await goTo(page, table.tableName, table.tableName);
    await expect(tab.footer).toContainText('1,000 rows so far');
    await expect(tab.costClass).toHaveText('Table scan');
  });
  await test.step('what is copied of a part is said to be one, and selecting it leads nowhere else', async () => {
    const second = tab.inspector.getByRole('heading', { name: orders[1]?.rowKey ?? '' });
    await tabTo(page, 'Tab', new RegExp(`Entities of ${table.tableName}`));
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await expect(second).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(tab.inspector).toContainText('1,000 rows selected');
    await expect(second).toBeVisible();
    await page.keyboard.press('Control+c');
    await expect(page.getByText('All loaded rows; the result has more.')).toBeVisible();
  });
  const before = queriesOf(table, store.tableProxy.requests).length;

  await test.step('tenant, time and state are conditions; what they cost is shown before anything is sent', async () => {
    await tabTo(page, 'Shift+Tab', /PartitionKey operator/);
    await choose(page, 'is');
    await expect(tab.panel.getByRole('textbox', { name: 'PartitionKey value' })).toBeFocused();
    await page.keyboard.type('contoso');
    await expect(tab.costClass).toHaveText('Partition scan');
    await tabTo(page, 'Tab', /RowKey operator/);
    await choose(page, 'between');
    await expect(tab.panel.getByRole('textbox', { name: 'RowKey from' })).toBeFocused();
    await page.keyboard.type('2026-10-14T10:00');
    await page.keyboard.press('Tab');
    await expect(tab.panel.getByRole('textbox', { name: 'RowKey to' })).toBeFocused();
    await page.keyboard.type('2026-10-14T10:05');
    await tabTo(page, 'Shift+Tab', /RowKey upper bound: inclusive/);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Tab', /^ *Condition$/);
    await pickFromMenu(page, 'Status');
    await expect(tab.panel.getByRole('textbox', { name: 'Value for Status' })).toBeFocused();
    await page.keyboard.type('failed');
    await expect(tab.costClass).toHaveText('Row range');
    await expect(tab.filter).toHaveText(filter);
    expect(queriesOf(table, store.tableProxy.requests)).toHaveLength(before);
  });

  await test.step('one request answers, with exactly these rows', async () => {
    await page.keyboard.press('Enter');
    await expect(tab.footer).toContainText(`${failedThen.length} rows · `);
    await expect(tab.footer).toContainText('complete');
    const sent = queriesOf(table, store.tableProxy.requests).slice(before);
    expect(sent.map(({ query }) => query.get('$filter'))).toEqual([filter]);
    await expect(tab.grid).toHaveAttribute('aria-rowcount', String(failedThen.length + 1));
    for (const { rowKey } of failedThen) await expect(tab.cell(rowKey)).toBeVisible();
  });

  await test.step('the last of them as JSON on the clipboard, as the service holds it', async () => {
    await tabTo(page, 'Tab', new RegExp(`Entities of ${table.tableName}`));
    await page.keyboard.press('Control+End');
    const last = failedThen.at(-1)?.rowKey ?? '';
    await expect(tab.inspector.getByRole('heading', { name: last })).toBeVisible();
    await tabTo(page, 'Tab', /^ *Typed *$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await tabTo(page, 'Tab', 'Copy JSON');
    await page.keyboard.press('Enter');
    const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toContain(last);
    const held = await table.getEntity<Held>('contoso', last, { disableTypeConversion: true });
    expect(JSON.parse(await copied())).toEqual({
      'odata.etag': held.etag,
      PartitionKey: 'contoso',
      RowKey: last,
      Timestamp: held.timestamp,
      Status: 'failed',
      'PlacedAt@odata.type': 'Edm.DateTime',
      PlacedAt: `${last.slice(0, 19)}.1234567Z`,
      Total: Number(held.Total.value),
      'LedgerId@odata.type': 'Edm.Int64',
      LedgerId: held.LedgerId.value,
    });
  });

  await test.step('its state is put right: one property on the wire, under the ETag that was read', async () => {
    const key = failedThen.at(-1)?.rowKey ?? '';
    const exact = (): Promise<Record<string, unknown>> =>
      table.getEntity('contoso', key, { disableTypeConversion: true });
    const { Status: _failed, etag, timestamp: _timestamp, ...heldBefore } = await exact();
    const sentBefore = store.tableProxy.requests.length;
    await page.keyboard.press('Escape');
    await expect(tab.grid).toBeFocused();
    for (const press of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(press);
    await page.keyboard.type('shipped');
    await page.keyboard.press('Enter');
    const changed = tab.grid.getByRole('gridcell', { name: 'shipped, was failed' });
    await expect(changed).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(changed).toHaveCount(0);
    await page.keyboard.press('Control+Shift+z');
    await expect(changed).toBeVisible();
    await page.keyboard.press('Control+Enter');
    const review = tab.panel.getByRole('region', { name: 'Review', exact: true });
    await expect(review.getByRole('region', { name: 'Selected request' })).toContainText('{"Status":"shipped"}');
    await tabTo(page, 'Tab', 'Apply 1 change');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Applied 1 change');
    await expect(review).toBeHidden();
    const writes = store.tableProxy.requests.slice(sentBefore).filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, bytesUp }) => [method, bytesUp])).toEqual([['PATCH', '{"Status":"shipped"}'.length]]);
    expect(writes[0]?.headers['if-match']).toBe(etag);
    const { Status, etag: _etagNow, timestamp: _timestampNow, ...heldNow } = await exact();
    expect(Status).toEqual({ type: 'String', value: 'shipped' });
    expect(heldNow).toEqual(heldBefore);
  });
});

test('a time window on a property is read as it was typed, wherever the window is narrow', async ({
  openApp,
  store,
}) => {
  const table = await store.newTable();
  await fillTable(table, rows().slice(0, 10));
  const { page, resize } = await openApp();
  const navigator = await addConnection(page, 'Shop', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.pages).toHaveCount(1);
  await tab.panel.getByRole('button', { name: 'Condition', exact: true }).click();
  await page.getByRole('menuitem', { name: 'PlacedAt' }).click();
  const ends = tab.panel.getByRole('group', { name: 'Condition for PlacedAt' }).getByRole('textbox');
  await ends.first().fill('2026-10-14 10:00');
  await ends.last().fill('10:05');
  await expect(tab.filter).toHaveText(
    "PlacedAt ge datetime'2026-10-14T10:00:00Z' and PlacedAt lt datetime'2026-10-14T10:05:00Z'",
  );
  for (const width of [1280, 900]) {
    await resize(width, 700);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    const cut = () => ends.evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
    await expect.poll(cut).toEqual([0, 0]);
  }
});

test('a long history stays readable: no run lies over another', async ({ openApp, store }) => {
  const table = await store.newTable();
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  await fillTable(
    table,
    numbers.map((number) => ({ partitionKey: `tenant-${number}`, rowKey: `order-${number}` })),
  );
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Shop', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.pages).toHaveCount(1);
  for (const number of numbers) {
    await tab.condition('PartitionKey', 'is', `tenant-${number}`);
    await page.keyboard.press('Enter');
    // A superseded run is not saved: the next one waits for the only row that this one finds.
    await expect(tab.grid).toHaveAttribute('aria-rowcount', '2');
    await expect(tab.cell(`order-${number}`)).toBeVisible();
    await expect(tab.footer).toContainText('complete');
  }
  await tab.panel.getByRole('button', { name: 'Queries' }).click();
  const savedQueries = page.getByRole('dialog', { name: 'Queries' });
  await savedQueries.getByText('History', { exact: true }).click();
  const runs = savedQueries.getByRole('grid', { name: 'History' }).getByRole('row');
  await expect(runs.nth(8)).toBeAttached();
  const cut = (): Promise<number> =>
    runs.evaluateAll((items) => Math.max(...items.map((item) => item.scrollHeight - item.clientHeight)));
  await expect.poll(cut).toBeLessThanOrEqual(0);
});
