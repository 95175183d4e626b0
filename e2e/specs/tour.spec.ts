// The guided tour as it plays without a user: `npm start` without a display, and on a state folder that has been used.
// It is played on an isolated network, since on the embedded store nothing may attempt to leave this machine.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronEnvironment, projectDir } from '../fixtures/app';
import { dropFiles } from '../fixtures/drop-files';
import { quietNetworkObstacle, runInQuietNetwork, runPlainly } from '../fixtures/quiet-network';
import { fillWithSampleData, loadLimitMs } from '../fixtures/sample-data';
import { test as base, expect } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { TableTab } from '../pages/table-tab';
import { ActivityDock } from '../pages/activity-dock';

const obstacle = quietNetworkObstacle();
const picturesDir = join(projectDir, 'out/tour');

interface Tour {
  readonly code: number | null;
  readonly output: string;
  /** The contents of the user's settings folder afterwards. */
  readonly settings: readonly string[];
  /** How often a process attempted to leave the machine; null if the kernel does not report it. */
  readonly attemptsOut: number | null;
}

const test = base.extend<object, { tour: Tour }>({
  tour: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'stowage-tour-test-'));
      const configDir = join(folder, 'config');
      const stateDir = join(configDir, 'Stowage');
      await mkdir(stateDir, { recursive: true });
      await writeFile(join(stateDir, 'settings.json'), 'the tour must not read this');
      const { DISPLAY: _hidden, WAYLAND_DISPLAY: _alsoHidden, ...env } = electronEnvironment();
      const command = [process.execPath, join(projectDir, 'scripts/start.mjs')];
      const home = { ...env, HOME: folder, XDG_CONFIG_HOME: configDir };
      const run = obstacle === null ? await runInQuietNetwork(folder, command, home) : await runPlainly(command, home);
      const texts = await Promise.all(
        (await readdir(stateDir)).map(async (name) => `${name}: ${await readFile(join(stateDir, name), 'utf8')}`),
      );
      await use({ ...run, settings: texts });
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

test('npm start: plays the tour to its end without a display, and leaves the settings of the user alone', async ({
  tour,
  launchApp,
}) => {
  const { code, output, settings } = tour;
  expect(code, output).toBe(0);
  expect(settings).toEqual(['settings.json: the tour must not read this']);

  const lines = output.split('\n');
  const steps = lines.map((line) => /^(\d+)\/(\d+) (.+) — (.+)$/.exec(line)).filter((step) => step !== null);
  const count = Number(steps[0]?.[2]);
  expect(count).toBeGreaterThanOrEqual(10);
  expect(steps.map(([, index, of]) => `${index}/${of}`)).toEqual(
    Array.from({ length: count }, (_, index) => `${index + 1}/${count}`),
  );
  for (const [line, , , , text = ''] of steps) expect(text.length, line).toBeGreaterThan(20);

  const names = (await readdir(picturesDir)).sort();
  expect(names).toHaveLength(count);
  expect(names.map((name) => Number.parseInt(name, 10))).toEqual(Array.from({ length: count }, (_, at) => at + 1));

  const { page } = await launchApp({ args: ['--first-tour'] });
  await test.step('on a new profile it begins by itself, once', async () => {
    const caption = page.getByRole('complementary', { name: 'Tour' });
    await expect(caption).toContainText(`1 of ${count}`);
    await caption.getByRole('button', { name: 'End the tour' }).click();
    await page.reload();
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await expect(caption).toHaveCount(0);
  });
  for (const name of names) {
    const { width, height, colours } = await page.evaluate(
      check,
      (await readFile(join(picturesDir, name))).toString('base64'),
    );
    expect(width, name).toBeGreaterThanOrEqual(1200);
    expect(height, name).toBeGreaterThanOrEqual(800);
    expect(colours, name).toBeGreaterThan(100);
  }
});

test('npm start: never attempts to leave this machine', ({ tour: { attemptsOut, output } }) => {
  test.skip(obstacle !== null, obstacle ?? '');
  expect(attemptsOut, output).toBe(0);
});

test('the tour: plays to its end, twice, on a state folder that has been used', async ({
  launchApp,
  newFolder,
  store,
}) => {
  test.setTimeout(300_000);
  const stateDir = await newFolder('state');
  await fillWithSampleData(stateDir);
  const chosen = { language: 'de', theme: 'high-contrast', density: 'comfortable' } as const;
  const { page, close } = await launchApp({ stateDir, args: ['--sample'] });
  await expect(page.getByText('No open tabs')).toBeVisible({ timeout: loadLimitMs });

  await test.step('a production connection with a scan that was stopped', async () => {
    const table = await store.newTable();
    await table.createEntity({ partitionKey: 'Harbour', rowKey: 'P1', Berth: 1 });
    const isScan = ({ path }: { readonly path: string }): boolean => path.endsWith(`/${table.tableName}()`);
    store.tableProxy.inject({ fault: { kind: 'empty-page' }, when: isScan, times: 2 });
    store.tableProxy.inject({ fault: { kind: 'hang' }, when: isScan });
    await (await addConnection(page, 'Quay', store.connectionString, 'production')).open(table.tableName);
    const { panel } = new TableTab(page, table.tableName);
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'Stopped before the first match' })).toBeVisible();
  });
  await test.step('an upload that is paused', async () => {
    const path = join(await newFolder('cargo'), 'crate.bin');
    await writeFile(path, Buffer.alloc(64 << 20, 7));
    await page.getByRole('treeitem', { name: 'photos' }).click();
    await dropFiles(new ContainerTab(page, 'photos').panel, [path]);
    const dock = new ActivityDock(page);
    await dock.job('Upload of crate.bin').getByRole('button', { name: 'Pause' }).click();
    await expect(dock.job('Upload of crate.bin')).toHaveAccessibleName(/, paused\b/);
  });
  await test.step('a table with another query than the tour shows', async () => {
    await page.getByRole('treeitem', { name: 'Movies' }).click();
    const tab = new TableTab(page, 'Movies');
    await expect(tab.grid).toBeVisible();
    await page.getByRole('treeitem', { name: 'Orders' }).click();
  });
  await page.evaluate((some) => window.stowage.invoke('settings.write', some), chosen);
  await close();

  const env = electronEnvironment();
  const electron = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron');
  for (const time of ['first', 'second']) {
    const pictures = await newFolder('pictures');
    const { code, output } = await runPlainly(
      [electron, '--no-sandbox', projectDir, `--state-dir=${stateDir}`, `--tour=${pictures}`],
      env,
    );
    expect(code, `${time} time:\n${output}`).toBe(0);
    expect(await readdir(pictures), time).toHaveLength(12);
    expect(JSON.parse(await readFile(join(stateDir, 'settings.json'), 'utf8'))).toMatchObject(chosen);
  }
});

/** Runs in a page: decodes the picture and counts its colours. */
async function check(base64: string): Promise<{ width: number; height: number; colours: number }> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  return { width, height, colours: new Set(pixels).size };
}
