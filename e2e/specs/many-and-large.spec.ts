// A folder of thousands of small files through the window, the same drop twice, and a download that outlives its app.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MiB } from '@shared/units';
import type { ProxiedRequest } from '../../electron/testing/fault-proxy';
import { dropFiles } from '../fixtures/drop-files';
import { killAtOnce } from '../fixtures/processes';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

const folders = 40;
const filesAFolder = 50;

test('three files and a folder tree of 2,000 small ones, dropped twice, are stored once', async ({
  openApp,
  newFolder,
  store,
}) => {
  test.setTimeout(180_000);
  const container = await store.newContainer();
  const cargo = await newFolder('cargo');
  const expected = new Map<string, string>();
  for (let folder = 0; folder < folders; folder += 1) {
    const below = `logs/day-${String(folder).padStart(2, '0')}`;
    await mkdir(join(cargo, below), { recursive: true });
    for (let file = 0; file < filesAFolder; file += 1) expected.set(`${below}/${file}.txt`, `line ${folder}.${file}\n`);
  }
  for (const name of ['a.txt', 'b.txt', 'c.txt']) expected.set(name, `file ${name}\n`);
  for (const [name, text] of expected) await writeFile(join(cargo, name), text);
  const dropped = ['a.txt', 'b.txt', 'c.txt', 'logs'].map((name) => join(cargo, name));

  const { page } = await openApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await navigator.open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await expect(tab.panel).toContainText('This container is empty');
  const dock = new ActivityDock(page);
  await dropFiles(tab.panel, dropped);
  await dock.finished('Upload of a.txt and 3 more', 120_000);
  await dropFiles(tab.panel, dropped);
  const summary = page.getByRole('dialog', { name: `Upload to ${container.containerName}` });
  await expect(summary).toContainText('2,003 files are skipped. Nothing to upload.', { timeout: 30_000 });
  await page.keyboard.press('Enter');
  // Nothing would move: it is closed, and no job comes of it.
  await expect(summary).toBeHidden();
  await expect(dock.jobs).toHaveCount(1);

  const sizes = new Map<string, number | undefined>();
  for await (const { name, properties } of container.listBlobsFlat()) sizes.set(name, properties.contentLength);
  expect(sizes).toEqual(new Map([...expected].map(([name, text]) => [name, Buffer.byteLength(text)])));
  const stored = store.blobProxy.requests.filter(
    ({ method, status, path }) => method === 'PUT' && status === 201 && path.includes(`/${container.containerName}/`),
  );
  expect(stored).toHaveLength(expected.size);
  const some = `logs/day-39/49.txt`;
  expect(String(await container.getBlobClient(some).downloadToBuffer())).toBe(expected.get(some));
});

/** Ranges of the one download in this state folder that its journal holds. */
async function rangesWrittenDown(stateDir: string): Promise<number> {
  const jobs = join(stateDir, 'jobs');
  const names = (await readdir(jobs)).filter((name) => name.endsWith('.jsonl'));
  const text = (await Promise.all(names.map((name) => readFile(join(jobs, name), 'utf8')))).join('');
  const records = text.split('\n').flatMap((line) => /^\w+ (\{"t":"blocks",.*\})$/.exec(line)?.[1] ?? []);
  return records
    .flatMap((record) => (JSON.parse(record) as { readonly runs: readonly (readonly [number, number])[] }).runs)
    .reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

test('an app killed in mid-download downloads only the missing ranges', async ({ launchApp, newFolder, store }) => {
  test.setTimeout(120_000);
  const container = await store.newContainer();
  const stateDir = await newFolder('state');
  const target = await newFolder('downloads');
  const bytes = randomBytes(64 * MiB);
  const md5 = createHash('md5').update(bytes).digest();
  await container
    .getBlockBlobClient('long.bin')
    .uploadData(bytes, { blobHTTPHeaders: { blobContentMD5: new Uint8Array(md5) } });
  const isGet = ({ method, path }: Pick<ProxiedRequest, 'method' | 'path'>): boolean =>
    method === 'GET' && path.endsWith('/long.bin');
  const gets = (): readonly ProxiedRequest[] => store.blobProxy.requests.filter(isGet);

  const written = await test.step('some ranges arrive, then the app is killed', async () => {
    const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isGet, times: Infinity, skip: 14 });
    const first = await launchApp({ stateDir });
    const navigator = await addConnection(first.page, 'Quay', store.connectionString);
    await navigator.open(container.containerName);
    const tab = new ContainerTab(first.page, container.containerName);
    await answerFolderDialog(first.app, target);
    await tab.select('long.bin');
    await tab.download.click();
    await expect.poll(() => held.hits()).toBeGreaterThan(0);
    // Ranges are written down in groups, after they are on the disk.
    await expect.poll(() => rangesWrittenDown(stateDir), { timeout: 30_000 }).toBeGreaterThan(0);
    await killAtOnce(first);
    store.blobProxy.clearFaults();
    return rangesWrittenDown(stateDir);
  });
  expect(await readdir(target)).toEqual([expect.stringMatching(/\.part$/)]);

  const before = gets().length;
  const { page } = await launchApp({ stateDir });
  const dock = new ActivityDock(page);
  await expect(dock.job('Download of long.bin')).toContainText('interrupted');
  expect(gets()).toHaveLength(before);
  await dock.press('Download of long.bin', 'Resume');
  await dock.finished('Download of long.bin', 60_000);
  const fetched = gets()
    .slice(before)
    .reduce((sum, { bytesDown }) => sum + bytesDown, 0);
  expect(fetched).toBe(bytes.length - written * 4 * MiB);
  expect(await readdir(target)).toEqual(['long.bin']);
  expect((await readFile(join(target, 'long.bin'))).equals(bytes)).toBe(true);
});
