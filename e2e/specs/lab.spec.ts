// A block sweep from parameters to paper: the charts grow while it runs, the run is saved, repeated, compared,
// exported, and its recommendation applied and reverted.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedRuns } from '@shared/lab/fixtures/recorded-runs';
import { runJson } from '@shared/lab/run-files';
import { KiB, MiB } from '@shared/units';
import { dropFiles } from '../fixtures/drop-files';
import { blockRequests, expect, test } from '../fixtures/stores';
import { goTo, tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { LabTab, answerOpens, answerSaves } from '../pages/lab-tab';
import { ActivityDock } from '../pages/activity-dock';

/** The tables that have to be scrolled sideways. */
const cutColumns = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .locator('section[data-table] > div')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.getAttribute('aria-label')),
    );

test('a block sweep is run twice, compared and exported', async ({ openApp, newFolder }) => {
  const running = await openApp();
  const { page } = running;
  const folder = await newFolder('reports');
  await answerSaves(running, folder);
  const lab = new LabTab(page);
  await lab.open();
  await lab.choose('Upload block sweep');
  await lab.fill('File sizes', '128KiB, 512KiB');
  await lab.fill('Block sizes', '64');
  await expect(lab.panel.getByText('64 is out of range. Use 64KiB to 100MiB.')).toBeVisible();
  await expect(lab.run()).toBeDisabled();
  await lab.fill('Block sizes', '64KiB, 256KiB');
  await lab.fill('Repetitions', '3');
  await expect(lab.planned('Settings')).toHaveText('6 × 3');
  await lab.panel.getByRole('button', { name: 'Name, seed and limits' }).click();

  await lab.fill('Run name', 'Monday');
  await lab.run().click();
  await expect(lab.panel.getByRole('region', { name: 'Results so far' })).toBeVisible();
  await expect(lab.panel.getByRole('heading', { name: 'Last run: Monday' })).toBeVisible({ timeout: 60_000 });
  await expect(lab.table('Every setting').getByRole('row')).toHaveCount(7);
  await expect(lab.chart('Gain over one stream').locator('circle').first()).toBeVisible();

  await expect(lab.chart('Gain over block size')).toBeInViewport();
  expect(await cutColumns(page), 'no table is wider than its place').toEqual([]);
  await lab.panel.getByRole('button', { name: 'Change setting' }).click();
  await lab.panel.getByRole('button', { name: 'Name, seed and limits' }).click();
  await lab.fill('Run name', 'Tuesday');
  await lab.run().click();
  await expect(lab.panel.getByRole('heading', { name: 'Last run: Tuesday' })).toBeVisible({ timeout: 60_000 });

  const ofChart = 'Save chart: Gain over one stream';
  const saves = ['Save data as CSV', 'Save image as PNG', 'Save image as SVG'];
  for (const [index, entry] of saves.entries()) {
    await lab.menu(ofChart, entry);
    await expect(page.getByText('Chart saved')).toHaveCount(index + 1);
  }
  const points = (await readFile(join(folder, 'Gain-over-one-stream.csv'), 'utf8')).split('\n');
  expect(points[0]).toBe('series,File size (bytes),to,axis,value,low,high,lowest,highest');
  expect(points[1]).toBe('one stream,131072,,Gain (×),1,,,,');
  const drawn = await readFile(join(folder, 'Gain-over-one-stream.svg'), 'utf8');
  expect(drawn).toMatch(/>256\sKiB<\/text>/u);
  expect(drawn, 'a file has no colours of the page').not.toContain('var(');
  const png = await readFile(join(folder, 'Gain-over-one-stream.png'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16), 'twice the pixels of the SVG').toBe(2 * Number(/ width="(\d+)"/.exec(drawn)?.[1]));

  await lab.menu('Export', 'Report as HTML');
  await expect(page.getByText('Saved tuesday.html')).toBeVisible();
  await lab.menu('Export', 'Report as PDF');
  await expect(page.getByText('Saved tuesday.pdf')).toBeVisible();
  const html = await readFile(join(folder, 'tuesday.html'), 'utf8');
  expect(html).toContain('Every setting');
  expect(html).not.toMatch(/(?:src|href)=|<script|url\(/);
  const rate = await lab.table('Every setting').getByRole('cell').nth(5).textContent();
  expect(html).toContain(`>${rate?.replace(/\s/gu, ' ') ?? 'nothing'}<`);
  const pdf = await readFile(join(folder, 'tuesday.pdf'));
  expect([pdf.subarray(0, 5).toString(), pdf.length > 10_000]).toEqual(['%PDF-', true]);

  await lab.choose('Saved runs');
  // The earlier run is the baseline of the comparison, in whatever order they are chosen.
  for (const name of ['Tuesday', 'Monday']) {
    await lab.panel.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true });
  }
  await lab.panel.getByRole('button', { name: 'Compare' }).click();
  await expect(lab.panel.getByRole('heading', { name: 'Upload block sweep: 2 runs compared' })).toBeVisible();
  await expect(lab.panel.getByText(/Tuesday versus Monday, of 6 settings by median duration: /)).toBeVisible();
  await expect(lab.table('Median duration versus Monday').getByRole('row')).toHaveCount(7);
  expect(running.pageErrors()).toEqual([]);
});

test('uploads use what a sweep recommends, until it is reverted', async ({ openApp, newFolder, store }) => {
  const container = await store.newContainer();
  const folder = await newFolder('cargo');
  const running = await openApp();
  const { page } = running;
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  const lab = new LabTab(page);
  await lab.open();
  await lab.select('Run on', 'Quay');
  // One stream needs five seconds on connections this narrow: blocks in parallel win however slow the machine is.
  await lab.select('Network', 'Lab 2010');
  await lab.fill('File sizes', '2MiB');
  await lab.fill('Block sizes', '128KiB');
  await lab.fill('Blocks in flight', '8');
  await lab.fill('Repetitions', '3');
  await lab.run().click();
  await expect(lab.panel.getByText(/^2\sMiB: 128\sKiB × 8 is best/)).toBeVisible({ timeout: 60_000 });
  await lab.menu('Use these settings', 'For Quay');
  await expect(lab.panel.getByText(/^Quay uses blocks of 128\sKiB, 8 blocks in flight, as /)).toBeVisible();

  const upload = async (name: string): Promise<readonly number[]> => {
    const path = join(folder, name);
    await writeFile(path, randomBytes(5 * MiB));
    await navigator.open(container.containerName);
    await dropFiles(new ContainerTab(page, container.containerName).panel, [path]);
    await new ActivityDock(page).finished(`Upload of ${name}`);
    return blockRequests(store.blobProxy, container.containerName, name).map(({ headers }) =>
      Number(headers['content-length']),
    );
  };
  expect(await upload('advised.bin')).toEqual(new Array(40).fill(128 * KiB));
  await lab.open();
  await lab.panel.getByRole('button', { name: 'Back to automatic' }).click();
  await expect(lab.panel.getByText(/^Quay uses/)).toBeHidden();
  // Automatic sizes follow what the line has carried until now, so only the recommended one is certain not to be.
  const automatic = await upload('automatic.bin');
  expect(automatic.some((bytes) => bytes !== 128 * KiB)).toBe(true);
  expect(automatic.reduce((sum, bytes) => sum + bytes, 0)).toBe(5 * MiB);
  await expect(page.getByRole('treeitem', { name: /stowage-lab/ })).toHaveCount(0);
  expect(running.pageErrors()).toEqual([]);
});

test('runs of another machine are taken in, compared and exported without a mouse', async ({ openApp, newFolder }) => {
  const running = await openApp();
  const { page } = running;
  const folder = await newFolder('reports');
  const [, recorded] = Object.entries(recordedRuns)[0] ?? [];
  if (recorded === undefined) throw new Error('There are recorded runs.');
  const files = await Promise.all(
    ['Monday', 'Tuesday'].map(async (name, index) => {
      const path = join(folder, `${name}.json`);
      await writeFile(path, runJson({ ...recorded, id: `recorded-${index}`, name }));
      return path;
    }),
  );
  await answerOpens(running, files);
  await answerSaves(running, folder);
  const lab = new LabTab(page);
  await expect(page.getByRole('tree')).toBeVisible();
  await page.keyboard.press('Control+Shift+L');
  await expect(lab.panel.getByRole('navigation', { name: 'Lab' })).toBeVisible();
  await goTo(page, 'saved runs', 'Saved runs');
  await expect(lab.panel.getByRole('heading', { name: 'Saved runs' })).toBeVisible();
  await tabTo(page, 'Tab', /Open run\.json/);
  await page.keyboard.press('Enter');
  for (const name of ['Monday', 'Tuesday']) {
    const box = lab.panel.getByRole('checkbox', { name: `Select ${name}` });
    await expect(box).toBeVisible();
    await tabTo(page, name === 'Monday' ? 'Tab' : 'Shift+Tab', new RegExp(`^\\s*Select ${name}`));
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  }
  await tabTo(page, 'Shift+Tab', /^\s*Compare/);
  await page.keyboard.press('Enter');
  await expect(lab.panel.getByRole('heading', { name: /: 2 runs compared$/ })).toBeVisible();
  await tabTo(page, 'Tab', /^\s*Export/);
  for (const [entry, file] of [
    ['Comparison as HTML', 'comparison.html'],
    ['Comparison as PDF', 'comparison.pdf'],
    ['Comparison as CSV', 'comparison.csv'],
  ] as const) {
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: entry });
    await expect(item).toBeVisible();
    await page.keyboard.type(entry);
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Saved ${file}`)).toBeVisible();
    await expect(lab.panel.getByRole('button', { name: 'Export' }), 'the keyboard is back').toBeFocused();
  }
  expect(await readFile(join(folder, 'comparison.html'), 'utf8')).toContain('Tuesday');
  expect((await readFile(join(folder, 'comparison.csv'), 'utf8')).split('\n')[0]).toContain('Tuesday');
  expect(running.pageErrors()).toEqual([]);
});

test('the files of a folder are measured on two connections in turn', async ({ openApp, newFolder, store }) => {
  const running = await openApp();
  const { page } = running;
  const folder = await newFolder('own');
  for (const [name, bytes] of [
    ['letter.txt', 2 * KiB],
    ['picture.jpg', 40 * KiB],
  ] as const) {
    await writeFile(join(folder, name), randomBytes(bytes));
  }
  await answerOpens(running, [folder]);
  await addConnection(page, 'Quay', store.connectionString);
  await addConnection(page, 'Pier', store.connectionString);
  const lab = new LabTab(page);
  await lab.open();
  await lab.choose('Transfer study');
  await lab.select('Run on', 'Quay');
  await lab.select('Files', 'a folder of my own');
  await expect(lab.panel.getByText('No folder is chosen.')).toBeVisible();
  await lab.panel.getByRole('button', { name: 'Choose folder…' }).click();
  await lab.panel.getByRole('group', { name: 'Also measure' }).getByText('Pier').click();
  await expect(lab.planned('Settings')).toHaveText('8 × 1');
  await lab.fill('Repetitions', '3');
  await lab.run().click();
  await expect(lab.table('Mean rate versus Quay').getByRole('row')).toHaveCount(5, { timeout: 60_000 });
  await expect(lab.chart('Duration and rate by file size, upload')).toBeVisible();
  await expect(lab.panel.getByText(/^up to 64\sKiB upload, Pier: /).first()).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /stowage-lab/ })).toHaveCount(0);
  expect(running.pageErrors()).toEqual([]);
});

test('a study by timetable shows its next sample, continues after a reload, and is ended with what it has', async ({
  openApp,
}) => {
  const { page } = await openApp();
  const lab = new LabTab(page);
  await lab.open();
  await lab.choose('Transfer study');
  await lab.fill('File sizes', '2KiB');
  await lab.fill('Files of each size', '2');
  await lab.panel.getByText('Repeat by timetable').click();
  await lab.fill('For', 'a week');
  await expect(lab.panel.getByText('Enter days that give 2 to 3,000 samples, at most 92.')).toBeVisible();
  await expect(lab.run()).toBeDisabled();
  await lab.fill('For', '7');
  await expect(lab.panel.getByText('168 samples. It continues when the app is started again.')).toBeVisible();
  await expect(lab.planned('Settings')).toHaveText('4 × 168');
  await page.screenshot({ path: test.info().outputPath('form.png') });
  await lab.panel.getByRole('button', { name: 'Name, seed and limits' }).click();
  await lab.fill('Run name', 'A week');
  await lab.run().click();

  const row = lab.panel.getByRole('status', { name: 'A week' });
  await expect(row).toContainText(/next sample at .+ · 1 of 168/, { timeout: 60_000 });
  await expect(lab.panel.getByText('Samples measured: 1 of 168')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('waiting.png') });
  await page.reload();
  await expect(row).toContainText('1 of 168');
  await row.getByRole('button', { name: 'Results so far' }).click();
  await expect(lab.panel.getByRole('heading', { name: 'A week', exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'End…' }).click();
  await page.getByRole('alertdialog', { name: 'End A week' }).getByRole('button', { name: 'End run' }).click();
  await expect(row).toBeHidden();
  await lab.choose('Saved runs');
  await expect(lab.panel.getByRole('row').filter({ hasText: 'A week' })).toContainText('cancelled');
});
