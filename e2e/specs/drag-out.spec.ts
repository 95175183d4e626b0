// Blobs dragged to another program by the system's own drag and drop, with a real pointer between two real windows:
// they arrive there as they are stored, and Escape takes them back.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerClient } from '@azure/storage-blob';
import { type Desktop, expect, test } from '../fixtures/desktop';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

const stored = {
  // A drag carries addresses: none of these may stand in one as it is.
  'Prüfung 100% #1.bin': randomBytes(300_000),
  'empty.txt': Buffer.alloc(0),
  'scans/a b.bin': randomBytes(700),
  'scans/deep/c.bin': randomBytes(1),
  'other.bin': randomBytes(2),
};
type BlobName = keyof typeof stored;

async function fill(container: ContainerClient): Promise<void> {
  for (const [name, content] of Object.entries(stored)) {
    await container.getBlockBlobClient(name).upload(content, content.length);
  }
}
const asDropped = (...names: readonly BlobName[]): readonly object[] =>
  names.map((path) => ({
    path,
    bytes: stored[path].length,
    sha256: createHash('sha256').update(stored[path]).digest('hex'),
  }));

async function openContainer({ page }: Desktop, connectionString: string, name: string): Promise<ContainerTab> {
  await (await addConnection(page, 'Quay', connectionString)).open(name);
  return new ContainerTab(page, name);
}
/**
 * Presses the button on the row, at this distance from its middle, and moves far enough to start a drag. A second press
 * soon after at the same position is a double click, which drags nothing.
 */
async function pull({ pointer, pointOf }: Desktop, tab: ContainerTab, name: string, fromMiddlePx = 0): Promise<void> {
  const middle = await pointOf(tab.row(name));
  const [x, y] = [middle.x + fromMiddlePx, middle.y];
  await pointer.moveTo({ x, y });
  await pointer.press();
  for (const px of [4, 8, 12, 16]) await pointer.moveTo({ x: x + px, y });
}
/** Over the rows that they came from, while the system drags them. */
const dragged = (tab: ContainerTab) => tab.panel.getByText('Upload to', { exact: false });

test('blobs and a folder dragged to another program arrive there as they are stored', async ({ desktop, store }) => {
  const container = await store.newContainer();
  await fill(container);
  const tab = await openContainer(desktop, store.connectionString, container.containerName);
  await tab.select('Prüfung 100% #1.bin', 'empty.txt', 'scans, folder');
  await pull(desktop, tab, 'empty.txt');
  await expect(dragged(tab)).toBeVisible();
  await desktop.holdOverOther();
  await expect(dragged(tab)).toHaveCount(0);
  expect(await desktop.beside.drops()).toEqual([]);

  await desktop.pointer.release();
  await expect.poll(desktop.beside.drops).toHaveLength(1);
  expect(await desktop.beside.drops()).toEqual([
    asDropped('Prüfung 100% #1.bin', 'empty.txt', 'scans/a b.bin', 'scans/deep/c.bin'),
  ]);

  // The pointer is the window's again.
  await desktop.pointer.moveTo(await desktop.pointOf(tab.row('other.bin')));
  await desktop.pointer.press();
  await desktop.pointer.release();
  await expect(tab.row('other.bin')).toHaveAttribute('aria-selected', 'true');
  await expect(tab.row('empty.txt')).toHaveAttribute('aria-selected', 'false');
});

test('Escape cancels a drag, over the other program and over the rows it came from', async ({ desktop, store }) => {
  const { pointer, beside } = desktop;
  const container = await store.newContainer();
  await fill(container);
  const tab = await openContainer(desktop, store.connectionString, container.containerName);

  await pull(desktop, tab, 'other.bin');
  await expect(dragged(tab)).toBeVisible();
  await desktop.holdOverOther();
  await pointer.key('Escape');
  await expect.poll(beside.heldAt).toBeNull();
  await pointer.release();

  // The earlier download is still there, and is used at once.
  await pull(desktop, tab, 'other.bin', 60);
  await expect(dragged(tab)).toBeVisible();
  await pointer.key('Escape');
  await expect(dragged(tab)).toHaveCount(0);
  await pointer.release();

  await pull(desktop, tab, 'other.bin', 120);
  await expect(dragged(tab)).toBeVisible();
  await desktop.holdOverOther();
  await pointer.release();
  await expect.poll(beside.drops).toEqual([asDropped('other.bin')]);
  const reads = store.blobProxy.requests.filter(({ path }) => path.endsWith('/other.bin'));
  expect(reads.filter(({ method }) => method === 'GET')).toHaveLength(1);
  await expect(desktop.page.getByRole('dialog')).toHaveCount(0);
  const fetched = await readdir(join(desktop.stateDir, 'drag-out'), { recursive: true });
  expect(fetched).toHaveLength(2);
  for (const name of fetched) {
    const { mode } = await stat(join(desktop.stateDir, 'drag-out', name));
    expect([name, mode & 0o077], 'readable by its owner only').toEqual([name, 0]);
  }
});
