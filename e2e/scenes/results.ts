// Uses of a result: files, charts, counters, its schema and its partitions.
import { join } from 'node:path';
import { expect } from '../fixtures/sample';
import { ExportDialog, answerSaveDialog } from '../pages/export-dialog';
import { openTable } from './open-table';
import type { Scenes } from './scene';

export const resultScenes: Scenes = {
  'the export of a table as Parquet': async ({ page }) => {
    await openTable(page, 'Orders');
    await page.keyboard.press('Control+Shift+E');
    const dialog = new ExportDialog(page, 'Orders');
    await dialog.choose('Format', 'Parquet');
    await dialog.dialog.getByText('Type format').click();
    await expect(dialog.dialog.getByText('TIMESTAMP, nanoseconds of UTC')).toBeVisible();
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
    await expect(page.getByRole('listitem', { name: /failed/ }).first()).toBeVisible();
  },
  'the counters of a diagnostics table': async ({ page }) => {
    const table = await openTable(page, 'WADPerformanceCountersTable');
    await table.panel.getByText('Counters', { exact: true }).click();
    await expect(table.panel.getByRole('figure').first()).toBeVisible();
  },
  'the figures of counters': async ({ page }) => {
    const table = await openTable(page, 'WADPerformanceCountersTable');
    await table.panel.getByText('Data', { exact: true }).click();
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
    await table.panel.getByRole('button', { name: 'Read whole result' }).click();
    await expect(table.panel.getByText(/^The whole result/).first()).toBeVisible();
    await table.panel.getByRole('grid', { name: 'Partitions' }).focus();
    await page.keyboard.press('ArrowDown');
  },
  'a chart of a result': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Chart', { exact: true }).click();
    await expect(table.panel.getByRole('figure')).toBeVisible();
  },
  'the figures of a chart': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Chart', { exact: true }).click();
    await table.panel.getByText('Data', { exact: true }).click();
    await expect(table.panel.getByRole('table')).toBeVisible();
  },
  'the value columns of a chart': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.panel.getByText('Chart', { exact: true }).click();
    await table.panel.getByRole('button', { name: /^Values: / }).click();
    await expect(page.getByRole('dialog', { name: 'Value columns' })).toBeVisible();
  },
};
