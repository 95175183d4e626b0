// Does the grid stay smooth and small with many rows? Measured in the real app, with a table that a null server
// repeats: memory per row after loading to the end, and frame times while scrolling. Writes out/bench/results/grid.json
// and grid.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, expect, projectDir, test } from '../../../e2e/fixtures/app';
import { ConnectionDialog, Navigator } from '../../../e2e/pages/connections';
import { TableTab } from '../../../e2e/pages/table-tab';
import { startNullServer } from '../../../electron/testing/null-server';
import { percentileOf } from '../statistics';
import { framesWhileScrolling, windowMemory } from './scrolling';

const sizes = [200_000, 1_000_000];
const loadLimitMs = 240_000;

interface Figures {
  readonly rows: number;
  readonly loadMs: number;
  readonly heapBytesPerRow: number;
  readonly workingSetBytesPerRow: number;
  readonly wheelP99Ms: number;
  readonly jumpP99Ms: number;
  readonly worstMs: number;
}

test('the grid with many rows', async ({ launchApp }) => {
  const figures: Figures[] = [];
  for (const rows of sizes) {
    const server = await startNullServer({
      programPath: join(projectDir, 'out/bench/null-server.js'),
      processes: 1,
      entities: rows,
    });
    try {
      const { app, page, close } = await launchApp();
      await connect(page, server.connectionString);
      await new Navigator(page).open('typed');
      const tab = new TableTab(page, 'typed');
      await expect(tab.grid).toBeVisible();
      const before = await windowMemory(app, page);
      const startedMs = performance.now();
      await tab.toTheEnd.click();
      await expect(tab.footer).toContainText('complete', { timeout: loadLimitMs });
      const loadMs = performance.now() - startedMs;
      const after = await windowMemory(app, page);

      await tab.grid.focus();
      await page.keyboard.press('Control+End');
      await expect(tab.grid.getByRole('rowheader', { name: `Row ${rows}`, exact: true })).toBeVisible();
      await page.keyboard.press('Control+Home');
      const scroller = tab.grid.locator('xpath=..');
      const wheel = await framesWhileScrolling(scroller, 'wheel');
      const jumps = await framesWhileScrolling(scroller, 'jumps');
      figures.push({
        rows,
        loadMs,
        heapBytesPerRow: (after.heapBytes - before.heapBytes) / rows,
        workingSetBytesPerRow: (after.workingSetBytes - before.workingSetBytes) / rows,
        wheelP99Ms: percentileOf(wheel, 99),
        jumpP99Ms: percentileOf(jumps, 99),
        worstMs: percentileOf([...wheel, ...jumps], 100),
      });
      await close();
    } finally {
      await server.stop();
    }
  }
  await writeResults(figures);
});

async function connect(page: Page, connectionString: string): Promise<void> {
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.choose('Connection string');
  await dialog.connectionString.fill(connectionString);
  await dialog.name.fill('Null server');
  await dialog.add();
}

async function writeResults(figures: readonly Figures[]): Promise<void> {
  const dir = join(projectDir, 'out/bench/results');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'grid.json'), `${JSON.stringify(figures, null, 2)}\n`);
  const line = (name: string, read: (each: Figures) => string): string =>
    `| ${name} | ${figures.map(read).join(' | ')} |`;
  const table = [
    `| figure | ${figures.map(({ rows }) => `${rows.toLocaleString('en')} rows`).join(' | ')} |`,
    `|---|${figures.map(() => '---').join('|')}|`,
    line('loaded to the end', ({ loadMs }) => `${(loadMs / 1000).toFixed(1)} s`),
    line('JavaScript heap a row', ({ heapBytesPerRow }) => `${heapBytesPerRow.toFixed(0)} B`),
    line('working set of the window a row', ({ workingSetBytesPerRow }) => `${workingSetBytesPerRow.toFixed(0)} B`),
    line('frame while scrolling, p99', ({ wheelP99Ms }) => `${wheelP99Ms.toFixed(1)} ms`),
    line('frame while jumping, p99', ({ jumpP99Ms }) => `${jumpP99Ms.toFixed(1)} ms`),
    line('slowest frame', ({ worstMs }) => `${worstMs.toFixed(1)} ms`),
    '',
  ].join('\n');
  await writeFile(join(dir, 'grid.md'), table);
  process.stdout.write(`${table}\n`);
}
