// Jobs that the window sends to a hub instead of running them: an upload, a copy, an export and an import, each done by a
// real worker, and what no worker can do said beside the choice.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropFiles } from '../fixtures/drop-files';
import { HubPrograms, writeFiles } from '../fixtures/hub';
import { expect, test } from '../fixtures/stores';
import { ConnectionDialog, addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { ExportDialog, answerSaveDialog } from '../pages/export-dialog';
import { ImportTab } from '../pages/import-tab';
import { TableTab } from '../pages/table-tab';

test('an upload, a copy, an export and an import run on the workers of a hub', async ({
  openApp,
  newFolder,
  store,
}) => {
  const [container, copies, table] = [await store.newContainer(), await store.newContainer(), await store.newTable()];
  const dir = await newFolder('hub-jobs');
  const hub = new HubPrograms(dir, store.connectionString);
  await writeFiles(join(dir, 'scans'), 12, 5_000);
  const rows = Array.from({ length: 30 }, (_, index) => `p${index % 3},r${index},${index}`);
  await writeFile(join(dir, 'rows.csv'), ['PartitionKey,RowKey,Number', ...rows, ''].join('\n'));
  try {
    await hub.startHub();
    await hub.startWorker('node-1');
    const { app, page } = await openApp();
    const adding = new ConnectionDialog(page);
    await adding.open();
    await adding.choose('Hub');
    await answerFolderDialog(app, hub.joinFile);
    await adding.dialog.getByRole('button', { name: 'Choose join file…' }).click();
    await adding.name.fill('Harbour');
    await adding.dialog.getByRole('button', { name: 'Add hub' }).click();
    await expect(adding.dialog).toBeHidden();
    const jobs = page.getByRole('tabpanel', { name: 'Harbour' }).getByRole('region', { name: 'Jobs table' });
    const dialog = page.getByRole('dialog', { name: /^(?:Upload|Copy|Export)/ });
    const runOnHub = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Run on' }).click();
      await page.getByRole('option', { name: 'Harbour' }).click();
    };
    const expectDone = async (row: RegExp, progress: RegExp): Promise<void> => {
      await page.getByRole('tab', { name: 'Harbour' }).click();
      await expect(jobs.getByRole('row', { name: row })).toContainText('done', { timeout: 60_000 });
      await expect(jobs.getByRole('row', { name: row })).toContainText(progress);
    };

    const quay = await addConnection(page, 'Quay', store.connectionString);
    await quay.open(container.containerName);
    const source = new ContainerTab(page, container.containerName);
    await answerFolderDialog(app, join(dir, 'scans'));
    await source.upload.click();
    await page.getByRole('menuitem', { name: 'Upload folder with options…' }).click();
    await runOnHub();
    await expect(dialog).toContainText('every worker has at the same place');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expectDone(/^Upload scans/, /12 of 12 files/);

    await page.getByRole('tab', { name: container.containerName }).click();
    // The window does not follow what workers write.
    await source.panel.getByRole('button', { name: 'Refresh' }).click();
    await source.select('scans, folder');
    await source.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
    await page.getByRole('menuitem', { name: /^Copy Ctrl/ }).click();
    await quay.open(copies.containerName);
    const target = new ContainerTab(page, copies.containerName);
    await target.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
    await page.getByRole('menuitem', { name: 'Paste with options…' }).click();
    await runOnHub();
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expectDone(new RegExp(`^Copy.*${copies.containerName}`), /12 of 12 files/);

    await quay.open(table.tableName);
    const tab = new TableTab(page, table.tableName);
    await expect(tab.panel).toBeVisible();
    await dropFiles(tab.panel, [join(dir, 'rows.csv')]);
    const view = new ImportTab(page, table.tableName);
    await expect(view.figure('Can be written')).toHaveText('30');
    await view.choose('Run on', 'Harbour');
    await view.start.click();
    await expectDone(/^Import rows.csv/, /30 rows/);

    await page.getByRole('tab', { name: table.tableName }).first().click();
    await page.keyboard.press('Control+Shift+E');
    const exporting = new ExportDialog(page, table.tableName);
    await exporting.choose('Format', 'JSON Lines');
    await exporting.choose('Entities', /table/i);
    await runOnHub();
    await answerSaveDialog(app, join(dir, 'out.jsonl'));
    await exporting.start.click();
    await expect(exporting.dialog).toBeHidden();
    await expectDone(new RegExp(`^Export ${table.tableName}`), /30 rows/);
    const manifest = JSON.parse(await readFile(join(dir, 'out.jsonl/manifest.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ complete: true, rows: 30 });
    expect((await readdir(join(dir, 'out.jsonl'))).length).toBeGreaterThan(1);
  } finally {
    await hub.end();
  }
});
