// How the window looks, compared with reviewed pictures: light, dark and narrow. Volatile content (clocks, rates,
// latencies) is not painted; all text in the compared area uses the bundled fonts.
import type { Locator, Page } from '@playwright/test';
import { expect, sizeOf, test, useTheme } from '../fixtures/sample';
import { Navigator } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { TableTab } from '../pages/table-tab';

/** Content that differs in every run: measures and rates, and how long the sample data took. */
function alwaysVolatile(page: Page): readonly Locator[] {
  return [page.getByRole('contentinfo', { name: 'Status' }), page.getByRole('banner').getByText(/B\/s/)];
}

/** Volatile parts retain their position and are not painted: the driver's masks need a newer Chromium. */
async function expectScreenshot(page: Page, picture: string, volatile: readonly Locator[] = []): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  for (const part of [...alwaysVolatile(page), ...volatile]) {
    await part.evaluateAll((elements) => {
      for (const element of elements)
        if (element instanceof HTMLElement || element instanceof SVGElement) element.style.visibility = 'hidden';
    });
  }
  await expect(page).toHaveScreenshot(picture, { maxDiffPixels: 100 });
}

async function openQuery(page: Page): Promise<readonly Locator[]> {
  await new Navigator(page).open('Movies');
  const tab = new TableTab(page, 'Movies');
  await tab.condition('PartitionKey', 'is', 'Action');
  await tab.condition('RowKey', 'starts with', 'Sh');
  await tab.run.click();
  await expect(tab.footer).toContainText('complete');
  const times = tab.inspector
    .getByRole('region', { name: 'Properties' })
    .locator('dd')
    .filter({ hasText: /2\d{3}-/ });
  return [tab.footer, tab.inspector.locator('p').first(), times];
}

for (const theme of ['light', 'dark'] as const) {
  test(`a table, ${theme}`, async ({ window: { page } }) => {
    await useTheme(page, theme);
    await expectScreenshot(page, `table-${theme}.png`, await openQuery(page));
  });

  test(`a table in a window 900 px wide, ${theme}`, async ({ window }) => {
    await sizeOf(window, 900, 700);
    await useTheme(window.page, theme);
    await expectScreenshot(window.page, `table-narrow-${theme}.png`, await openQuery(window.page));
  });

  test(`a container, ${theme}`, async ({ window: { page } }) => {
    await useTheme(page, theme);
    await new Navigator(page).open('photos');
    const tab = new ContainerTab(page, 'photos');
    await expect(tab.row('readme.txt')).toBeVisible();
    await expectScreenshot(page, `container-${theme}.png`, [tab.row('readme.txt').getByRole('gridcell').nth(2)]);
  });

  test(`a container in a window 900 px wide, ${theme}`, async ({ window }) => {
    await sizeOf(window, 900, 700);
    await useTheme(window.page, theme);
    await new Navigator(window.page).open('photos');
    const tab = new ContainerTab(window.page, 'photos');
    await expect(tab.row('readme.txt')).toBeVisible();
    await expectScreenshot(window.page, `container-narrow-${theme}.png`, [
      tab.row('readme.txt').getByRole('gridcell').nth(2),
    ]);
  });

  test(`adding a connection, ${theme}`, async ({ window: { page } }) => {
    await useTheme(page, theme);
    await page.keyboard.press('Control+n');
    await expect(page.getByRole('dialog', { name: 'Add a connection' })).toBeVisible();
    // Where the secret is stored depends on the machine.
    await expectScreenshot(page, `connection-${theme}.png`, [page.getByText(/keychain/)]);
  });
}

test('a pressed control has a deeper background than a hovered one', async ({ window: { page } }) => {
  const navigator = new Navigator(page);
  const controls = [
    navigator.item('Movies'),
    page.getByRole('button', { name: 'Add a connection' }).filter({ hasText: 'Add' }),
    page.getByRole('button', { name: 'Monitor' }),
  ];
  for (const control of controls) {
    const ground = (): Promise<string> => control.evaluate((element) => getComputedStyle(element).backgroundColor);
    const atRest = await ground();
    await control.hover();
    await expect.poll(ground).not.toBe(atRest);
    const hovered = await ground();
    await page.mouse.down();
    await expect.poll(ground).not.toBe(hovered);
    expect(await ground()).not.toBe(atRest);
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
});

for (const [named, width, height, least] of [
  ['1440 × 875', 1440, 875, 18],
  ['960 × 583, which is 1440 × 875 at 150 %', 960, 583, 9],
] as const) {
  test(`a table shows at least ${least} rows in a window of ${named}`, async ({ window }) => {
    const { page } = window;
    await sizeOf(window, width, height);
    await new Navigator(page).open('Movies');
    const { grid } = new TableTab(page, 'Movies');
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    await expect.poll(() => wholeRows(grid)).toBeGreaterThanOrEqual(least);
  });
}

/** How many rows of data are in view from top to bottom. */
function wholeRows(grid: Locator): Promise<number> {
  return grid.evaluate((element) => {
    let view = element.parentElement;
    while (view !== null && getComputedStyle(view).overflowY === 'visible') view = view.parentElement;
    if (view === null) return 0;
    const bottom = view.getBoundingClientRect().top + view.clientHeight;
    return [...element.querySelectorAll('[role="row"]:has([role="gridcell"])')].filter(
      (row) => row.getBoundingClientRect().bottom <= bottom,
    ).length;
  });
}
