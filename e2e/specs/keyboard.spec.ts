// A day's work without a mouse: to a table, a prefix query, a cell on the clipboard, through folders, to the charts.
import { expect, test } from '../fixtures/sample';
import { choose, goTo, tabTo } from '../pages/by-keyboard';
import { ContainerTab } from '../pages/container-tab';
import { TableTab } from '../pages/table-tab';

test('the whole journey by keyboard', async ({ window: { app, page } }) => {
  const movies = new TableTab(page, 'Movies');
  const photos = new ContainerTab(page, 'photos');

  await test.step('to a table by name', async () => {
    await goTo(page, 'movi', 'Movies');
    await expect(movies.cell('Action').first()).toBeVisible();
  });

  await test.step('a prefix query', async () => {
    await tabTo(page, 'Tab', /PartitionKey operator/);
    await choose(page, 'is');
    await tabTo(page, 'Tab', /PartitionKey value/);
    await page.keyboard.type('Action');
    await tabTo(page, 'Tab', /RowKey operator/);
    await choose(page, 'starts with');
    await tabTo(page, 'Tab', /RowKey prefix/);
    await page.keyboard.type('Sh');
    await expect(movies.costClass).toHaveText('Row range');
    await page.keyboard.press('Enter');
    await expect(movies.footer).toContainText('complete');
    await expect(movies.cell('Shadow Archive 5')).toBeVisible();
  });

  await test.step('a cell on the clipboard', async () => {
    await tabTo(page, 'Tab', /Entities of Movies/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+c');
    const wanted = await movies.grid.locator('[aria-selected="true"]').first().textContent();
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(wanted);
    expect(wanted).toMatch(/^Sh/);
  });

  await test.step('into a folder and back', async () => {
    await goTo(page, 'photos', 'photos');
    await expect(photos.row('2024, folder')).toBeVisible();
    await tabTo(page, 'Tab', /Contents of photos/);
    await page.keyboard.press('Home');
    await expect(photos.row('2024, folder')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(photos.row('2024, folder')).toBeHidden();
    await expect(photos.panel.getByRole('navigation', { name: 'Folder' })).toContainText('2024');
    await page.keyboard.press('Backspace');
    await expect(photos.row('2024, folder')).toBeVisible();
  });

  await test.step('to the charts, and everything closed', async () => {
    await page.keyboard.press('Control+Shift+M');
    await expect(page.getByRole('tab', { name: 'Monitor' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: 'Monitor' }).getByRole('figure').first()).toBeVisible();
    await page.keyboard.press('Control+Tab');
    await expect(page.getByRole('tab', { name: 'Movies' })).toHaveAttribute('aria-selected', 'true');
    for (let left = 3; left > 0; left -= 1) {
      await expect(page.getByRole('tab')).toHaveCount(left);
      await page.keyboard.press('Control+w');
    }
    await expect(page.getByText('Nothing is open')).toBeVisible();
  });
});
