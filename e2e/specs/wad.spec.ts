// The question of a support engineer: what did the counters do between two and three in the morning. One window,
// typed as times, read as a range of partitions, drawn as one line a role instance.
import type { Page } from '@playwright/test';
import { expect, sizeOf, test } from '../fixtures/sample';
import { Navigator } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

const table = 'WADPerformanceCountersTable';
const instances = 3;
const counters = 3;
const minutes = 60;

test('an hour of a diagnostics table, as rows, as charts and as figures', async ({ window: running }) => {
  const { page } = running;
  const tab = await readHour(page);
  await test.step('the window is sent as ticks, the end not included', async () => {
    await expect(tab.filter).toHaveText(
      "PartitionKey ge '0639275400000000000' and PartitionKey lt '0639275436000000000'",
    );
    await expect(tab.costClass).toHaveText('Partition range');
  });

  await test.step('every sample of the hour is there, and none of the next', async () => {
    const rows = minutes * instances * counters;
    await expect(tab.footer).toContainText(`${rows} rows`);
    await expect(tab.footer).toContainText('complete');
    await tab.grid.focus();
    await page.keyboard.press('Control+End');
    await expect(tab.grid.getByRole('row', { name: /0639275435400000000/ }).first()).toBeVisible();
  });

  const shown = tab.panel.getByRole('region', { name: 'Counters' });
  await test.step('a chart a counter, a line an instance', async () => {
    const counterView = tab.panel.getByText('Counters', { exact: true });
    // Where there is little room, what this table was opened for keeps its name.
    await sizeOf(running, 1280, 900);
    await expect.poll(async () => (await counterView.boundingBox())?.width).toBeGreaterThan(20);
    await counterView.click();
    await expect(shown.getByRole('figure')).toHaveCount(counters);
    await sizeOf(running, 900, 900);
    const [name, save] = [shown.getByRole('heading'), shown.getByRole('button', { name: /^Save chart/ })];
    const belowName = async (): Promise<number> =>
      ((await save.first().boundingBox())?.y ?? Infinity) - ((await name.first().boundingBox())?.y ?? 0);
    await expect.poll(belowName).toBeLessThan(10);
    await sizeOf(running, 1440, 900);
    await expect(shown.getByRole('button', { pressed: true })).toHaveCount(counters * instances);
    await expect(shown.getByRole('status')).toContainText('All 540 rows of 1 page · one point per 1 min');
    const lines = shown.locator('figure path[stroke^="var(--series-"][stroke-width="1.5"]');
    await expect(lines).toHaveCount(counters * instances);
    for (const line of await lines.all()) expect((await line.getAttribute('d'))?.split('L')).toHaveLength(minutes);

    await shown.getByRole('button', { name: 'worker · worker_IN_0' }).first().click();
    await expect(lines).toHaveCount((instances - 1) * counters);
  });

  await test.step('a stretch that is drawn over one chart is what all of them show, until all is wanted again', async () => {
    const plot = await shown.getByRole('application').first().boundingBox();
    if (plot === null) throw new Error('The chart is not on screen.');
    const across = (share: number): readonly [number, number] => [plot.x + share * plot.width, plot.y + 60];
    await page.mouse.move(...across(0.3));
    await page.mouse.down();
    await page.mouse.move(...across(0.5), { steps: 5 });
    await page.mouse.up();
    const all = shown.getByRole('button', { name: 'Show the whole time range' });
    await expect(all).toBeVisible();
    const longest = (): Promise<number> =>
      shown
        .locator('figure path[stroke^="var(--series-"][stroke-width="1.5"]')
        .evaluateAll((lines) => Math.max(...lines.map((line) => line.getAttribute('d')?.split('L').length ?? 0)));
    await expect.poll(longest).toBeLessThan(minutes / 2);
    await all.click();
    await expect.poll(longest).toBe(minutes);
  });

  await test.step('the same as figures', async () => {
    await tab.panel.getByText('Data', { exact: true }).click();
    const memory = shown.getByRole('table', { name: '\\Memory\\Available MBytes' });
    await expect(memory.getByRole('row')).toHaveCount(1 + minutes);
    await expect(memory.getByRole('rowheader', { name: '2026-10-14 02:59:00' })).toBeAttached();
    await expect(shown.getByRole('button', { name: /^Save chart: / })).toHaveCount(counters);
  });
});

test('the figures of an hour, copied, can be pasted into a sheet', async ({ window: { app, page } }) => {
  const tab = await readHour(page);
  await tab.panel.getByText('Data', { exact: true }).click();
  await tab.panel.getByRole('button', { name: 'Copy the data of \\Memory\\Available MBytes' }).click();
  const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toContain('Time, UTC\tweb · web_IN_0\tweb · web_IN_1\tworker · worker_IN_0');
  expect((await copied()).split('\n')).toHaveLength(1 + minutes);
});

/** From two to three in the morning. */
async function readHour(page: Page): Promise<TableTab> {
  await new Navigator(page).open(table);
  const tab = new TableTab(page, table);
  const bar = tab.panel.getByRole('form', { name: 'Time window' });
  await expect(bar).toBeVisible();
  await bar.getByRole('textbox', { name: 'From' }).fill('2026-10-14 02:00');
  await bar.getByRole('textbox', { name: 'To' }).fill('2026-10-14 03:00');
  await bar.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(tab.footer).toContainText(`${minutes * instances * counters} rows`);
  return tab;
}
