// Files in and out through the window: real drops, real pickers, and the truth at the server, on disk and on the wire.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ContainerClient } from '@azure/storage-blob';
import { MiB } from '@shared/units';
import type { ProxiedRequest } from '../../electron/testing/fault-proxy';
import type { RunningApp } from '../fixtures/app';
import { beginWith } from '../fixtures/begin-with';
import { dropFiles } from '../fixtures/drop-files';
import { hostileBlobs, hostileFiles } from '../fixtures/hostile-names';
import { killAtOnce } from '../fixtures/processes';
import { expect, test } from '../fixtures/small-disk';
import { blockRequests } from '../fixtures/stores';
import { choose, tabTo } from '../pages/by-keyboard';
import { Navigator, addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

const hash = (algorithm: 'sha256' | 'md5', bytes: Buffer): string =>
  createHash(algorithm).update(bytes).digest('base64');

const isBlock = ({ method, query }: Pick<ProxiedRequest, 'method' | 'query'>): boolean =>
  method === 'PUT' && query.get('comp') === 'block';
const blockIds = (requests: readonly ProxiedRequest[]): string[] =>
  requests.map(({ query }) => query.get('blockid') ?? '');

async function openContainer(
  { page }: RunningApp,
  container: ContainerClient,
  connectionString: string,
): Promise<ContainerTab> {
  const navigator = await addConnection(page, 'Quay', connectionString);
  await navigator.open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await expect(tab.panel).toContainText('This container is empty');
  return tab;
}

async function namesBelow(container: ContainerClient, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of container.listBlobsFlat({ prefix })) names.push(name.slice(prefix.length));
  return names.sort();
}

/** Paths of files, with slashes. */
async function filesBelow(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, path) : [path];
  });
  return (await Promise.all(found)).flat().sort();
}

test('two dropped files are stored unchanged, and download unchanged; hostile names do too', async ({
  newFolder,
  newSmallDisk,
  store,
}) => {
  const container = await store.newContainer();
  const folder = await newFolder('cargo');
  const disk = await newSmallDisk(48);
  const files = [
    { name: 'survey.bin', bytes: randomBytes(40 * MiB) },
    { name: 'crate #7; 50 % – größer.txt', bytes: Buffer.from('twelve crates of oranges\n') },
  ];
  for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
  const running = await disk.openApp();
  const tab = await openContainer(running, container, store.connectionString);
  const dock = new ActivityDock(running.page);

  await test.step('both are uploaded in one job', async () => {
    await dropFiles(
      tab.panel,
      files.map(({ name }) => join(folder, name)),
    );
    await dock.finished('Upload of ');
    await expect(dock.jobs).toHaveCount(1);
    for (const { name } of files) await expect(tab.row(name)).toBeVisible();
  });

  await test.step('the server holds the same bytes under the same names, with their checksum', async () => {
    for (const { name, bytes } of files) {
      const blob = container.getBlobClient(name);
      expect(hash('sha256', await blob.downloadToBuffer())).toBe(hash('sha256', bytes));
      const { contentMD5 } = await blob.getProperties();
      expect(Buffer.from(contentMD5 ?? '').toString('base64')).toBe(hash('md5', bytes));
    }
  });

  await test.step('every block was sent once, under its own checksum', () => {
    const sent = blockRequests(store.blobProxy, container.containerName, 'survey.bin');
    expect(sent.length).toBeGreaterThan(4);
    expect(new Set(blockIds(sent)).size).toBe(sent.length);
    expect(sent.reduce((sum, { bytesUp }) => sum + bytesUp, 0)).toBe(40 * MiB);
    for (const { headers } of sent) expect(headers['content-md5']).toBeTruthy();
    expect(store.blobProxy.requests.filter(({ query }) => query.get('comp') === 'blocklist')).toHaveLength(1);
  });

  await test.step('downloaded, they are the same files', async () => {
    const target = await newFolder('downloads');
    await answerFolderDialog(running.app, target);
    await tab.select(...files.map(({ name }) => name));
    await tab.download.click();
    await dock.finished('Download of ');
    for (const { name, bytes } of files) {
      const local = join(target, name);
      expect((await readFile(local)).equals(bytes)).toBe(true);
      const { lastModified } = await container.getBlobClient(name).getProperties();
      expect((await stat(local)).mtime).toEqual(lastModified);
    }
  });

  await test.step('a disk without room is said first; who goes on sees the download pause, and go on when there is room', async () => {
    const [{ name, bytes }] = files as [(typeof files)[number]];
    const filler = disk.seen(running, 'filler');
    await writeFile(filler, Buffer.alloc(24 * MiB));
    await answerFolderDialog(running.app, disk.path);
    await tab.select(name);
    await tab.download.click();
    const dialog = running.page.getByRole('dialog', { name: `Download to ${basename(disk.path)}` });
    await expect(dialog).toContainText('Not enough disk space: 24.0 MiB free, 16.0 MiB more needed.');
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    const again = `Download of ${name} to`;
    await expect(dock.job(again)).toHaveAccessibleName(
      /[1-9][\d.]* of 40\.0\sMiB, paused, disk full: free up space, then resume$/u,
    );
    expect(await readdir(disk.seen(running, '.'))).toEqual([expect.stringMatching(/\.part$/u), 'filler']);
    await rm(filler);
    await dock.press(again, 'Resume');
    await dock.finished(again);
    expect(await readdir(disk.seen(running, '.'))).toEqual([name]);
    expect((await readFile(disk.seen(running, name))).equals(bytes)).toBe(true);
  });

  await test.step('names that exist are shown first; by the keyboard alone another policy is chosen, and holds', async () => {
    const [survey, crates] = files as [(typeof files)[number], (typeof files)[number]];
    const sent = blockRequests(store.blobProxy, container.containerName, survey.name).length;
    await writeFile(join(folder, crates.name), 'thirteen crates of oranges\n');
    await writeFile(join(folder, 'fresh.txt'), 'new\n');
    await dropFiles(
      tab.panel,
      [survey.name, crates.name, 'fresh.txt'].map((name) => join(folder, name)),
    );
    const { page } = running;
    const summary = page.getByRole('dialog', { name: `Upload to ${container.containerName}` });
    await expect(summary.getByRole('table', { name: 'Already exists' })).toContainText('2 names already exist');
    await expect(summary).toContainText('2 files are skipped. To upload: 1 file, 4 B.');
    await expect(summary.getByRole('button', { name: 'Upload', exact: true })).toBeFocused();
    await tabTo(page, 'Shift+Tab', /If a name already exists/);
    await choose(page, 'Replace if different');
    await expect(summary).toContainText('1 existing blob is replaced.');
    await tabTo(page, 'Tab', /Upload, replacing 1/);
    await page.keyboard.press('Enter');
    await expect(summary).toBeHidden();
    await dock.finished(`Upload of ${survey.name} and 2 more`);
    expect(String(await container.getBlobClient(crates.name).downloadToBuffer())).toBe('thirteen crates of oranges\n');
    expect(String(await container.getBlobClient('fresh.txt').downloadToBuffer())).toBe('new\n');
    expect(blockRequests(store.blobProxy, container.containerName, survey.name)).toHaveLength(sent);
  });

  await test.step('a file that is dropped on the tab goes to the folder that the tab shows', async () => {
    await container.getBlockBlobClient('berths/one.txt').upload('one', 3);
    await tab.panel.getByRole('button', { name: 'Refresh' }).click();
    await tab.row('berths, folder').dblclick();
    await expect(running.page.getByText('one.txt')).toBeVisible();
    await dropFiles(running.page.getByRole('tab', { name: container.containerName }), [join(folder, 'fresh.txt')]);
    await dock.finished('Upload of fresh.txt');
    expect(await namesBelow(container, 'berths/')).toEqual(['fresh.txt', 'one.txt']);
    await tab.panel.getByRole('button', { name: 'Up one folder' }).click();
  });

  await test.step('a folder of hostile names, dropped on the container in the tree, arrives under exactly these names', async () => {
    for (const { blob } of hostileFiles) {
      const local = join(folder, 'corpus', blob);
      await mkdir(dirname(local), { recursive: true });
      await writeFile(local, blob);
    }
    await dropFiles(new Navigator(running.page).item(container.containerName), [join(folder, 'corpus')]);
    await dock.finished('Upload of corpus');
    expect(await namesBelow(container, 'corpus/')).toEqual(hostileFiles.map(({ blob }) => blob).sort());
  });

  await test.step('and comes back, with a blob and a folder of one name, in names that every disk keeps', async () => {
    for (const { blob } of hostileBlobs) await container.getBlockBlobClient(`corpus/${blob}`).upload(blob, blob.length);
    const target = await newFolder('hostile');
    await answerFolderDialog(running.app, target);
    await tab.select('corpus, folder');
    await tab.download.click();
    await dock.finished('Download of corpus');
    const all = [...hostileFiles, ...hostileBlobs];
    expect(await filesBelow(join(target, 'corpus'))).toEqual(all.map(({ local }) => local).sort());
    for (const { blob, local } of all) expect(await readFile(join(target, 'corpus', local), 'utf8')).toBe(blob);
  });

  await test.step('with their settings, times, empty folders and what links lead to come back, whatever the form of a name', async () => {
    const settings = { preserveTimes: true, emptyFolders: true, followLinks: true };
    await running.page.evaluate((some) => window.stowage.invoke('settings.write', some), settings);
    // One letter in both forms of Unicode, names that look encoded, and ends that some systems drop.
    const names = ['\u00e9.txt', 'e\u0301.txt', '%41%2F.txt', 'a%', 'end.', 'in./end ', '~'];
    for (const [index, name] of names.entries()) {
      const path = join(folder, 'whole', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, name);
      await utimes(path, 0, 1_000_000_000 + index * 86_400.5);
    }
    await mkdir(join(folder, 'whole', 'empty', 'inside'), { recursive: true });
    await symlink(join(folder, 'whole', 'a%'), join(folder, 'whole', 'linked'));
    await dropFiles(new Navigator(running.page).item(container.containerName), [join(folder, 'whole')]);
    await dock.finished('Upload of whole');
    const target = await newFolder('whole again');
    await answerFolderDialog(running.app, target);
    await tab.panel.getByRole('button', { name: 'Refresh' }).click();
    await tab.select('whole, folder');
    await tab.download.click();
    await dock.finished('Download of whole');
    const [here, back] = [join(folder, 'whole'), join(target, 'whole')];
    expect(await filesBelow(back)).toEqual(await filesBelow(here));
    for (const name of [...names, 'linked']) {
      expect(await readFile(join(back, name), 'utf8')).toBe(name === 'linked' ? 'a%' : name);
      expect(Math.abs((await stat(join(back, name))).mtimeMs - (await stat(join(here, name))).mtimeMs)).toBeLessThan(1);
    }
    expect(await readdir(join(back, 'empty'))).toEqual(['inside']);
  });
});

test('a running upload is cancelled whatever its requests wait for, and leaves no blob', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'slow.bin');
  await writeFile(path, randomBytes(10 * MiB));
  const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 2 });
  const running = await openApp();
  const tab = await openContainer(running, container, store.connectionString);
  const dock = new ActivityDock(running.page);

  await dropFiles(tab.panel, [path]);
  await expect.poll(() => held.hits()).toBeGreaterThan(2);
  const open = store.blobProxy.openConnections();
  await dock.press('Upload of slow.bin', 'Cancel');
  await expect(dock.job('Upload of slow.bin')).toContainText('cancelled');

  // None of the held blocks was answered, and none has reached its timeout, after which it would be sent again.
  const blocks = blockRequests(store.blobProxy, container.containerName, 'slow.bin');
  expect(blocks.filter(({ fault, status }) => fault === 'hang' && status > 0)).toEqual([]);
  expect(new Set(blockIds(blocks)).size).toBe(blocks.length);
  // They are abandoned; the connections that stay open are idle.
  await expect.poll(() => store.blobProxy.openConnections()).toBeLessThan(open - 1);
  expect(store.blobProxy.requests.filter(({ query }) => query.get('comp') === 'blocklist')).toEqual([]);
  expect(await container.getBlobClient('slow.bin').exists()).toBe(false);
  await expect(tab.panel).toContainText('This container is empty');
});

test('an app killed in mid-upload sends only the missing blocks', async ({ launchApp, newFolder, store }) => {
  const container = await store.newContainer();
  const stateDir = await newFolder('state');
  const path = join(await newFolder('cargo'), 'long.bin');
  const bytes = randomBytes(12 * MiB);
  await writeFile(path, bytes);
  const name = container.containerName;
  const isStored = ({ status }: ProxiedRequest): boolean => status === 201;

  const before = await test.step('some blocks are stored, then the app is killed', async () => {
    const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
    const first = await launchApp({ stateDir });
    await beginWith(first.page, { blockBytes: MiB });
    const tab = await openContainer(first, container, store.connectionString);
    await dropFiles(tab.panel, [path]);
    const sent = (): readonly ProxiedRequest[] => blockRequests(store.blobProxy, name, 'long.bin');
    await expect.poll(() => sent().filter(isStored).length).toBe(4);
    await expect.poll(() => held.hits()).toBeGreaterThan(0);
    await killAtOnce(first);
    // Bytes that the app had already handed to its sockets reach the proxy after it has ended.
    await expect.poll(() => store.blobProxy.openConnections()).toBe(0);
    store.blobProxy.clearFaults();
    return sent();
  });
  expect(await container.getBlobClient('long.bin').exists()).toBe(false);

  const running = await launchApp({ stateDir });
  const dock = new ActivityDock(running.page);
  await expect(dock.job('Upload of long.bin')).toContainText('interrupted');
  expect(blockRequests(store.blobProxy, name, 'long.bin')).toHaveLength(before.length);

  await dock.press('Upload of long.bin', 'Resume');
  await dock.finished('Upload of long.bin');
  const after = blockRequests(store.blobProxy, name, 'long.bin').slice(before.length);
  const stored = blockIds(before.filter(isStored));
  expect(new Set(blockIds(after)).size).toBe(after.length);
  expect(blockIds(after).filter((id) => stored.includes(id))).toEqual([]);
  expect(after.length + stored.length).toBe(12);
  const blob = container.getBlobClient('long.bin');
  expect(hash('sha256', await blob.downloadToBuffer())).toBe(hash('sha256', bytes));
});
