// Scenes that try the layout, and those that need something to move, be deleted or compared.
import { dropFiles } from '../fixtures/drop-files';
import { BlobPanel } from '../pages/blob-panel';
import { openBlob } from '../pages/blob-tab';
import { LabTab } from '../pages/lab-tab';
import { BulkDialog } from '../pages/bulk-dialog';
import { Navigator } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { Review } from '../pages/review';
import { TransferPage } from '../pages/transfer-page';
import { ActivityDock } from '../pages/activity-dock';
import { openTable } from '../scenes/open-table';
import {
  type Crowded,
  cargoFiles,
  cargoName,
  expect,
  longBlob,
  longContainer,
  longFolder,
  longTable,
} from './crowded-app';

export type CrowdedScenes = Readonly<Record<string, (running: Crowded) => Promise<void>>>;

export const crowdedScenes: CrowdedScenes = {
  'twelve thousand rows, at the last of them': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.toTheEnd.click();
    await expect(table.footer).toContainText('complete', { timeout: 60_000 });
    await table.grid.focus();
    await page.keyboard.press('Control+End');
  },
  'very long names in a table of forty properties': async ({ page }) => {
    await openTable(page, longTable);
  },
  'very long names in a container': async ({ page }) => {
    await openLongContainer(page);
  },
  'the properties of a blob with a very long name': async ({ page }) => {
    await new BlobPanel(page, await openLongContainer(page)).show(longBlob);
  },
  'several tabs with very long names': async ({ page }) => {
    await openTable(page, longTable);
    for (const name of ['Orders', 'Movies', 'photos', longContainer]) await new Navigator(page).open(name);
  },
  'a signature for a container': async ({ page }) => {
    const panel = new BlobPanel(page, await openLongContainer(page));
    await panel.showContainer();
    await panel.section('Container').getByRole('button', { name: 'Create SAS for container' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'deleting a folder, counted first': async ({ page }) => {
    const tab = await openLongContainer(page);
    await tab.select(`${longFolder}, folder`);
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alertdialog')).toContainText('1 blob');
  },
  'the preview of a text': async ({ page }) => {
    await openLongContainer(page);
    const blob = await openBlob(page, longContainer, longBlob);
    await expect(blob.panel).toContainText('All 183 bytes');
  },
  'a bulk edit with its preview': async ({ page }) => {
    const { panel } = await openTable(page, 'Movies');
    const bulk = new BulkDialog(page, 'Bulk edit Movies');
    await bulk.open('Bulk edit…', panel);
    await bulk.setProperty('Seen', 'yes');
    await bulk.preview();
    await expect(page.getByRole('button', { name: /^Edit 20,418 rows/ })).toBeEnabled({ timeout: 60_000 });
  },
  'an experiment that has run': async ({ page }) => {
    const lab = new LabTab(page);
    await lab.open();
    await lab.choose('Upload block sweep');
    await lab.fill('File sizes', '1MiB, 4MiB, 16MiB, 64MiB');
    await lab.run().click();
    await expect(lab.panel.getByRole('heading', { name: /^Last run/ })).toBeVisible({ timeout: 60_000 });
    await lab.chart('Gain over one stream').scrollIntoViewIfNeeded();
  },
  'closing all tabs over staged changes of two tables': async ({ page }) => {
    for (const name of ['Orders', 'Movies']) {
      const table = await openTable(page, name);
      await new Review(page, table).stage(table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4), '7');
    }
    await page.getByRole('tab', { name: /^Orders/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Close all' }).click();
    await expect(page.getByRole('alertdialog', { name: '2 changes have not been applied' })).toBeVisible();
  },
  'an upload of a folder, done': async (running) => {
    await uploadCargo(running);
  },
  'the files of a transfer': async (running) => {
    await openTransfer(running);
  },
  'the timeline of a transfer': async (running) => {
    await (await openTransfer(running)).show('Timeline');
  },
  'the speed of a transfer': async (running) => {
    await (await openTransfer(running)).show('Speed');
  },
};

async function openLongContainer(page: Crowded['page']): Promise<ContainerTab> {
  await new Navigator(page).open(longContainer);
  const tab = new ContainerTab(page, longContainer);
  await expect(tab.row('a.txt')).toBeVisible();
  return tab;
}

/** Again, even if an earlier scene has left it. */
export async function uploadCargo({ page, cargo }: Crowded): Promise<void> {
  const tab = await openLongContainer(page);
  await dropFiles(tab.panel, [cargo]);
  const job = new ActivityDock(page).job(`Upload of ${cargoName}`).first();
  const dialog = page.getByRole('dialog');
  await expect(dialog.or(job)).toBeVisible();
  if (await dialog.isVisible()) {
    const choice = dialog.getByRole('button', { name: /If a name already exists/ });
    if (await choice.isVisible()) {
      await choice.click();
      await page.getByRole('option', { name: 'Replace existing', exact: true }).click();
    }
    await dialog.getByRole('button', { name: /^Upload\b/ }).click();
  }
  await expect(job).toHaveAccessibleName(/, done\b/);
}

async function openTransfer(running: Crowded): Promise<TransferPage> {
  await uploadCargo(running);
  const title = `${cargoName} (${cargoFiles} files)`;
  const job = new ActivityDock(running.page).job(`Upload of ${cargoName}`).first();
  await job.getByRole('button', { name: title, exact: true }).click();
  const page = new TransferPage(running.page, title);
  await expect(page.panel).toBeVisible();
  return page;
}
