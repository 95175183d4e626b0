// `npm run bench:window`: measures how responsive the window and its processes are while large files are uploaded. `--
// --only=grid` measures the table grid with many rows instead, `-- --only=many-files` the window during a job of
// 100,000 files, `-- --only=first-row` how soon a query shows its first row, and `-- --only=blobs` a container with
// many blobs.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { onSomeDisplay } from './electron-command.mjs';
import { electronEnvironment } from './electron-runtime.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

const subjects = ['responsiveness', 'many-files', 'grid', 'first-row', 'blobs'];

try {
  const { values } = parseArgs({ options: { only: { type: 'string', default: 'responsiveness' } } });
  const subject = values.only;
  if (!subjects.includes(subject)) throw new Error(`There is no ${subject}. Choose one of ${subjects.join(', ')}.`);
  await build();
  await build({ names: ['null-server'] });
  const config = inProject('scripts/bench/window/playwright.config.mts');
  const playwright = inProject('node_modules/@playwright/test/cli.js');
  const { command, args } = onSomeDisplay(process.execPath, [playwright, 'test', `--config=${config}`]);
  const { code } = await run(command, args, {
    cwd: projectDir,
    env: { ...electronEnvironment(), STOWAGE_WINDOW_BENCH: subject },
    show: 'all',
  });
  process.exitCode = code ?? 1;
} catch (error) {
  for (const failure of error.errors ?? [error]) print(String(failure.message));
  process.exitCode = 1;
}
