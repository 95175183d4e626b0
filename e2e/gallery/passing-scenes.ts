// Scenes of transient content: files held over the window, messages, menus; and the system's colours instead of the
// app's.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdFilesOver } from '../fixtures/drop-files';
import type { RunningApp } from '../fixtures/running-app';
import { Navigator, addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { ExportDialog, answerSaveDialog } from '../pages/export-dialog';
import { Review } from '../pages/review';
import { openTable } from '../scenes/open-table';
import { expect, longBlob, longContainer } from './crowded-app';
import type { Troubled, FailureScenes } from './failure-scenes';

export const passingScenes: FailureScenes = {
  'files over a container': async (running) => {
    const tab = await openContainer(running, 'photos');
    await holdFilesOver(tab.panel, [await newFile(running)]);
    await expect(running.page.getByText('Upload to photos')).toBeVisible();
  },
  'files over a folder': async (running) => {
    const tab = await openContainer(running, 'photos');
    await holdFilesOver(tab.row('2025, folder'), [await newFile(running)]);
    await expect(running.page.getByText('Upload to photos / 2025')).toBeVisible();
  },
  'files over a table in the tree': async (running) => {
    await openContainer(running, 'photos');
    await holdFilesOver(new Navigator(running.page).item('Movies'), [await newFile(running)]);
  },
  'files over a tab': async (running) => {
    const { page } = running;
    await openTable(page, 'Orders');
    await openContainer(running, 'photos');
    await holdFilesOver(page.getByRole('tab', { name: 'Orders' }), [await newFile(running)]);
  },
  'files over a container that is read-only': async (running) => {
    const { page, store } = running;
    const { containerName } = await store.newContainer();
    await (await addConnection(page, 'South pier', store.connectionString, 'production')).open(containerName);
    const tab = new ContainerTab(page, containerName);
    await expect(tab.panel).toContainText('This container is empty');
    await holdFilesOver(tab.panel, [await newFile(running)]);
    await expect(page.getByText(`Cannot upload to ${containerName}`)).toBeVisible();
  },
  'the newest of several messages': sendMessages,
  'the notifications behind the bell': async (running) => {
    await sendMessages(running);
    await running.page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(running.page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  },
  'the menu of a cell': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.grid.getByRole('gridcell', { name: 'failed' }).first().click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the menu of a tab': async ({ page }) => {
    await openTable(page, 'Orders');
    await page.getByRole('tab', { name: 'Orders' }).click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'a table with a staged change, in forced colours': async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const table = await openTable(page, 'Orders');
    await new Review(page, table).stage(table.grid.getByRole('row').nth(3).getByRole('gridcell').nth(4), '7.25');
  },
  'files over a table in the tree, in forced colours': async (running) => {
    await running.page.emulateMedia({ forcedColors: 'active' });
    const tab = await openContainer(running, 'photos');
    await tab.select('readme.txt');
    await holdFilesOver(new Navigator(running.page).item('Movies'), [await newFile(running)]);
  },
  'the menu of a blob, in forced colours': async (running) => {
    await running.page.emulateMedia({ forcedColors: 'active' });
    const tab = await openContainer(running, longContainer);
    await tab.row(longBlob).click({ button: 'right' });
    await expect(running.page.getByRole('menu')).toBeVisible();
  },
};

/** For the scenes that come after it. */
export async function leaveForcedColours({ page }: RunningApp): Promise<void> {
  await page.emulateMedia({ forcedColors: 'none' });
}

async function openContainer({ page }: RunningApp, name: string): Promise<ContainerTab> {
  await new Navigator(page).open(name);
  const tab = new ContainerTab(page, name);
  await expect(tab.rows.nth(1)).toBeVisible();
  return tab;
}

async function newFile({ stateDir }: RunningApp): Promise<string> {
  const path = join(stateDir, 'soundings.csv');
  await writeFile(path, 'PartitionKey,RowKey,Depth\nQuay,B1,12.25\n');
  return path;
}

/** One that failed, one with a reply and one that disappears automatically, about names of every length. */
async function sendMessages(running: Troubled): Promise<void> {
  const { app, page, stateDir } = running;
  await openTable(page, 'Orders');
  await answerSaveDialog(app, join(stateDir, 'orders.csv'));
  await page.keyboard.press('Control+Shift+E');
  await new ExportDialog(page, 'Orders').start.click();
  await expect(page.getByText(/^Export done:/)).toBeVisible();
  await new Navigator(page).open(longContainer);
  const tab = new ContainerTab(page, longContainer);
  await answerFolderDialog(app, join(stateDir, 'no such folder'));
  await tab.select(longBlob);
  await tab.download.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Folder not found' })).toBeVisible();
  await tab.row(longBlob).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status').first()).toBeVisible();
}
