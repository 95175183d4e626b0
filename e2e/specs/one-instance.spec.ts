// Two apps on the same state: the second hands over to the first and leaves.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { electronEnvironment, expect, projectDir, test } from '../fixtures/app';

test('a second start shows the first window and ends', async ({ launchApp }) => {
  const { app, stateDir } = await launchApp();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const isVisible = (): Promise<boolean | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  expect(await isVisible()).toBe(false);

  const env = electronEnvironment();
  const second = spawn(
    join(env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron'),
    ['--no-sandbox', projectDir, `--state-dir=${stateDir}`],
    { env, stdio: 'ignore' },
  );
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
  await expect.poll(isVisible).toBe(true);
  expect(app.windows()).toHaveLength(1);
});
