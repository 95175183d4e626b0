// Previewing large and changing blobs: read page by page, searched on request, never mixed from two versions.
import { MiB } from '@shared/units';
import { expectNoViolation, openContainer, put, rangesOf } from '../fixtures/preview-blobs';
import { expect, test } from '../fixtures/stores';
import { openBlob } from '../pages/blob-tab';

const lineBytes = 64;
const lineOf = (number: number): string =>
  `entry ${String(number).padStart(7, '0')} `.padEnd(lineBytes - 1, '.') + '\n';

test('a text of 64 MiB is read page by page, and searched only on request', async ({ openApp, store }) => {
  const container = await store.newContainer();
  const lines = (64 * MiB) / lineBytes;
  const content = Buffer.alloc(64 * MiB);
  for (let line = 1; line <= lines; line += 1) content.write(lineOf(line), (line - 1) * lineBytes, 'latin1');
  content.write('ANCHOR', 40 * MiB - 3, 'latin1');
  await put(container, 'days.log', content, 'text/plain');
  const running = await openApp();
  await openContainer(running, store, container);
  const blob = await openBlob(running.page, container.containerName, 'days.log');
  await expect(blob.text()).toContainText('entry 0000001 ');
  expect(rangesOf(store, 'days.log')).toEqual([[0, MiB - 1]]);

  await blob.turn('Next');
  await expect(blob.text()).toContainText('16,385entry 0016385 ');
  await expect(blob.place).toHaveText(`Bytes 1,048,576 to 2,097,151 of 67,108,864`);
  await blob.turn('Last');
  await expect(blob.text()).toContainText('entry 1048576 ');
  await blob.goTo('50 %');
  await expect(blob.text()).toContainText(`@33,554,432entry 0524289 `);
  await blob.turn('First');
  await expect(blob.text()).toContainText('1entry 0000001 ');
  const paged = rangesOf(store, 'days.log');
  expect(paged).toHaveLength(5);
  for (const range of paged) expect((range?.[1] ?? Infinity) - (range?.[0] ?? 0)).toBeLessThan(MiB);

  await blob.find('entry 00163');
  await expect(blob.search).toContainText('85 found on this page');
  await blob.find('anchor');
  await expect(blob.search).toContainText('0 found on this page');
  await blob.search.getByRole('button', { name: 'Find in whole blob' }).click();
  await expect(blob.search).toContainText('This reads the whole blob (64.0 MiB).');
  await expectNoViolation(running);
  expect(rangesOf(store, 'days.log')).toHaveLength(5);
  await blob.search.getByRole('button', { name: 'Read 64.0 MiB' }).click();
  await expect(blob.search).toContainText('1 found in the whole blob', { timeout: 60_000 });
  await blob.search.getByRole('button', { name: 'Next match' }).click();
  await expect(blob.search).toContainText('1 of 1 found');
  await expect(blob.text().getByText('ANCHOR', { exact: true })).toBeVisible();

  await blob.find('ENTRY');
  const held = store.blobProxy.inject({
    fault: { kind: 'hang' },
    when: ({ method }) => method === 'GET',
    skip: 2,
    times: Infinity,
  });
  await blob.search.getByRole('button', { name: 'Find in whole blob' }).click();
  await blob.search.getByRole('button', { name: 'Read 64.0 MiB' }).click();
  await expect(blob.search).toContainText('the search stops after 1,000');
  held.remove();
  expect(running.pageErrors()).toEqual([]);
});

test('a blob that changes during its preview is reported, and reloaded on request', async ({ openApp, store }) => {
  const container = await store.newContainer();
  await put(container, 'notes.txt', lineOf(1).repeat((2 * MiB) / lineBytes), 'text/plain');
  const running = await openApp();
  await openContainer(running, store, container);
  const blob = await openBlob(running.page, container.containerName, 'notes.txt');
  await expect(blob.text()).toContainText('entry 0000001');
  await put(container, 'notes.txt', 'rewritten', 'text/plain');
  await blob.turn('Next');
  await expect(blob.panel.getByRole('alert')).toContainText('The blob has changed');
  await expectNoViolation(running);
  await blob.panel.getByRole('button', { name: 'Reload current version' }).click();
  await expect(blob.text()).toHaveText('1rewritten');
  await container.deleteBlob('notes.txt');
  await blob.panel.getByRole('button', { name: 'Reload' }).click();
  await expect(blob.panel.getByRole('alert')).toContainText('not found');
});
