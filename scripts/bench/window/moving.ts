// Shared by the benches of a window that transfers files: the app on a server that stores nothing, input until a job is
// done, and the table of the delays.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { type Page, expect, projectDir } from '../../../e2e/fixtures/app';
import { addConnection } from '../../../e2e/pages/connections';
import { ContainerTab } from '../../../e2e/pages/container-tab';
import { percentileOf } from '../statistics';
import { engineLoopDelays, finishMainProbe, jobState, pageFigures, probeMain, probePage, watchEngine } from './probes';

const container = 'bench';
export const existingBlob = { path: `${container}/already-there`, bytes: 3 };
const pauseBetweenClicksMs = 60;

/** The container's tab, with all probes started. */
export async function openProbed(
  app: ElectronApplication,
  page: Page,
  connectionString: string,
): Promise<ContainerTab> {
  const navigator = await addConnection(page, 'Null server', connectionString);
  await navigator.open(container);
  const tab = new ContainerTab(page, container);
  await expect(tab.row('already-there')).toBeVisible();
  await watchEngine(page);
  await engineLoopDelays(page);
  await probeMain(app);
  await probePage(page);
  return tab;
}

/** Clicks and presses keys until the job whose title starts with this is done; returns how often. */
export async function clickUntilDone(page: Page, title: string): Promise<number> {
  let clicks = 0;
  await expect.poll(() => jobState(page, title), `a job of ${title}`).toBeDefined();
  for (;;) {
    const state = await jobState(page, title);
    if (state === 'done') return clicks;
    if (state === 'failed' || state === 'cancelled') throw new Error(`The job is ${state}.`);
    await page.getByRole('tab', { name: container }).click();
    await page.keyboard.press('ArrowDown');
    clicks += 2;
    await page.waitForTimeout(pauseBetweenClicksMs);
  }
}

/** The inputs that the browser did not report, each counted with the smallest time it reports. */
function unreportedInputs(inputs: number, reportedMs: readonly number[]): readonly number[] {
  return Array.from({ length: Math.max(0, inputs - reportedMs.length) }, () => 16);
}

type Row = readonly [what: string, valuesMs: readonly number[], goal: string];

/**
 * Stops the probes and writes `out/bench/results/NAME.json` and `.md`. `first`: rows that are placed above the others.
 */
export async function writeFelt(
  name: string,
  { app, page, clicks }: { readonly app: ElectronApplication; readonly page: Page; readonly clicks: number },
  first: readonly Row[],
): Promise<void> {
  const inPage = await pageFigures(page);
  const inMain = await finishMainProbe(app);
  const inEngine = await engineLoopDelays(page);
  const electron = await app.evaluate(() => process.versions.electron);
  const rows: readonly Row[] = [
    ...first,
    ['window: tasks over 50 ms', inPage.longTasksMs, 'p99 of all tasks ≤ 50 ms'],
    ['window: delay of its event loop, p99', [percentileOf(inPage.loopDelaysMs, 99)], ''],
    // The browser reports only inputs that took at least 16 ms; the others are counted as 16.
    [
      `window: input to paint, p99 of ${clicks} inputs`,
      [percentileOf([...inPage.inputToPaintMs, ...unreportedInputs(clicks, inPage.inputToPaintMs)], 99)],
      '≤ 100 ms',
    ],
    ['main: delay of its event loop, p99', [inMain.p99Ms], '≤ 20 ms'],
    ['engine: p99 delay of a quarter second, median', [percentileOf(inEngine, 50)], '≤ 20 ms'],
    ['engine: p99 delay of a quarter second, worst', [percentileOf(inEngine, 100)], ''],
  ];
  const dir = join(projectDir, 'out/bench/results');
  await mkdir(dir, { recursive: true });
  await writeFile(
    join(dir, `${name}.json`),
    `${JSON.stringify({ electron, clicks, inPage, inMain, inEngine, first }, null, 2)}\n`,
  );
  const shown = (values: readonly number[]): string =>
    values.length === 0 ? 'none' : `${values.map((value) => value.toFixed(0)).join(', ')} ms`;
  const lines = rows.map(([what, values, goal]) => `| ${what} | ${shown(values)} | ${goal} |`);
  const table = ['| figure | measured | goal |', '|---|---|---|', ...lines, ''].join('\n');
  await writeFile(join(dir, `${name}.md`), table);
  process.stdout.write(`${table}\n`);
}
