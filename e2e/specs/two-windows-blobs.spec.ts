// Two windows: what one of them deletes is gone in the other, too, and what one copies can be pasted in the other.
import { expect, test } from '../fixtures/stores';
import { Navigator, addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

test('blobs that one window deletes are gone in the other', async ({ openApp, store }) => {
  const container = await store.newContainer();
  for (const name of ['a.txt', 'b.txt']) await container.getBlockBlobClient(name).upload(name, name.length);
  const { app, page: left } = await openApp();
  await (await addConnection(left, 'Quay', store.connectionString)).open(container.containerName);
  const [right] = await Promise.all([app.waitForEvent('window'), left.keyboard.press('Control+Shift+N')]);
  await new Navigator(right).open(container.containerName);
  const [mine, theirs] = [left, right].map((page) => new ContainerTab(page, container.containerName));
  if (mine === undefined || theirs === undefined) throw new Error('There are two.');
  await expect(theirs.row('a.txt')).toBeVisible();
  await mine.select('a.txt');
  await left.keyboard.press('Delete');
  await left.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 blob' }).click();
  await expect(mine.row('a.txt')).toHaveCount(0);
  await expect(theirs.row('a.txt')).toHaveCount(0);
  await expect(theirs.row('b.txt')).toBeVisible();
  await right.close();
});

test('blobs that are copied in one window are pasted in another, also in one that is opened afterwards', async ({
  openApp,
  store,
}) => {
  const [from, to] = [await store.newContainer(), await store.newContainer()];
  for (const name of ['a.txt', 'b.txt']) await from.getBlockBlobClient(name).upload(name, name.length);
  const { app, page: left } = await openApp();
  await (await addConnection(left, 'Quay', store.connectionString)).open(from.containerName);
  const mine = new ContainerTab(left, from.containerName);
  await mine.select('a.txt');
  await left.keyboard.press('Control+c');
  const [right] = await Promise.all([app.waitForEvent('window'), left.keyboard.press('Control+Shift+N')]);
  await new Navigator(right).open(to.containerName);
  const theirs = new ContainerTab(right, to.containerName);
  await theirs.panel.getByRole('button', { name: 'Paste' }).click();
  await expect(theirs.row('a.txt')).toBeVisible();

  await mine.select('b.txt');
  await left.keyboard.press('Control+x');
  await expect(left.getByText('Cut b.txt')).toBeVisible();
  await theirs.row('a.txt').click();
  await right.keyboard.press('Control+v');
  await expect(theirs.row('b.txt')).toBeVisible();
  await expect(mine.row('b.txt')).toHaveCount(0);
  await right.close();
});
