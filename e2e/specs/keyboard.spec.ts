// A day's work without a mouse: to a table, a prefix query, a cell on the clipboard, through folders, to the charts.
import { type Page } from '../fixtures/app';
import { expect, test } from '../fixtures/sample';
import { ContainerTab } from '../pages/container-tab';
import { TableTab } from '../pages/table-tab';

/** Goes by name, as Ctrl K and a few letters do. */
async function goTo(page: Page, letters: string, found: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Go to/ });
  await expect(field).toBeFocused();
  await page.keyboard.type(letters);
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
}

/** Presses Tab (or Shift+Tab) until the element has the keyboard. */
async function tabTo(page: Page, key: 'Tab' | 'Shift+Tab', name: RegExp | string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page.evaluate(
      (source) => {
        const element = document.activeElement;
        const label = element?.getAttribute('aria-label') ?? '';
        const labelled = (element?.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
        return new RegExp(source).test(`${label} ${labelled} ${element?.textContent ?? ''}`);
      },
      typeof name === 'string' ? name : name.source,
    );
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key);
    if (await isThere()) return;
  }
  throw new Error(`${String(name)} is not reached with ${key}.`);
}

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

async function choose(page: Page, operator: string): Promise<void> {
  await page.keyboard.press('Enter');
  const option = page.getByRole('option', { name: operator, exact: true });
  await expect(option).toBeVisible();
  await page.keyboard.type(operator);
  await expect(option).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(option).toBeHidden();
}
