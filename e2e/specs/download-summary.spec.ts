// A download into a folder that contains files of these names already: reported before it starts, compared with the
// actual content at that time.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { choose, tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

test('existing files in the folder, and unreadable blobs, are reported before a download', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  for (const name of ['scans/1.tif', 'scans/2.tif', 'scans/frozen.tif', 'notes.txt']) {
    await container.getBlockBlobClient(name).upload(`stored ${name}`, `stored ${name}`.length);
  }
  const target = await newFolder('desk');
  await mkdir(join(target, 'scans'));
  await writeFile(join(target, 'scans', '1.tif'), 'of mine');
  await writeFile(join(target, 'notes.txt'), 'of mine, and longer than that');
  const { app, page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  const dock = new ActivityDock(page);
  await answerFolderDialog(app, join(target, 'gone'));
  await tab.select('scans, folder', 'notes.txt');
  await tab.download.click();
  const missing = page.getByRole('alert').filter({ hasText: 'Folder not found' });
  await expect(missing).toContainText(join(target, 'gone'));
  await expect(missing).toContainText('choose another folder');
  await missing.getByRole('button', { name: 'Dismiss' }).click();
  await answerFolderDialog(app, target);

  await tab.download.click();
  const summary = page.getByRole('dialog', { name: `Download to ${basename(target)}` });
  const rows = summary.getByRole('table', { name: 'Already exists' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toHaveText('2 names already existThis blobExisting file');
  await expect(summary).toContainText('2 blobs are skipped. To download: 2 blobs, ');
  await expect(summary).toContainText(/Free disk space: [\d.]+\s[GMT]iB\./);
  await expect(summary.getByRole('button', { name: 'Download', exact: true })).toBeFocused();
  expect(await violations(page, 'all')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(summary).toBeHidden();
  await expect(dock.jobs).toHaveCount(0);

  await container.getBlobClient('scans/frozen.tif').setAccessTier('Archive');
  await tab.download.click();
  await expect(summary.getByRole('heading', { name: '1 blob cannot be downloaded' })).toBeVisible();
  await expect(summary).toContainText('scans/frozen.tif');
  await expect(summary).toContainText('2 blobs are skipped. To download: 1 blob, ');
  await tabTo(page, 'Shift+Tab', /If a name already exists/);
  await choose(page, 'Replace existing');
  await tabTo(page, 'Tab', /Download, replacing 2/);
  await page.keyboard.press('Enter');
  const job = dock.job('Download of notes.txt');
  await expect(job).toHaveAccessibleName(/1 failed/);
  await expect(job.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  for (const name of ['scans/1.tif', 'scans/2.tif', 'notes.txt']) {
    expect(await readFile(join(target, name), 'utf8')).toBe(`stored ${name}`);
  }

  await test.step('an upload stores the properties that are entered in its summary, and its page shows them', async () => {
    await container.getPageBlobClient('page.html').create(512);
    await writeFile(join(target, 'page.html'), '<p>');
    await answerFolderDialog(app, join(target, 'page.html'));
    await tab.upload.click();
    await page.getByRole('menuitem', { name: 'Upload files with options…' }).click();
    const upload = page.getByRole('dialog', { name: `Upload to ${container.containerName}` });
    await upload.getByText('Modification times').click();
    await upload.getByRole('button', { name: 'Properties of the new blobs' }).click();
    await upload.getByRole('textbox', { name: 'Cache-Control' }).fill('no-store');
    await upload.getByRole('button', { name: 'Add entry' }).click();
    await upload.getByRole('textbox', { name: 'Name' }).fill('owner');
    await upload.getByRole('textbox', { name: 'Value' }).fill('me');
    await upload.getByRole('button', { name: /If a name already exists/ }).click();
    await page.getByRole('option', { name: 'Replace existing' }).click();
    await upload.getByText(/^Also replace page and append blobs/).click();
    expect(await violations(page, 'all')).toEqual([]);
    await upload.getByRole('button', { name: 'Upload, replacing 1' }).click();
    await dock.finished('Upload of page.html');
    const stored = await container.getBlobClient('page.html').getProperties();
    expect(stored).toMatchObject({ blobType: 'BlockBlob', contentLength: 3, cacheControl: 'no-store' });
    expect(stored.metadata).toMatchObject({ owner: 'me', mtime: expect.any(String) });
    await dock.job('Upload of page.html').getByRole('button', { name: 'page.html', exact: true }).click();
    const options = page.getByRole('region', { name: 'Transfer page.html' }).getByText('Options:').locator('..');
    await expect(options).toContainText(
      'Options:existing names are replacedmodification timespage and append blobs replacedCache-Control: no-storemetadata: owner',
    );
  });
});
