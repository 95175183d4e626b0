// The user syncs a folder with a container in both directions, chooses deletions in the plan, and saves the pair.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';
import { ActivityDock } from '../pages/activity-dock';
import { addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';

test('a folder and a container are made equal, with the deletions that were chosen', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const folder = join(await newFolder('desk'), 'charts');
  await mkdir(join(folder, '2026'), { recursive: true });
  await writeFile(join(folder, '2026', 'north sea.txt'), 'north');
  await writeFile(join(folder, 'index.txt'), 'index');
  for (const name of ['2025/old.txt', '2025/older.txt', 'index.txt']) {
    await container.getBlockBlobClient(name).upload(`blob ${name}`, 5 + name.length);
  }
  const names = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { name } of container.listBlobsFlat()) found.push(name);
    return found;
  };
  const { app, page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  const dock = new ActivityDock(page);
  const open = async (): Promise<ReturnType<typeof page.getByRole>> => {
    await tab.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
    await page.getByRole('menuitem', { name: 'Sync this folder…' }).click();
    return page.getByRole('dialog');
  };

  const dialog = await open();
  await answerFolderDialog(app, folder);
  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(dialog.getByText('charts')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show plan' }).click();
  const tree = dialog.getByRole('treegrid', { name: 'Differences' });
  await expect(tree.getByRole('row', { name: /north sea\.txt/ })).toContainText('New');
  await expect(tree.getByRole('row', { name: /^index\.txt/ })).toContainText('Changed');
  await expect(tree.getByRole('row', { name: /^2025/ })).toContainText('Only at the target: 2');
  expect(await violations(page, 'all')).toEqual([]);
  // Nothing is deleted unless it is chosen.
  await tree.getByRole('checkbox', { name: 'Delete older.txt' }).click({ force: true });
  await dialog.getByRole('button', { name: 'Copy as command' }).click();
  const command = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(command).toMatch(
    /^stowage sync '?\/.*charts'? '?\S+\/'? --delete-destination prompt --max-delete 1000 --connection Quay$/,
  );
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the sync' }).fill('Charts');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Start sync' }).click();
  await dock.finished('Sync of charts');
  expect(await names()).toEqual(['2025/old.txt', '2026/north sea.txt', 'index.txt']);
  expect((await container.getBlobClient('index.txt').downloadToBuffer()).toString()).toBe('index');

  await test.step('the saved pair finds nothing more to send', async () => {
    const again = await open();
    await again.getByRole('listitem').filter({ hasText: 'Charts' }).getByRole('button', { name: 'Show plan' }).click();
    await expect(again.getByRole('row', { name: /old\.txt/ })).toContainText('Only at the target');
    await expect(again.getByRole('button', { name: 'Start sync' })).toBeDisabled();
    await again.getByRole('button', { name: 'Back' }).click();
    // The other way round, local files are deleted only when main has asked.
    await writeFile(join(folder, 'mine.txt'), 'mine');
    await again.getByRole('button', { name: 'Choose folder…' }).click();
    await again.getByRole('button', { name: /Direction/ }).click();
    await page.getByRole('option', { name: 'Download: here to local folder' }).click();
    await again.getByRole('button', { name: 'Show plan' }).last().click();
    await again.getByText(/^Delete what is only at the target/).click();
    await again.getByRole('button', { name: 'Start sync' }).click();
    await dock.finished(`Sync of ${container.containerName}`);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      '2025',
      '2025/old.txt',
      '2026',
      '2026/north sea.txt',
      'index.txt',
    ]);
    expect(await readFile(join(folder, '2025/old.txt'), 'utf8')).toBe('blob 2025/old.txt');
  });
});
