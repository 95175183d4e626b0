// Finding blobs and their sizes: a search requests only what can match and its matches have all actions of rows; sizes
// are counted once and can be browsed by keyboard; dragged blobs are downloaded and handed over.
import { randomBytes } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerClient } from '@azure/storage-blob';
import type { Locator } from '@playwright/test';
import { violations } from '../fixtures/axe';
import { dropFiles } from '../fixtures/drop-files';
import { type Store, expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

async function fill(container: ContainerClient, blobs: Readonly<Record<string, number | Buffer>>): Promise<void> {
  await Promise.all(
    Object.entries(blobs).map(([name, held]) => {
      const content = typeof held === 'number' ? Buffer.alloc(held) : held;
      return container.getBlockBlobClient(name).upload(content, content.length);
    }),
  );
}
async function held(container: ContainerClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of container.listBlobsFlat()) names.push(name);
  return names;
}
/** Prefixes of the listings without folders, oldest first. */
const flatListings = (store: Store): readonly string[] =>
  store.blobProxy.requests
    .filter(({ query }) => query.get('comp') === 'list' && query.get('restype') === 'container')
    .filter(({ query }) => query.get('delimiter') === null)
    .map(({ query }) => query.get('prefix') ?? '');

test('names are searched for in all folders, and the matches are deleted', async ({ openApp, store }) => {
  const container = await store.newContainer();
  const remaining = { 'logs/2025-12/a.json': 3, 'logs/2026-10/notes.txt': 4, 'logs/app.log': 5 };
  await fill(container, { ...remaining, 'logs/2026-10/a.json': 1, 'logs/2026-11/inner/b.json': 2 });
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await expect(tab.row('logs, folder')).toBeVisible();

  await tab.panel.getByRole('radio', { name: 'All blobs' }).click();
  await expect(tab.row('logs/2026-11/inner/b.json')).toBeVisible();
  await page.keyboard.press('Control+f');
  const field = tab.panel.getByRole('searchbox', { name: 'Search names' });
  await expect(field).toBeFocused();
  await field.fill('logs/2026-');
  await expect(tab.row('logs/app.log')).toHaveCount(0);
  await expect(tab.row('logs/2026-10/notes.txt')).toBeVisible();

  await tab.panel.getByRole('button', { name: /Search mode/ }).click();
  await page.getByRole('option', { name: /Wildcard/ }).click();
  await field.fill('logs/2026-*/**/*.json');
  const before = flatListings(store).length;
  await field.press('Enter');
  const matches = tab.panel.getByRole('grid', { name: 'Names that match logs/2026-*/**/*.json' });
  await expect(matches.getByRole('row')).toHaveCount(3);
  await expect(tab.panel.getByText('2 matches')).toBeVisible();
  expect(flatListings(store).slice(before)).toEqual(['logs/2026-']);
  expect(await violations(page, 'all')).toEqual([]);

  await matches.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 blobs' });
  await dialog.getByRole('button', { name: 'Delete 2 blobs' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tab.panel.getByText('No matching names')).toBeVisible();
  expect(await held(container)).toEqual(Object.keys(remaining).sort());
});

test('sizes of folders are counted by one listing and walked by keyboard', async ({ openApp, store }) => {
  const container = await store.newContainer();
  await fill(container, { 'big/deep/x.bin': 9000, 'big/y.bin': 3000, 'small/z.txt': 1000, 'top.txt': 10 });
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await expect(tab.row('big, folder')).toBeVisible();
  const before = flatListings(store).length;
  await tab.panel.getByRole('radio', { name: 'Sizes' }).click();
  await expect(tab.panel.getByText(/as of just now/)).toBeVisible();
  const map = tab.panel.getByRole('group', { name: 'Sizes below the container' });
  await expect(map.getByRole('button', { name: 'big/: 11.7 KiB, 92.2 %, 2 blobs' })).toBeVisible();
  // A label that is cut can be read in whole, also of a folder within.
  await map.locator('[data-words^="deep/"]').hover({ force: true });
  await expect(map.getByRole('button', { name: /^big/ })).toHaveAttribute(
    'title',
    /^deep\/: 8\.8\sKiB, 69\.2\s%, 1\sblob/u,
  );
  expect(await violations(page, 'all')).toEqual([]);

  await map.getByRole('button', { name: /^small/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(map.getByRole('button', { name: /^big/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const inside = tab.panel.getByRole('group', { name: 'Sizes below big/' });
  await expect(inside.getByRole('button', { name: 'deep/: 8.8 KiB, 75.0 %, 1 blob' })).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(map).toBeVisible();
  expect(flatListings(store).slice(before)).toEqual(['']);

  await tab.panel.getByRole('radio', { name: 'Folders' }).click();
  await expect(tab.row('big, folder')).toContainText('11.7 KiB');

  // A head is pressed anywhere in it; without a mouse, it is pressed by its name.
  const head = (name: string): Locator => tab.grid.getByRole('columnheader', { name });
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await head('Name').click();
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Sort by size');
  await page.keyboard.press('Enter');
  await expect(head('Size')).toHaveAttribute('aria-sort', 'ascending');
});

interface Dragged {
  readonly file: string;
  readonly files: readonly string[];
  readonly hasIcon: boolean;
}

test('blobs and folders that are dragged out are fetched, then handed over', async ({ openApp, store, newFolder }) => {
  const outside = await newFolder('outside');
  const container = await store.newContainer();
  const scan = randomBytes(700);
  await fill(container, { 'deep/scans/a.bin': scan, 'deep/b.bin': 500, 'deep/other.bin': 5 });
  const { app, page } = await openApp();
  // What main passes to the system, and how often; another journey checks what arrives elsewhere.
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const dragged: Dragged[] = [];
    Object.assign(globalThis, { dragged });
    if (!window) return;
    window.webContents.startDrag = ({ file, files = [], icon }) => {
      dragged.push({ file, files, hasIcon: typeof icon !== 'string' && !icon.isEmpty() });
    };
  });
  const handedOver = (): Promise<readonly Dragged[]> =>
    app.evaluate(() => (globalThis as unknown as { dragged: Dragged[] }).dragged);
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await tab.row('deep, folder').dblclick();
  await tab.select('scans, folder', 'b.bin');
  const pull = async (name: string): Promise<void> => {
    const box = await tab.row(name).boundingBox();
    if (box === null) throw new Error(`${name} is not on the screen.`);
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 10, { steps: 4 });
  };

  await pull('b.bin');
  await expect.poll(handedOver).toHaveLength(1);
  const [dragged] = await handedOver();
  expect(dragged?.hasIcon).toBe(true);
  expect(dragged?.files.map((path) => path.split(/[/\\]/u).at(-1))).toEqual(['b.bin', 'scans']);
  const [file = '', folder = ''] = dragged?.files ?? [];
  expect(dragged?.file).toBe(file);
  expect(await readFile(file)).toEqual(Buffer.alloc(500));
  expect(await readFile(join(folder, 'a.bin'))).toEqual(scan);
  await page.mouse.up();

  // Dropped where it came from, it stays as it is; dropped elsewhere in the container it is treated like any other
  // file.
  await dropFiles(tab.panel, dragged?.files ?? []);
  await writeFile(join(outside, 'next.txt'), 'the next drop begins a job');
  await dropFiles(tab.panel, [join(outside, 'next.txt')]);
  const dock = new ActivityDock(page);
  await dock.finished('Upload of next.txt');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(dock.jobs).toHaveCount(2);
  await expect(page.getByText('Keep dragging')).toHaveCount(0);

  // The folder's current content is unknown: it is downloaded again. An unchanged blob is not.
  await fill(container, { 'deep/scans/late.bin': 3 });
  await tab.select('scans, folder', 'b.bin');
  await pull('scans, folder');
  await expect.poll(handedOver).toHaveLength(2);
  await page.mouse.up();
  const [, [, again = ''] = []] = (await handedOver()).map(({ files }) => files);
  expect((await readdir(again)).sort()).toEqual(['a.bin', 'late.bin']);
  await tab.select('b.bin');
  await pull('b.bin');
  await expect.poll(handedOver).toHaveLength(3);
  await page.mouse.up();
  const reads = (): number => store.blobProxy.requests.filter(({ path }) => path.endsWith('.bin')).length;
  const before = reads();
  await pull('b.bin');
  await expect.poll(handedOver).toHaveLength(4);
  await page.mouse.up();
  expect((await handedOver())[3]).toEqual((await handedOver())[2]);
  expect(reads()).toBe(before);
});
