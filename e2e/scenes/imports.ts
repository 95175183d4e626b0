// An import from the choice of its input to the rows that cannot be written.
import type { RunningApp } from '../fixtures/app';
import { expect } from '../fixtures/sample';
import { Navigator } from '../pages/connections';
import { ImportTab } from '../pages/import-tab';
import type { Scenes } from './scene';

export const importScenes: Scenes = {
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
    await view.choose(/Source of PartitionKey/, 'Expression');
    await view.panel.getByRole('textbox', { name: 'PartitionKey expression' }).fill('{Gone}');
    await view.show(/First rows/);
    await expect(view.panel.getByRole('group', { name: 'First rows' })).toContainText('not chosen');
    await expect(view.panel.getByText('Reading the entire input')).toBeHidden();
  },
  'the bad rows of an import': async (running) => {
    const view = await pasteIntoOrders(running);
    await view.show(/Bad rows/);
    await expect(view.panel.getByRole('group', { name: 'Rows that cannot be written' })).toBeVisible();
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
