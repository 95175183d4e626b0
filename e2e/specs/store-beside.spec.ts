// The app and `stowage emulator` on one state folder: only one of them writes the data of the embedded store.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from '../fixtures/app';
import { expect, test } from '../fixtures/stores';

test('an app that is started while `stowage emulator` runs leaves its data alone, and takes over when that has ended', async ({
  launchApp,
  newFolder,
}) => {
  const stateDir = await newFolder('state');
  const emulator = spawn('node', [join(projectDir, 'out/cli/stowage.js'), '--state-dir', stateDir, 'emulator'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(emulator, 'exit');
  await once(emulator.stdout, 'data');
  const { page, output } = await launchApp({ stateDir });
  await expect.poll(output, { timeout: 30_000 }).toContain('another process runs a store on the data in');
  emulator.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  await expect(page.getByText('Local store running')).toBeVisible({ timeout: 60_000 });
});
