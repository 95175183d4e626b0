// `npm run bench:window`: measures how the window and its processes feel while big files go up.
import { build } from './build.mjs';
import { onSomeDisplay } from './electron-command.mjs';
import { electronEnvironment } from './electron-runtime.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

try {
  await build();
  await build({ names: ['null-server'] });
  const config = inProject('scripts/bench/window/playwright.config.mts');
  const playwright = inProject('node_modules/@playwright/test/cli.js');
  const { command, args } = onSomeDisplay(process.execPath, [playwright, 'test', `--config=${config}`]);
  const { code } = await run(command, args, { cwd: projectDir, env: electronEnvironment(), show: 'all' });
  process.exitCode = code ?? 1;
} catch (error) {
  for (const failure of error.errors ?? [error]) print(String(failure.message));
  process.exitCode = 1;
}
