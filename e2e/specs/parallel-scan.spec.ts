// A long parallel scan through the window: the number of concurrent ranges is chosen and obeyed, throttling is shown,
// and a stopped scan continues in a new page without losing or repeating a row.
import type { Entity } from '@shared/model/entity';
import { type FakeTableService, startFakeTableService } from '../../electron/testing/fake-table-service';
import { violations } from '../fixtures/axe';
import { beginWith } from '../fixtures/begin-with';
import { fillTable } from '../fixtures/fill-table';
import { expect, test as base } from '../fixtures/stores';
import { tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';
import { openTableOf } from '../pages/open-table';
import { allRowKeys } from '../pages/all-row-keys';
import { TableTab } from '../pages/table-tab';

const test = base.extend<{ service: FakeTableService }>({
  service: async ({}, use) => {
    // Long enough for six requests to meet, also on a busy machine.
    const service = await startFakeTableService({ latencyMs: 30 });
    await use(service);
    await service.dispose();
  },
});

const table = 'Crates';
const keyOf = (index: number): string => `P${index.toString().padStart(5, '0')}`;

function crates(count: number): readonly Entity[] {
  return Array.from({ length: count }, (_, index) => ({
    partitionKey: `pier-${String(Math.floor((index * 12) / count)).padStart(2, '0')}`,
    rowKey: keyOf(index),
    timestamp: '',
    etag: '',
    properties: [{ name: 'Berth', value: { type: 'Edm.Int32', value: String(index % 7) } }],
  }));
}

/** Sixty pages take a busy machine their time. */
const ofTheWhole = { timeout: 60_000 };

test('the number of concurrent ranges is chosen and obeyed, and throttling by the service is shown', async ({
  openApp,
  service,
}) => {
  const rowsInAll = 6_000;
  service.fill(table, crates(rowsInAll));
  const running = await openApp();
  const { page } = running;
  await beginWith(page, { pageSize: 100 });
  const navigator = await addConnection(page, 'Piers', service.connectionString);
  await navigator.open(table);
  const tab = new TableTab(page, table);
  const ranges = tab.panel.getByRole('textbox', { name: 'Ranges read in parallel' });
  await expect(tab.footer).toContainText('more available');

  await test.step('switched on and set without a mouse', async () => {
    await tab.run.focus();
    await tabTo(page, 'Tab', 'Read in parallel');
    await page.keyboard.press('Space');
    await expect(ranges).toHaveValue('8');
    await tabTo(page, 'Tab', 'Ranges read in parallel');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('6');
    await page.keyboard.press('Tab');
    await expect(ranges).toHaveValue('6');
    expect(await violations(page, 'all')).toEqual([]);
  });

  await test.step('six at once and no more, in key order, and nothing twice', async () => {
    await service.idle();
    service.fill(table, crates(rowsInAll));
    await tab.run.click();
    await tab.toTheEnd.click();
    await expect(tab.footer).toContainText(/6,000 rows · .* · complete/, ofTheWhole);
    await expect(tab.panel.getByText(/^\d+ ranges read$/)).toBeVisible();
    expect(service.maxAtOnce()).toBe(6);
    expect(await allRowKeys(running, tab)).toEqual(Array.from({ length: rowsInAll }, (_, index) => keyOf(index)));
  });

  await test.step('a service that asks for patience is told, and the rows are the same', async () => {
    await service.idle();
    const first = service.requests.length + 1;
    service.suffer(({ number }) =>
      [20, 21, 40].includes(number - first) ? { kind: 'busy', retryAfterSeconds: 0 } : null,
    );
    await tab.run.click();
    await tab.toTheEnd.click();
    await expect(tab.panel.getByText(/throttled 3 times/)).toBeVisible();
    await expect(tab.footer).toContainText(/6,000 rows · .* · complete/, ofTheWhole);
    // The element under the mouse now has a tooltip, which belongs to no landmark.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    expect(await violations(page, 'all')).toEqual([]);
    expect(await allRowKeys(running, tab)).toHaveLength(rowsInAll);
  });

  await test.step('changed after the first page, it holds from the next request on', async () => {
    await tab.run.click();
    await expect(tab.footer).toContainText('more available');
    await ranges.fill('2');
    await ranges.press('Enter');
    const before = service.requests.length;
    await tab.toTheEnd.click();
    // Requests sent before the change have been answered by then.
    await expect.poll(() => service.requests.length).toBeGreaterThan(before + 10);
    service.fill(table, crates(rowsInAll));
    await expect(tab.footer).toContainText(/6,000 rows · .* · complete/, ofTheWhole);
    expect(service.maxAtOnce()).toBe(2);
  });
});

test('a parallel scan that was stopped continues in a new page until every row was shown once', async ({
  openApp,
  store,
}) => {
  const rowsInAll = 3_000;
  const client = await store.newTable();
  await fillTable(
    client,
    crates(rowsInAll).map(({ partitionKey, rowKey }) => ({ partitionKey, rowKey })),
  );
  const running = await openApp();
  const { page } = running;
  await beginWith(page, { pageSize: 50 });
  const isQuery = ({ path }: { readonly path: string }): boolean => path.endsWith(`/${client.tableName}()`);

  const before = await test.step('stopped while ranges all over the table are under way', async () => {
    const tab = await openTableOf(page, client, store.connectionString);
    await expect(tab.footer).toContainText('more available');
    await tab.panel.getByRole('button', { name: 'Read in parallel' }).click();
    const held = store.tableProxy.inject({ fault: { kind: 'hang' }, when: isQuery, skip: 30, times: Infinity });
    await tab.run.click();
    await tab.toTheEnd.click();
    await expect.poll(() => held.hits()).toBeGreaterThan(1);
    await tab.footer.getByRole('button', { name: 'Stop' }).click();
    await expect(tab.footer.getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect(tab.footer).toContainText(/rows so far · .* · more available/);
    const keys = await allRowKeys(running, tab);
    store.tableProxy.clearFaults();
    return keys;
  });
  expect(before.length).toBeGreaterThan(100);
  expect(before.length).toBeLessThan(rowsInAll);

  await page.reload();
  const tab = new TableTab(page, client.tableName);
  const text = `${before.length.toLocaleString('en')} rows`;

  await test.step('the tab offers to go on, and does so in parallel', async () => {
    await expect(tab.panel.getByRole('heading', { name: `Stopped at ${text}` })).toBeVisible();
    await tab.panel.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(tab.panel.getByRole('note')).toContainText(`after ${text} of an earlier run`);
    await tab.toTheEnd.click();
    await expect(tab.footer).toContainText('from a continuation token to the end');
    await expect(tab.footer).not.toContainText('complete');
    await expect(tab.panel.getByText(/^\d+ ranges? read$/)).toBeVisible();
  });

  await test.step('every row once, in key order', async () => {
    const after = await allRowKeys(running, tab);
    expect([...before, ...after]).toEqual(Array.from({ length: rowsInAll }, (_, index) => keyOf(index)));
  });
});
