// Columns arranged once and used elsewhere: dragged, sorted by, hidden, saved under a name, renamed, used on another
// table, and still there in a new page. And from a property of the schema to its column.
import type { Page } from '@playwright/test';
import { fillTable } from '../fixtures/fill-table';
import { expect, test } from '../fixtures/stores';
import { Navigator } from '../pages/connections';
import { openTableOf } from '../pages/open-table';
import { TableTab } from '../pages/table-tab';

const properties = ['Berth', 'Cargo', 'Draught', 'Flag'];

function ships(partitionKey: string) {
  return Array.from({ length: 20 }, (_, index) => ({
    partitionKey,
    rowKey: `S${String(index).padStart(2, '0')}`,
    Berth: index,
    Cargo: `grain ${index}`,
    Draught: index + 0.5,
    Flag: 'PA',
  }));
}

async function dragColumn(page: Page, tab: TableTab, name: string, before: string): Promise<void> {
  const header = (column: string) => tab.grid.getByRole('columnheader', { name: new RegExp(`^${column}`) });
  const [from, to] = [await header(name).boundingBox(), await header(before).boundingBox()];
  if (from === null || to === null) throw new RangeError('Both columns are on screen.');
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.move(to.x + 8, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
}

test('a layout made on one table serves another, also in a new page', async ({ openApp, store }) => {
  const [first, second] = [await store.newTable(), await store.newTable()];
  await fillTable(first, ships('Harbour'));
  await fillTable(second, ships('Lagoon'));
  const { page, resize } = await openApp();
  const tab = await openTableOf(page, first, store.connectionString);
  const names = (of: TableTab) => of.grid.getByRole('columnheader').locator('span:first-child');
  const defaultColumns = ['PartitionKey', 'RowKey', ...properties];
  await expect(names(tab).filter({ hasText: /^(PartitionKey|RowKey|Berth|Cargo|Draught|Flag)$/ })).toHaveText(
    defaultColumns,
  );

  const wanted = ['PartitionKey', 'RowKey', 'Flag', 'Berth', 'Draught'];
  await test.step('a column is dragged before another, one is hidden', async () => {
    await dragColumn(page, tab, 'Flag', 'Berth');
    await tab.grid.getByRole('columnheader', { name: /^Cargo/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide Cargo' }).click();
    await expect(names(tab).filter({ hasText: /^[A-Z]\w+$/ })).toContainText(wanted);
    await expect(tab.grid.getByRole('columnheader', { name: /^Cargo/ })).toHaveCount(0);
  });

  await test.step('a click on a header sorts what is loaded, down and up and not at all; a drag has not', async () => {
    const draught = tab.grid.getByRole('columnheader', { name: /^Draught/ });
    const sort = tab.panel.getByRole('group', { name: 'Sort' });
    const top = tab.grid.locator('[data-row="0"][data-column="1"]');
    await expect(sort).toHaveCount(0);
    await resize(1280, 900);
    const box = await draught.boundingBox();
    await draught.click();
    await expect(draught).toHaveAttribute('aria-sort', 'ascending');
    // The note of the sort finds room beside the other tools: a second click on the spot meets the header again.
    expect((await draught.boundingBox())?.y).toBe(box?.y);
    await expect(sort).toContainText('20 loaded rows only');
    await draught.click();
    await expect(draught).toHaveAttribute('aria-sort', 'descending');
    await expect(top).toHaveText('S19');
    await draught.click();
    await expect(top).toHaveText('S00');
    await expect(sort).toHaveCount(0);
  });

  const layouts = page.getByRole('dialog', { name: 'View' });
  await test.step('it is kept under a name, and gets another one', async () => {
    await tab.openView('Layouts');
    await layouts.getByRole('textbox', { name: 'Layout name' }).fill('Ships');
    await layouts.getByRole('button', { name: 'Save' }).click();
    await layouts.getByRole('button', { name: 'Rename Ships' }).click();
    await layouts.getByRole('textbox', { name: 'New name of Ships' }).fill('Flags first');
    await layouts.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(layouts.getByRole('button', { name: 'Flags first', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('loaded anew the table has its columns, and another table takes the layout', async () => {
    await page.reload();
    await tab.panel.getByRole('button', { name: 'Run query' }).click();
    await expect(names(tab).filter({ hasText: /^[A-Z]\w+$/ })).toContainText(wanted);

    await new Navigator(page).open(second.tableName);
    const other = new TableTab(page, second.tableName);
    await expect(names(other).filter({ hasText: /^[A-Z]\w+$/ })).toContainText(defaultColumns);
    await other.openView('Layouts');
    await layouts.getByRole('button', { name: 'Flags first', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(names(other).filter({ hasText: /^[A-Z]\w+$/ })).toContainText(wanted);
    await expect(other.grid.getByRole('columnheader', { name: /^Cargo/ })).toHaveCount(0);

    await other.panel.getByText('Schema', { exact: true }).click();
    await other.panel.getByRole('button', { name: 'Cargo', exact: true }).click();
    const header = other.grid.getByRole('columnheader', { name: /^Cargo/ });
    await expect(header).toBeInViewport();
    await expect(other.grid).toBeFocused();
  });
});
