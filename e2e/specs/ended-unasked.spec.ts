// The app is killed without a dialog: text that was being typed is staged and saved nevertheless.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import { developmentConnectionString } from '../../electron/engine/emulator/embedded-store';
import type { RunningStore } from '../../electron/engine/emulator/running-store';
import { readStoreKey } from '../../electron/disk/store-key-file';
import { electronEnvironment, projectDir } from '../fixtures/app';
import { engineName, watchEnd } from '../fixtures/processes';
import { openLastingShips } from '../fixtures/ships';
import { expect, test } from '../fixtures/stores';

for (const [how, signal] of [
  ['by SIGTERM', 'SIGTERM'],
  ['with its whole terminal, by Ctrl+C', 'SIGINT'],
] as const) {
  test(`the app is ended ${how} while a cell is edited: the text is staged and restored at the next start`, async ({
    launchApp,
    newFolder,
    store,
  }) => {
    const { first, tab, storedEdits: stored } = await openLastingShips(store, launchApp, newFolder);
    await tab.cellOf('Bea', 2).dblclick();
    await first.page.keyboard.type('17');
    const child = first.app.process();
    const { gone } = await watchEnd(first);
    process.kill(signal === 'SIGINT' ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
    await gone;
    expect(await stored()).toMatch(/"rowKey":"Bea".*"value":"17"/u);
  });
}

/** Without a driver, in a separate process group; resolves when its store responds. */
async function startAlone(stateDir: string): Promise<{ readonly pid: number; readonly ended: Promise<unknown> }> {
  const env = electronEnvironment();
  const app = spawn(
    join(env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron'),
    ['--no-sandbox', projectDir, `--state-dir=${stateDir}`],
    { env, stdio: 'ignore', detached: true },
  );
  const ended = once(app, 'exit');
  await expect.poll(() => existsSync(join(stateDir, 'embedded-store.json')), { timeout: 60_000 }).toBe(true);
  return { pid: app.pid ?? 0, ended };
}

test('an app without a driver exits with code 0 when it is told to quit', async ({ newFolder }) => {
  const { pid, ended } = await startAlone(await newFolder('state'));
  process.kill(pid, 'SIGTERM');
  expect(await ended).toEqual([0, null]);
});

for (const [when, signal] of [
  ['its terminal is closed', 'SIGHUP'],
  ['the session of its person ends', 'SIGTERM'],
] as const) {
  test(`every process of the app is told to end, as when ${when}: the content of its store is preserved`, async ({
    newFolder,
  }) => {
    const stateDir = await newFolder('state');
    const { pid, ended } = await startAlone(stateDir);
    const { endpoints } = JSON.parse(await readFile(join(stateDir, 'embedded-store.json'), 'utf8')) as RunningStore;
    const key = readStoreKey(stateDir) ?? '';
    await BlobServiceClient.fromConnectionString(developmentConnectionString(endpoints, key)).createContainer(
      'made-last',
    );
    process.kill(-pid, signal);
    expect(await ended).toEqual([0, null]);
    const stored = await readFile(join(stateDir, 'embedded-store', '__azurite_db_blob__.json'), 'utf8');
    expect(stored).toContain('"made-last"');
  });
}

test('the engine ends with the app in peace, and does not crash at its end', async ({ launchApp }) => {
  const running = await launchApp();
  const { app, page, output } = running;
  await expect(page.getByText('Local store running')).toBeVisible();
  await app.evaluate(({ app: main }, engine) => {
    main.on('child-process-gone', (_, { name, reason }) => process.stderr.write(`gone: ${name}, ${reason}\n`));
    // It stays until it has been notified of how the engine's process ended.
    const exit = main.exit.bind(main);
    main.exit = (code) => {
      const exists = main.getAppMetrics().some(({ name }) => name === engine);
      if (exists) setTimeout(main.exit, 20, code);
      else exit(code);
    };
  }, engineName);
  const { gone } = await watchEnd(running);
  app.process().kill('SIGTERM');
  await gone;
  expect(output()).not.toContain(`gone: ${engineName}`);
});
