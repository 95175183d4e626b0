// How long after Run is the first row on screen? Measured in the real app, with a table service of a fixed response
// time: the time beyond that of a bare request is the app's own. Writes out/bench/results/first-row.json and
// first-row.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entity } from '@shared/model/entity';
import { type Page, expect, projectDir, test } from '../../../e2e/fixtures/app';
import { addConnection } from '../../../e2e/pages/connections';
import { TableTab } from '../../../e2e/pages/table-tab';
import { startFakeTableService } from '../../../electron/testing/fake-table-service';
import { percentileOf } from '../statistics';
import { typedEntity } from '../typed-rows';

const serviceMs = 100;
const runs = 40;
/** Rows of each response: one, as for a look-up, and a full page. */
const answers = [1, 1_000];

interface Figures {
  readonly rows: number;
  /** Median time of complete bare requests for the same rows. */
  readonly bareMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
}

test('the first row of a query', async ({ launchApp }) => {
  const service = await startFakeTableService({ latencyMs: serviceMs });
  try {
    for (const rows of answers) {
      const entities = Array.from({ length: runs + 1 }, (_, run) => partition(run, rows)).flat();
      service.fill(nameOf(rows), entities);
    }
    const figures: Figures[] = [];
    const { page } = await launchApp();
    const navigator = await addConnection(page, 'Piers', service.connectionString);
    for (const rows of answers) {
      const name = nameOf(rows);
      await navigator.open(name);
      const tab = new TableTab(page, name);
      await expect(tab.pages).not.toHaveCount(0);
      const bareMs = await bareRequestMs(`${service.endpoint}/${name}()`);
      const times: number[] = [];
      for (let run = 0; run <= runs; run += 1) {
        await tab.condition('PartitionKey', 'is', partitionOf(run));
        const ms = await firstRowMs(page, tab, partitionOf(run));
        // The first one is a warm-up.
        if (run > 0) times.push(ms - bareMs);
      }
      figures.push({
        rows,
        bareMs,
        p50Ms: percentileOf(times, 50),
        p95Ms: percentileOf(times, 95),
        slowestMs: percentileOf(times, 100),
      });
    }
    await writeResults(figures);
  } finally {
    await service.dispose();
  }
});

const nameOf = (rows: number): string => `Answers${String(rows).padStart(4, '0')}`;
const partitionOf = (run: number): string => `pier-${String(run).padStart(3, '0')}`;

function partition(run: number, rows: number): readonly Entity[] {
  return Array.from({ length: rows }, (_, index) => ({
    ...typedEntity(index, rows),
    partitionKey: partitionOf(run),
  }));
}

/** The time of the service and the connection, measured with almost no client. */
async function bareRequestMs(address: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const filter = encodeURIComponent(`PartitionKey eq '${partitionOf(run)}'`);
    const startedMs = performance.now();
    await (await fetch(`${address}?$filter=${filter}`)).arrayBuffer();
    times.push(performance.now() - startedMs);
  }
  return percentileOf(times, 50);
}

/** From the click on Run to the frame in which the first row of the grid is of that partition. */
async function firstRowMs(page: Page, tab: TableTab, partitionKey: string): Promise<number> {
  const panel = await tab.panel.elementHandle();
  const run = await tab.run.elementHandle();
  return page.evaluate(
    ([panelElement, runElement, wanted]) =>
      new Promise<number>((resolve) => {
        const exists = (): boolean =>
          panelElement?.querySelector('[data-row="0"][data-column="0"]')?.textContent === wanted;
        const startedMs = performance.now();
        const check = (): void => {
          if (!exists()) return;
          observer.disconnect();
          // The change is visible in the frame after it.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedMs)));
        };
        const observer = new MutationObserver(check);
        if (panelElement) observer.observe(panelElement, { subtree: true, childList: true, characterData: true });
        if (runElement instanceof HTMLElement) runElement.click();
      }),
    [panel, run, partitionKey] as const,
  );
}

async function writeResults(figures: readonly Figures[]): Promise<void> {
  const dir = join(projectDir, 'out/bench/results');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'first-row.json'), `${JSON.stringify({ serviceMs, runs, figures }, null, 2)}\n`);
  const line = (name: string, read: (each: Figures) => number): string =>
    `| ${name} | ${figures.map((each) => `${read(each).toFixed(0)} ms`).join(' | ')} |`;
  const lines = [
    `| from Run to the first row | ${figures.map(({ rows }) => `answer of ${rows.toLocaleString('en')}`).join(' | ')} |`,
    `|---|${figures.map(() => '---').join('|')}|`,
    line('a bare request', ({ bareMs }) => bareMs),
    line('beyond it, half of the runs', ({ p50Ms }) => p50Ms),
    line('beyond it, p95', ({ p95Ms }) => p95Ms),
    line('beyond it, slowest', ({ slowestMs }) => slowestMs),
    '',
  ].join('\n');
  await writeFile(join(dir, 'first-row.md'), lines);
  process.stdout.write(`${lines}\n`);
}
