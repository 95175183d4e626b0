// The user verifies an upload: a tampered blob is found, copied again, and then both sides are the same.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { violations } from '../fixtures/axe';
import { dropFiles } from '../fixtures/drop-files';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { answerSaveDialog } from '../pages/import-tab';
import { TransferPage } from '../pages/transfer-page';
import { ActivityDock } from '../pages/activity-dock';

test('a tampered blob is found by verifying an upload, and copied again', async ({ openApp, newFolder, store }) => {
  const container = await store.newContainer();
  const cargo = join(await newFolder('hold'), 'cargo');
  const folder = join(cargo, 'ledgers');
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 40 }, (_, index) => `page-${String(index).padStart(2, '0')}.txt`);
  for (const name of names) await writeFile(join(folder, name), `ledger ${name}`);
  const { app, page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  const dock = new ActivityDock(page);
  await dropFiles(tab.panel, [folder]);
  await dock.finished('Upload of ledgers');

  const tampered = container.getBlockBlobClient('ledgers/page-07.txt');
  await tampered.upload('LEDGER page-07.txt', 18);
  await container.getBlobClient('ledgers/page-31.txt').delete();
  await dock
    .job('Upload of ledgers')
    .getByRole('button', { name: /^Verify ledgers/ })
    .click();
  const row = dock.job('Verification of ledgers');
  await expect(row).toContainText('2 found');
  await row.getByRole('button', { name: 'ledgers (40 files)', exact: true }).click();
  const check = new TransferPage(page, 'ledgers (40 files)');
  const result = check.panel.getByRole('region', { name: 'Verification result' });

  await test.step('the page says what differs and why, and saves it', async () => {
    await expect(result).toContainText('2 files differ');
    await check.choose('Different content');
    await expect(check.file('page-07.txt')).toContainText(
      'The MD5 of the file differs from the one stored with the blob.',
    );
    await check.choose('Missing in the container');
    await expect(check.file('page-31.txt')).toBeVisible();
    await check.choose('Found');
    expect(await violations(page, 'all')).toEqual([]);
    const saved = join(cargo, 'found.json');
    await answerSaveDialog(app, saved);
    await check.panel.getByRole('button', { name: 'Save as JSON…' }).click();
    await expect.poll(async () => (await readFile(saved, 'utf8').catch(() => '')).length).toBeGreaterThan(0);
    const found = JSON.parse(await readFile(saved, 'utf8')) as readonly { readonly code: string }[];
    expect(found.map(({ code }) => code).sort()).toEqual(['verify.content', 'verify.missing-there']);
  });

  await test.step('what differs is copied again, by keyboard', async () => {
    await result.getByRole('button', { name: 'Upload 2 files…' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Upload 2 files' }).press('Enter');
    await dock.finished(/^Upload of Differences in/);
    expect((await tampered.downloadToBuffer()).toString()).toBe('ledger page-07.txt');
    await check.panel.getByRole('button', { name: 'Verify found files again' }).press('Enter');
    await expect(result).toContainText('Both sides are equal, compared by MD5.');
  });

  await test.step('a folder is verified against a place of the container', async () => {
    await writeFile(join(folder, 'late.txt'), 'not sent');
    await page.getByRole('tab', { name: container.containerName }).click();
    await tab.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
    await page.getByRole('menuitem', { name: /^Verify a local folder/ }).click();
    await answerFolderDialog(app, cargo);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Choose folder…' }).click();
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(dock.job('Verification of cargo')).toContainText('2 found');
  });

  await test.step('a folder is verified against one of the rows, from its menu', async () => {
    await tab.row('ledgers, folder').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Verify a local folder against this one…' }).click();
    const dialog = page.getByRole('dialog', { name: /ledgers\/$/ });
    await answerFolderDialog(app, folder);
    await dialog.getByRole('button', { name: 'Choose folder…' }).press('Enter');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).press('Enter');
    await expect(dock.job('Verification of ledgers').first()).toContainText('1 found');
  });
});
