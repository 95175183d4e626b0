// Numbers of a result as a chart: the drawing and the saved file match the table, from the loaded rows or from all of
// them. And one entity in a separate tab.
import { join } from 'node:path';
import { orders } from '../../electron/engine/sample-data/orders';
import { expect, restart, sizeOf, test } from '../fixtures/sample';
import { Chart } from '../pages/chart';
import { Navigator } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

const day = '2026-01-01';
const ordersOfDay = [...orders()].filter(
  ({ partitionKey, rowKey }) => partitionKey === 'adatum' && rowKey.startsWith(`${day};`),
);
const textOf = (order: (typeof ordersOfDay)[number], name: string): string =>
  String(order.properties.find((property) => property.name === name)?.value.value);

test('a few rows as exact points, and as a file', async ({ window: running }) => {
  const { app, page, stateDir } = running;
  await new Navigator(page).open('Orders');
  const tab = new TableTab(page, 'Orders');
  await tab.condition('PartitionKey', 'is', 'adatum');
  await tab.condition('RowKey', 'starts with', day);
  await tab.run.click();
  await expect(tab.footer).toContainText(`${ordersOfDay.length} rows`);
  const chart = new Chart(page, tab.panel);
  await chart.open();
  await chart.value('Total');
  await expect(chart.figure).toHaveAccessibleName('Total by PlacedAt, UTC');
  await expect(chart.source).toHaveText(`Whole result, ${ordersOfDay.length} rows`);
  const [line] = await chart.figure.locator('[data-series="Total"] path').all();
  expect((await line?.getAttribute('d'))?.split('L')).toHaveLength(ordersOfDay.length);

  const csv = (await chart.save(app, 'CSV', join(stateDir, 'orders.csv'))).toString('utf8').trim().split('\r\n');
  expect(csv[0]).toBe('series,PlacedAt,Total');
  const values = csv.slice(1).map((text) => Number(text.split(',')[2]));
  const known = [...ordersOfDay].sort((left, right) => (textOf(left, 'PlacedAt') < textOf(right, 'PlacedAt') ? -1 : 1));
  expect(values).toEqual(known.map((order) => Number(textOf(order, 'Total'))));

  const picture = await chart.save(app, 'PNG', join(stateDir, 'orders.png'));
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.length).toBeGreaterThan(5_000);

  await test.step('in a lower window the plot is lower, and nothing has to be scrolled', async () => {
    const overflow = () => chart.region.evaluate((region) => region.scrollHeight - region.clientHeight);
    const plot = () => chart.figure.getByRole('group').evaluate(({ clientHeight }) => clientHeight);
    const before = await plot();
    await sizeOf(running, 1440, 760);
    await expect.poll(plot).toBe(before - 140);
    expect(await overflow()).toBe(0);
  });
});

test('the rows loaded, then all of them, gathered by the engine', async ({ window: { app, page, stateDir } }) => {
  await new Navigator(page).open('Orders');
  const tab = new TableTab(page, 'Orders');
  const chart = new Chart(page, tab.panel);
  await chart.open();
  await chart.value('Total');
  await expect(chart.source).toContainText('1,000 rows loaded; the result has more');
  await expect(chart.source).toContainText('5 not shown: NaN or infinite');
  await chart.readWhole.click();
  await expect(chart.source).toContainText('Whole result, 12,000 rows with 12 requests');
  await expect(chart.source).toContainText('60 not shown: NaN or infinite');
  await expect(chart.readWhole).toHaveCount(0);

  const csv = (await chart.save(app, 'CSV', join(stateDir, 'all.csv'))).toString('utf8').trim().split('\r\n').slice(1);
  expect(csv.length).toBeLessThanOrEqual(600);
  const counted = csv.reduce((sum, text) => sum + Number(text.split(',').at(-1)), 0);
  expect(counted).toBe(12_000 - 60);

  await test.step('a histogram of the whole numbers of all orders', async () => {
    await chart.kind('Histogram');
    await chart.value('Quantity');
    await chart.readWhole.click();
    await expect(chart.source).toContainText('Whole result, 12,000 rows');
    const bins = (await chart.save(app, 'CSV', join(stateDir, 'bins.csv')))
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(1);
    const quantities = [...orders()].map((order) => Number(textOf(order, 'Quantity')));
    for (const bin of bins) {
      const [, from, to, count] = bin.split(',').map(Number);
      expect(count).toBe(quantities.filter((value) => value >= (from ?? 0) && value < (to ?? 0)).length);
    }
  });
});

test('counters over the time in their keys, a line each; a stretch is zoomed', async ({ window: { page } }) => {
  await new Navigator(page).open('WADPerformanceCountersTable');
  const tab = new TableTab(page, 'WADPerformanceCountersTable');
  const chart = new Chart(page, tab.panel);
  await chart.open();
  await expect(chart.figure).toHaveAccessibleName('CounterValue by PartitionKey, ticks, UTC');
  await expect(chart.figure.getByRole('button', { pressed: true })).toHaveCount(3);
  await chart.kind('Scatter');
  await expect(chart.figure.locator('[data-series] path').first()).toBeVisible();
  const whole = chart.region.getByRole('button', { name: 'Reset zoom' });
  await expect(whole).toBeDisabled();
  await chart.region.getByRole('button', { name: 'Zoom in' }).click();
  await expect(whole).toBeEnabled();
  await chart.region.getByRole('group', { name: /^Chart/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(whole).toBeDisabled();
  await chart.region.getByText('Data', { exact: true }).click();
  await expect(chart.region.getByRole('table')).toBeVisible();
});

test('an entity in a separate tab, also after a restart', async ({ window: { page } }) => {
  await new Navigator(page).open('Orders');
  const tab = new TableTab(page, 'Orders');
  await expect(tab.inspector).toContainText('000001');
  await tab.inspector.getByRole('button', { name: 'Open in new tab' }).click();
  const entity = page.getByRole('region', { name: `Entity ${day};000001 of Orders` });
  await expect(entity.getByRole('region', { name: 'Properties' })).toContainText(`2 parts: ${day} · 000001`);
  await restart(page);
  await expect(entity).toContainText('TrackingId');
  await entity.getByText('JSON', { exact: true }).click();
  await expect(entity.getByLabel('Entity as JSON')).toContainText('"LedgerId@odata.type": "Edm.Int64"');

  await test.step('that no longer exists', async () => {
    await page.evaluate(() => {
      const gone = { kind: 'entity', connectionId: 'local', table: 'Orders', partitionKey: 'adatum', rowKey: 'none' };
      localStorage.setItem('workspace:tabs', JSON.stringify({ tabs: [gone], activeId: null }));
    });
    await restart(page);
    await expect(page.getByText('The entity does not exist')).toBeVisible();
  });
});
