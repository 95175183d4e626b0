// axe in every view, in both themes: no violation, in states that people meet and in those they meet rarely.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../fixtures/app';
import { violations } from '../fixtures/axe';
import { expect, restart, sizeOf, test, useTheme } from '../fixtures/sample';
import { ConnectionDialog, Navigator } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ExportDialog, answerSaveDialog } from '../pages/export-dialog';
import { ImportTab } from '../pages/import-tab';
import { RequestsPanel } from '../pages/requests-panel';
import { Review } from '../pages/review';
import { TableTab } from '../pages/table-tab';

/** Each brings a view about in a fresh window and leaves it open. */
const views: Readonly<Record<string, (running: RunningApp) => Promise<void>>> = {
  'nothing open': async ({ page }) => {
    await expect(page.getByText('Nothing is open')).toBeVisible();
  },
  'a table with rows and the inspector': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.grid.getByRole('gridcell').nth(1).click();
    await expect(table.inspector.getByRole('region', { name: 'Properties' })).toBeVisible();
  },
  'one row as JSON': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.inspector.getByText('JSON', { exact: true }).click();
    await expect(table.inspector).toContainText('"PartitionKey"');
  },
  'a prefix query': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.condition('PartitionKey', 'is', 'Action');
    await table.condition('RowKey', 'starts with', 'Sh');
    await table.run.click();
    await expect(table.footer).toContainText('complete');
  },
  'the requests behind a query': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    const requests = new RequestsPanel(table.panel);
    await requests.toggle.click();
    await requests.rows.first().click();
    await expect(requests.detail(1)).toContainText('/Movies()');
  },
  'a query that finds nothing': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.condition('PartitionKey', 'is', 'No such category');
    await table.run.click();
    await expect(table.panel.getByText('No entities match')).toBeVisible();
  },
  'a filter as text': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Write the filter as text' }).click();
    await table.panel.getByRole('textbox').fill("PartitionKey eq 'Action' and Rating gt 8.5");
    await expect(table.costClass).toHaveText('Partition scan');
  },
  'a filter with a mistake': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Write the filter as text' }).click();
    await table.panel.getByRole('textbox').fill("PartitionKey equals 'Action'");
    await table.run.click();
    await expect(table.panel.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  },
  'suggestions in a filter': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Write the filter as text' }).click();
    await table.panel.getByRole('textbox').pressSequentially("At ge datetime'2024-05-01T08:30:00Z' and (Rating ");
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  },
  'a group of conditions': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Write the filter as text' }).click();
    await table.panel.getByRole('textbox').fill("Rating gt 4.0 or Votes gt 5L or Poster eq X'01'");
    await table.panel.getByRole('button', { name: 'Conditions', exact: true }).click();
    await expect(table.panel.getByRole('group', { name: 'Group: any of' })).toBeVisible();
  },
  'the options of a query': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Options' }).click();
    await page.getByText('Stop after a number of rows').click();
    await expect(page.getByRole('textbox', { name: 'Row limit' })).toBeVisible();
  },
  'a review of staged changes, one of them without condition': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    const review = new Review(page, table);
    await review.stage(table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4), '7.25');
    await review.open();
    await expect(review.request).toContainText('If-Match');
    await review.button(/^Only as it was read/).click();
    await page.getByRole('option', { name: /^Whatever is there/ }).click();
    await expect(review.request).toContainText('If-Match: *');
  },
  'the editor in a cell, with what is wrong': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4).dblclick();
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await expect(table.grid.getByRole('alert')).toBeVisible();
  },
  'the form of an entity, with staged changes': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    const review = new Review(page, table);
    await review.stage(table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4), '7.25');
    await table.inspector.getByText('Edit', { exact: true }).click();
    await expect(table.inspector.getByRole('region', { name: 'Edit the entity' })).toBeVisible();
  },
  'the question before a tab with staged changes closes': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await new Review(page, table).stage(table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4), '7.25');
    await page.keyboard.press('Control+w');
    await expect(page.getByRole('alertdialog', { name: '1 change is not applied' })).toBeVisible();
  },
  'the applied changes of a connection, none yet': async ({ page }) => {
    await new Navigator(page).choose('Local', 'Applied changes');
    await expect(page.getByText('Nothing to undo')).toBeVisible();
  },
  'the menu of conditions': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Condition', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the list of operators': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'PartitionKey operator' }).click();
    await expect(page.getByRole('listbox', { name: /PartitionKey operator/ })).toBeVisible();
  },
  'the form that saves a query': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByRole('button', { name: 'Queries' }).click();
    await page.getByRole('button', { name: 'Save this query…' }).click();
    await expect(page.getByRole('form', { name: 'Save the query' })).toBeVisible();
  },
  'the history of a table': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByRole('button', { name: 'Queries' }).click();
    await page.getByRole('radio', { name: 'History' }).click();
    await expect(page.getByRole('grid', { name: 'History' }).getByRole('row').first()).toBeVisible();
  },
  'the columns': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the export of a table as Parquet': async ({ page }) => {
    await openTable(page, 'Orders');
    await page.keyboard.press('Control+Shift+E');
    const ask = new ExportDialog(page, 'Orders');
    await ask.choose('Format', 'Parquet');
    await ask.dialog.getByText('How types are written').click();
    await expect(ask.dialog.getByText('TIMESTAMP, nanoseconds of UTC')).toBeVisible();
  },
  'the table jobs, one done and one failed': async (running) => {
    const { app, page, stateDir } = running;
    await openTable(page, 'Orders');
    for (const name of ['orders.csv', join('no such folder', 'orders.csv')]) {
      await answerSaveDialog(app, join(stateDir, name));
      await page.keyboard.press('Control+Shift+E');
      await new ExportDialog(page, 'Orders').start.click();
      await expect(page.getByText(/^Export (done|failed):/).last()).toBeVisible();
    }
    await page.keyboard.press('Control+Shift+J');
    await expect(page.getByRole('article', { name: /failed/ }).first()).toBeVisible();
  },
  'the counters of a diagnostics table': async ({ page }) => {
    const table = await openTable(page, 'WADPerformanceCountersTable');
    await table.panel.getByText('Counters', { exact: true }).click();
    await expect(table.panel.getByRole('figure').first()).toBeVisible();
  },
  'the figures of counters': async ({ page }) => {
    const table = await openTable(page, 'WADPerformanceCountersTable');
    await table.panel.getByText('Figures', { exact: true }).click();
    await expect(table.panel.getByRole('table').first()).toBeVisible();
  },
  'the schema of a table': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Schema', { exact: true }).click();
    await expect(table.panel.getByRole('rowheader', { name: 'Total' })).toBeVisible();
  },
  'the partitions of a whole table, one chosen': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Partitions', { exact: true }).click();
    await table.panel.getByRole('button', { name: 'Read the whole result' }).click();
    await expect(table.panel.getByText(/^The whole result/).first()).toBeVisible();
    await table.panel.getByRole('grid', { name: 'Partitions' }).focus();
    await page.keyboard.press('ArrowDown');
    await table.panel.getByRole('button', { name: 'Count', exact: true }).click();
    await expect(table.panel.getByText(/^12,000 rows in 12 partitions/).first()).toBeVisible();
  },
  'a chart of a result': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Chart', { exact: true }).click();
    await expect(table.panel.getByRole('figure')).toBeVisible();
  },
  'the figures of a chart': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Chart', { exact: true }).click();
    await table.panel.getByText('Figures', { exact: true }).click();
    await expect(table.panel.getByRole('table')).toBeVisible();
  },
  'the value columns of a chart': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Chart', { exact: true }).click();
    await table.panel.getByRole('button', { name: /^Values: / }).click();
    await expect(page.getByRole('dialog', { name: 'Value columns' })).toBeVisible();
  },
  'an entity in its own tab': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.inspector.getByRole('button', { name: 'Open as its own tab' }).click();
    await expect(page.getByRole('region', { name: 'Properties' })).toBeVisible();
  },
  'the key tools': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.condition('RowKey', 'starts with', '2026-10-14');
    await table.panel.getByRole('button', { name: /whole parts/ }).click();
    await table.panel.getByRole('button', { name: 'Key tools for RowKey prefix' }).click();
    await expect(page.getByRole('dialog', { name: 'Compute RowKey prefix' })).toBeVisible();
  },
  'the reasons of a cost': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Why' }).click();
    await expect(page.getByRole('dialog', { name: 'Why this cost' })).toBeVisible();
  },
  'a table in a narrow window': async (running) => {
    await sizeOf(running, 900, 700);
    await openTable(running.page, 'Movies');
  },
  'a container': async ({ page }) => {
    await openContainer(page);
  },
  'a container with properties of a blob': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.row('readme.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show properties' }).click();
    await expect(tab.panel.getByRole('complementary', { name: 'Properties' })).toContainText('Content-Type');
  },
  'odd names': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.row('odd names, folder').dblclick();
    await expect(tab.panel.getByRole('navigation', { name: 'Folder' })).toContainText('odd names');
    await expect(tab.rows.nth(1)).toBeVisible();
  },
  'the menu of a blob': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.row('readme.txt').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the menu of uploads': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.upload.click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the menu of a connection': async ({ page }) => {
    await new Navigator(page).item('Local (embedded)').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the transfers open': async ({ page }) => {
    await page.keyboard.press('Control+j');
    await expect(page.getByRole('button', { name: 'Transfers' })).toHaveAttribute('aria-expanded', 'true');
  },
  'the monitor': async ({ page }) => {
    await page.getByRole('button', { name: 'Monitor' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Monitor' }).getByRole('figure').first()).toBeVisible();
  },
  'the requests behind the monitor, one told in full': async ({ page }) => {
    await page.getByRole('button', { name: 'Monitor' }).click();
    await page.getByRole('radio', { name: 'Requests' }).click();
    await page.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(1).click();
    await expect(page.getByRole('region', { name: 'The chosen request' })).toBeVisible();
  },
  'the lab': async ({ page }) => {
    await page.getByRole('button', { name: 'Lab' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Lab' }).getByRole('button').first()).toBeVisible();
  },
  'the settings': async ({ page }) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Settings' }).getByRole('radiogroup').first()).toBeVisible();
  },
  'an import without an input': async ({ page }) => {
    await new Navigator(page).choose('Orders', 'Import…');
    await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible();
  },
  'an import with its plan': async (running) => {
    const view = await pasteIntoOrders(running);
    await expect(view.figure('Bad rows')).toHaveText('1');
  },
  'the first rows of an import': async (running) => {
    const view = await pasteIntoOrders(running);
    await view.choose(/PartitionKey from/, 'Expression');
    await view.panel.getByRole('textbox', { name: 'PartitionKey expression' }).fill('{Gone}');
    await view.show(/First rows/);
    await expect(view.panel.getByRole('group', { name: 'First rows' })).toContainText('not chosen');
  },
  'the bad rows of an import': async (running) => {
    const view = await pasteIntoOrders(running);
    await view.show(/Bad rows/);
    await expect(view.panel.getByRole('group', { name: 'Rows that cannot be written' })).toBeVisible();
  },
  'the palette': async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('o');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  },
  'the palette without a match': async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('qqqq');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(0);
  },
  'adding a connection': async ({ page }) => {
    await new ConnectionDialog(page).open();
  },
  'adding a connection by SAS': async ({ page }) => {
    const dialog = new ConnectionDialog(page);
    await dialog.open();
    await dialog.choose('SAS');
  },
  'a connection string with a mistake': async ({ page }) => {
    const dialog = new ConnectionDialog(page);
    await dialog.open();
    await dialog.connectionString.fill('AccountName=ships');
    await dialog.addButton.click();
    await expect(dialog.connectionString).toHaveAttribute('aria-invalid', 'true');
  },
  'a test that finds nobody': async ({ page }) => {
    const dialog = new ConnectionDialog(page);
    await dialog.open();
    await dialog.choose('Emulator');
    await dialog.dialog.getByRole('textbox', { name: 'Blob port' }).fill('9');
    await dialog.dialog.getByRole('textbox', { name: 'Table port' }).fill('10');
    await dialog.test();
    await expect(dialog.found).toContainText('Tables:');
  },
  'a table that is gone': async ({ page }) => {
    await page.evaluate(() => {
      const tab = { kind: 'table', connectionId: 'local', table: 'NoSuchTable' };
      localStorage.setItem('workspace:tabs', JSON.stringify({ tabs: [tab], activeId: 'table:local:NoSuchTable' }));
    });
    await restart(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'a container that is gone': async ({ page }) => {
    await page.evaluate(() => {
      const tab = { kind: 'container', connectionId: 'local', container: 'no-such-one' };
      localStorage.setItem('workspace:tabs', JSON.stringify({ tabs: [tab], activeId: 'container:local:no-such-one' }));
    });
    await restart(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'deleting a table': async ({ page }) => {
    await new Navigator(page).choose('Orders', 'Delete table');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
};

async function pasteIntoOrders({ app, page }: RunningApp): Promise<ImportTab> {
  const rows = 'PartitionKey\tRowKey\tTons\tNote\nA\t1\t2.5\tlate\nA\t2\t\t\nA\t3\n';
  await new Navigator(page).choose('Orders', 'Import…');
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), rows);
  const view = new ImportTab(page, 'Orders');
  await view.panel.getByRole('button', { name: 'Choose a file…' }).focus();
  await page.keyboard.press('Control+V');
  await expect(view.start).toBeEnabled();
  return view;
}

async function openTable(page: Page, table: string): Promise<TableTab> {
  await new Navigator(page).open(table);
  const tab = new TableTab(page, table);
  await expect(tab.grid.getByRole('gridcell').first()).toBeVisible();
  return tab;
}

async function openContainer(page: Page): Promise<ContainerTab> {
  await new Navigator(page).open('photos');
  const tab = new ContainerTab(page, 'photos');
  await expect(tab.row('readme.txt')).toBeVisible();
  return tab;
}

for (const [name, show] of Object.entries(views)) {
  test(name, async ({ window }) => {
    await show(window);
    await expectNoViolation(window.page);
  });
}

test('a first start, and a production account out of reach', async ({ launchApp }) => {
  const { page } = await launchApp();
  await expect(page.getByRole('button', { name: 'Load sample data' })).toBeVisible();
  await expectNoViolation(page);

  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.choose('Emulator');
  await dialog.dialog.getByRole('textbox', { name: 'Blob port' }).fill('9');
  await dialog.dialog.getByRole('textbox', { name: 'Table port' }).fill('10');
  await dialog.name.fill('Fleet');
  await dialog.dialog.getByRole('checkbox', { name: 'Production' }).check({ force: true });
  await dialog.add();
  await expect(page.getByRole('treeitem').filter({ hasText: 'Try again' }).first()).toBeVisible();
  await expectNoViolation(page);
  await new Navigator(page).choose('Fleet', 'Unlock for writing…');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNoViolation(page);
});

/** In both themes; what the second could change is contrast. */
async function expectNoViolation(page: Page): Promise<void> {
  expect.soft(await violations(page, 'all'), 'light').toEqual([]);
  await useTheme(page, 'dark');
  expect.soft(await violations(page, 'contrast'), 'dark').toEqual([]);
  await useTheme(page, 'light');
}

test('axe finds what is wrong', async ({ window: { page } }) => {
  await page.evaluate(() => {
    const faint = document.createElement('p');
    faint.textContent = 'hardly to be read';
    Object.assign(faint.style, { color: '#999', background: '#aaa' });
    document.querySelector('main')?.append(faint, document.createElement('button'));
  });
  expect(await violations(page, 'contrast')).toEqual([expect.stringContaining('color-contrast')]);
  expect(await violations(page, 'all')).toContainEqual(expect.stringContaining('button-name'));
});
