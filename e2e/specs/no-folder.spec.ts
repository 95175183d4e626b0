// A machine on which the app can store nothing: it reports that instead of quitting as if another instance had taken
// over.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { electronEnvironment, projectDir } from '../fixtures/app';
import { expect, test } from '../fixtures/stores';

test('a folder for its state that cannot be made is named, and the app does not end in silence', async ({
  newFolder,
}) => {
  const inTheWay = join(await newFolder('state'), 'file');
  await writeFile(inTheWay, '');
  const env = electronEnvironment();
  const app = spawn(
    join(env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron'),
    ['--no-sandbox', projectDir, `--state-dir=${inTheWay}`],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(app, 'exit');
  let output = '';
  app.stderr.on('data', (piece) => (output += String(piece)));
  try {
    await expect.poll(() => output).toMatch(/^stowage: .*$/mu);
    expect(output.split('\n').find((line) => line.startsWith('stowage: '))).toContain(inTheWay);
    expect(app.exitCode).toBeNull();
  } finally {
    app.kill('SIGKILL');
    await ended;
  }
});
