// How a table is queried: conditions, filters as text, options, cost, and saved queries.
import { expect, restart, sizeOf } from '../fixtures/sample';
import { RequestsPanel } from '../pages/requests-panel';
import { openTable } from './open-table';
import type { Scenes } from './scene';

export const queryScenes: Scenes = {
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
    await expect(table.panel.getByText('No matching entities')).toBeVisible();
  },
  'a filter as text': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Edit filter as text' }).click();
    await table.panel.getByRole('textbox').fill("PartitionKey eq 'Action' and Rating gt 8.5");
    await expect(table.costClass).toHaveText('Partition scan');
  },
  'a filter with a mistake': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Edit filter as text' }).click();
    await table.panel.getByRole('textbox').fill("PartitionKey equals 'Action'");
    await table.run.click();
    await expect(table.panel.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  },
  'suggestions in a filter': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Edit filter as text' }).click();
    await table.panel.getByRole('textbox').pressSequentially("At ge datetime'2024-05-01T08:30:00Z' and (Rating ");
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  },
  'a group of conditions': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.panel.getByRole('button', { name: 'Edit filter as text' }).click();
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
    await expect(page.getByRole('form', { name: 'Save query' })).toBeVisible();
  },
  'the history of a table': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByRole('button', { name: 'Queries' }).click();
    await page.getByRole('radio', { name: 'History' }).click();
    await expect(page.getByRole('grid', { name: 'History' }).getByRole('row').first()).toBeVisible();
  },
  'the columns': async ({ page }) => {
    const table = await openTable(page, 'Movies');
    await table.openView('Columns');
    await expect(page.getByRole('dialog')).toBeVisible();
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
    await expect(page.getByRole('dialog', { name: 'Explain the cost' })).toBeVisible();
  },
  'a table in a narrow window': async (running) => {
    await sizeOf(running, 900, 700);
    await openTable(running.page, 'Movies');
  },
  'a table that is gone': async ({ page }) => {
    await page.evaluate(() => {
      const tab = { kind: 'table', connectionId: 'local', table: 'NoSuchTable' };
      localStorage.setItem('workspace:tabs', JSON.stringify({ tabs: [tab], activeId: 'table:local:NoSuchTable' }));
    });
    await restart(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
};
