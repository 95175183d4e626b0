// The queue under the user's control: pausing, failed files by cause, the blocks of a file, a run over time.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MiB } from '@shared/units';
import type { ProxiedRequest } from '../../electron/testing/fault-proxy';
import { serviceHeaders } from '../../electron/testing/faults';
import { beginWith } from '../fixtures/begin-with';
import { violations } from '../fixtures/axe';
import { dropFiles } from '../fixtures/drop-files';
import { overlapsWithin } from '../fixtures/overlaps';
import { blockRequests, expect, test } from '../fixtures/stores';
import { tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { answerSaveDialog } from '../pages/import-tab';
import { TransferPage } from '../pages/transfer-page';
import { ActivityDock } from '../pages/activity-dock';

const isBlock = ({ method, query }: Pick<ProxiedRequest, 'method' | 'query'>): boolean =>
  method === 'PUT' && query.get('comp') === 'block';

test('a paused upload shows its blocks and sends only the missing ones', async ({ openApp, newFolder, store }) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'long.bin');
  await writeFile(path, randomBytes(12 * MiB));
  const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
  const { page } = await openApp();
  await beginWith(page, { blockBytes: MiB });
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  const dock = new ActivityDock(page);
  const sent = (): readonly ProxiedRequest[] => blockRequests(store.blobProxy, container.containerName, 'long.bin');

  await dropFiles(tab.panel, [path]);
  await expect.poll(() => sent().filter(({ status }) => status === 201).length).toBe(4);
  await expect.poll(() => held.hits()).toBeGreaterThan(0);
  await dock.job('Upload of long.bin').getByRole('button', { name: 'long.bin', exact: true }).click();
  const transfer = new TransferPage(page, 'long.bin');
  await transfer
    .file('long.bin')
    .getByRole('button', { name: /^Show blocks/ })
    .click();
  await expect(transfer.panel.getByRole('img', { name: /^4 of 12 blocks done, \d+ in flight/ })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await tabTo(page, 'Tab', /Use the arrow keys to move between blocks/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(transfer.panel.getByRole('img', { name: /^Block 12: / })).toBeFocused();
  await tabTo(page, 'Shift+Tab', /^\s*Hide blocks of long\.bin/);

  await dock.job('Upload of long.bin').getByRole('button', { name: 'Pause long.bin' }).click();
  await expect(dock.job('Upload of long.bin')).toContainText('paused');
  await expect(transfer.panel.getByRole('img', { name: /^4 of 12 blocks done;/ })).toBeVisible();
  const before = sent().length;
  held.remove();
  await transfer.panel.getByRole('button', { name: 'Resume' }).click();
  await dock.finished('Upload of long.bin');
  expect(sent().length - before).toBe(12 - 4);
  const blob = await container.getBlobClient('long.bin').downloadToBuffer();
  expect(blob.equals(await readFile(path))).toBe(true);

  await transfer.show('Timeline');
  await expect(transfer.panel.getByRole('img', { name: /^Requests over time: / })).toBeVisible();
  await expect(transfer.panel.getByRole('row')).not.toHaveCount(0);
  await transfer.show('Speed');
  await expect(transfer.panel.getByRole('region', { name: 'Speed limiting factors' })).toContainText('Limited by');
  expect(await violations(page, 'all')).toEqual([]);
});

test('a file of an upload is paused from its menu by keyboard, the others arrive, and it resumes with its stored blocks', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const folder = await newFolder('cargo');
  const paths = ['long.bin', 'short.bin'].map((name) => join(folder, name));
  for (const [index, path] of paths.entries()) await writeFile(path, randomBytes(index === 0 ? 12 * MiB : 1000));
  const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
  const { page } = await openApp();
  await beginWith(page, { blockBytes: MiB });
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const dock = new ActivityDock(page);
  const sent = (): readonly ProxiedRequest[] => blockRequests(store.blobProxy, container.containerName, 'long.bin');

  await dropFiles(new ContainerTab(page, container.containerName).panel, paths);
  await expect.poll(() => sent().filter(({ status }) => status === 201).length).toBe(4);
  const job = 'Upload of long.bin and 1 more (2 files)';
  await dock.job(job).getByRole('button', { name: 'long.bin and 1 more (2 files)', exact: true }).click();
  const transfer = new TransferPage(page, 'long.bin and 1 more (2 files)');
  await transfer.file('long.bin').getByRole('button', { name: 'More actions for long.bin' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Pause' })).toBeFocused();
  expect(await violations(page, 'all')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(transfer.file('long.bin')).toContainText('paused');
  await expect(dock.job(job)).toHaveAccessibleName(/paused, 1 file paused$/u);
  expect(await container.getBlobClient('short.bin').exists()).toBe(true);

  const before = sent().length;
  held.remove();
  await transfer.file('long.bin').getByRole('button', { name: 'More actions for long.bin' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Resume' }).press('Enter');
  await dock.finished(job);
  expect(sent().length - before).toBe(12 - 4);
  const blob = await container.getBlobClient('long.bin').downloadToBuffer();
  expect(blob.equals(await readFile(paths[0] ?? ''))).toBe(true);
});

test('failed files are listed by cause, saved as a table, and retried by cause', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const folder = await newFolder('cargo');
  const names = Array.from({ length: 300 }, (_, index) => `crate-${String(index).padStart(3, '0')}.txt`);
  await mkdir(join(folder, 'crates'));
  for (const name of names) await writeFile(join(folder, 'crates', name), `cargo of ${name}\n`);
  const reject = (suffix: string, status: number, code: string): { remove(): void } =>
    store.blobProxy.inject({
      fault: { kind: 'answer', status, headers: serviceHeaders({ 'x-ms-error-code': code }) },
      when: ({ method, path }) => method === 'PUT' && path.endsWith(suffix),
      times: Infinity,
    });
  const leased = reject('7.txt', 412, 'LeaseIdMissing');
  const archived = reject('9.txt', 409, 'BlobArchived');
  const { app, page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const dock = new ActivityDock(page);
  await dropFiles(new ContainerTab(page, container.containerName).panel, [join(folder, 'crates')]);
  await expect(dock.job('Upload of crates')).toContainText('60 failed', { timeout: 30_000 });

  await dock.job('Upload of crates').getByRole('button', { name: 'crates (300 files)', exact: true }).click();
  const transfer = new TransferPage(page, 'crates (300 files)');
  await transfer.figure('Failed', '60');
  await expect(transfer.file('crate-007.txt')).toContainText('Leased');
  await transfer.choose('Leased');
  await expect(transfer.file('crate-007.txt')).toBeVisible();
  await expect(transfer.file('crate-009.txt')).toHaveCount(0);
  const failedButton = dock.job('Upload of crates').getByRole('button', { name: '60 failed' });
  await failedButton.click();
  // What thirty files have in common is said once, and names none of them.
  const queue = page.getByRole('region', { name: 'Activity', exact: true });
  await expect(queue.getByText('The blob has an active lease of another client.')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await failedButton.click();

  const saved = join(folder, 'failed.csv');
  await answerSaveDialog(app, saved);
  await transfer.panel.getByRole('button', { name: 'Save as CSV…' }).click();
  const lines = async (path: string): Promise<readonly string[]> =>
    (await readFile(path, 'utf8').catch(() => '')).split('\r\n').slice(1, -1);
  await expect.poll(async () => (await lines(saved)).length).toBe(30);
  expect((await lines(saved)).filter((line) => !/crate-\d\d7\.txt,.*lease/u.test(line))).toEqual([]);

  leased.remove();
  const before = store.blobProxy.requests.length;
  await transfer.panel.getByRole('button', { name: 'Retry 30' }).click();
  const again = (): readonly ProxiedRequest[] =>
    store.blobProxy.requests.slice(before).filter(({ method, status }) => method === 'PUT' && status > 0);
  await expect.poll(() => again().length).toBe(30);
  expect(again().every(({ path }) => path.endsWith('7.txt'))).toBe(true);
  await transfer.figure('Failed', '30');
  await transfer.figure('Files', '270 of 300');
  archived.remove();
  await dock
    .job('Upload of crates')
    .getByRole('button', { name: /^Retry (the )?failed files/ })
    .click();
  await dock.finished('Upload of crates');
  await transfer.choose('Done');
  await expect(transfer.file('crates/crate-').first()).toBeVisible();
  const done = join(folder, 'done.csv');
  await answerSaveDialog(app, done);
  await transfer.panel.getByRole('button', { name: 'Save as CSV…' }).click();
  await expect.poll(async () => (await lines(done)).length).toBe(300);
  const held: string[] = [];
  for await (const { name } of container.listBlobsFlat()) held.push(name);
  expect(held.sort()).toEqual(names.map((name) => `crates/${name}`));
});

test('what holds a job up and what has failed of it meanwhile have room beside each other', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const folder = await newFolder('cargo');
  const paths = await Promise.all(
    ['busy-1.txt', 'busy-2.txt', 'held-1.txt', 'held-2.txt'].map(async (name) => {
      await writeFile(join(folder, name), name);
      return join(folder, name);
    }),
  );
  const put = (name: string) => (request: Pick<ProxiedRequest, 'method' | 'path'>) =>
    request.method === 'PUT' && request.path.includes(name);
  const rejection = (status: number, code: string, more: Readonly<Record<string, string>> = {}) => ({
    kind: 'answer' as const,
    status,
    headers: serviceHeaders({ 'x-ms-error-code': code, ...more }),
  });
  const leased = store.blobProxy.inject({
    fault: rejection(412, 'LeaseIdMissing'),
    when: put('held'),
    times: Infinity,
  });
  const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: put('busy'), times: Infinity });
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  await dropFiles(new ContainerTab(page, container.containerName).panel, paths);
  const row = new ActivityDock(page).job(/^Upload of busy-1/);
  await expect(row).toContainText('2 failed');
  await expect.poll(() => held.hits()).toBe(2);
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toHaveAccessibleName(/, paused, 2 failed\b/);
  expect(await overlapsWithin(row)).toEqual([]);

  held.remove();
  // Those that failed are tried again with the others: the service is busy only once they have failed again.
  const isBusy = (): boolean => leased.hits() >= 4;
  const busy = put('busy');
  store.blobProxy.inject({
    fault: rejection(503, 'ServerBusy', { 'retry-after': '50' }),
    when: (request) => isBusy() && busy(request),
    times: Infinity,
  });
  store.blobProxy.inject({ fault: rejection(500, 'InternalError'), when: busy, times: Infinity });
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row).toHaveAccessibleName(/, server busy, 2 failed\b/);
  expect(await overlapsWithin(row)).toEqual([]);
});
