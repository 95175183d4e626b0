// Does a container with a million blobs stay smooth and small? Measured in the real app, with a server that generates
// listings: time and memory to list everything, frame times while scrolling, a search, and the sizes of all blobs.
// Writes out/bench/results/blobs.json and blobs.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, projectDir, test } from '../../../e2e/fixtures/app';
import { addConnection } from '../../../e2e/pages/connections';
import { ContainerTab } from '../../../e2e/pages/container-tab';
import { startListingServer } from '../../../electron/testing/listing-server';
import { percentileOf } from '../statistics';
import { framesWhileScrolling, windowMemory } from './scrolling';

const blobs = 1_000_000;
const limitMs = 400_000;

test('a container with many blobs', async ({ launchApp }) => {
  const server = await startListingServer(blobs);
  const figures: [string, string][] = [];
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const startedMs = performance.now();
    await work();
    figures.push([what, `${((performance.now() - startedMs) / 1000).toFixed(1)} s`]);
  };
  try {
    const { app, page } = await launchApp();
    const navigator = await addConnection(page, 'Many', server.connectionString);
    const tab = new ContainerTab(page, server.container);
    await timed('first rows after a click', async () => {
      await navigator.open(server.container);
      await expect(tab.row(server.nameOf(0))).toBeVisible();
    });
    const field = tab.panel.getByRole('searchbox', { name: 'Find names' });
    const middle = server.nameOf(blobs / 2).slice(0, -5);
    await timed('to names in the middle, typed', async () => {
      await field.fill(middle);
      await expect(tab.row(server.nameOf(blobs / 2))).toBeVisible();
    });
    await field.fill('');
    await expect(tab.row(server.nameOf(0))).toBeVisible();

    const before = await windowMemory(app, page);
    await timed('all blobs listed', async () => {
      await tab.panel.getByRole('button', { name: 'List all' }).click();
      await expect(tab.foot).toContainText(`${blobs.toLocaleString('en')} blobs`, { timeout: limitMs });
      await expect(tab.foot).not.toContainText('more to come');
    });
    const after = await windowMemory(app, page);
    const perBlob = (of: 'heapBytes' | 'workingSetBytes'): string =>
      `${((after[of] - before[of]) / blobs).toFixed(0)} B`;
    figures.push(['JavaScript heap a blob', perBlob('heapBytes')]);
    figures.push(['working set of the window a blob', perBlob('workingSetBytes')]);

    const grid = tab.panel.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('End');
    await expect(tab.row(server.nameOf(blobs - 1))).toBeVisible();
    await page.keyboard.press('Home');
    for (const [what, how] of [
      ['frame while scrolling 12 rows, p99', 'wheel'],
      ['frame while jumping anywhere, p99', 'jumps'],
    ] as const) {
      const frames = await framesWhileScrolling(grid, how);
      figures.push([what, `${percentileOf(frames, 99).toFixed(1)} ms`]);
    }
    await timed('sorted by size', async () => {
      await tab.panel.getByRole('button', { name: 'Size', exact: true }).click();
      await expect(tab.panel.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'ascending');
    });

    await tab.panel.getByRole('button', { name: /How names are found/ }).click();
    await page.getByRole('option', { name: /Wildcard/ }).click();
    await timed('searched for *77?7.json', async () => {
      await field.fill('*77?7.json');
      await field.press('Enter');
      await expect(tab.panel.getByText('1,000 matches')).toBeVisible({ timeout: limitMs });
      await expect(tab.panel.getByRole('button', { name: 'Search again' })).toBeVisible({ timeout: limitMs });
    });
    await timed('sizes of it all', async () => {
      await tab.panel.getByRole('radio', { name: 'Sizes' }).click();
      await expect(tab.panel.getByText(/as of/)).toBeVisible({ timeout: limitMs });
    });
  } finally {
    await server.stop();
  }
  await writeResults(figures);
});

async function writeResults(figures: readonly (readonly [string, string])[]): Promise<void> {
  const dir = join(projectDir, 'out/bench/results');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'blobs.json'), `${JSON.stringify(figures, null, 2)}\n`);
  const rows = figures.map(([name, value]) => `| ${name} | ${value} |`);
  const table = [`| figure | ${blobs.toLocaleString('en')} blobs |`, '|---|---|', ...rows, ''].join('\n');
  await writeFile(join(dir, 'blobs.md'), table);
  process.stdout.write(`${table}\n`);
}
