// Runs the end-to-end tests on the display that is there or a virtual one. Arguments go to Playwright.
import { onSomeDisplay } from './electron-command.mjs';
import { electronEnvironment } from './electron-runtime.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';

const playwright = inProject('node_modules/@playwright/test/cli.js');
const { command, args } = onSomeDisplay(process.execPath, [playwright, 'test', ...process.argv.slice(2)]);
const { code } = await run(command, args, { cwd: projectDir, env: electronEnvironment(), show: 'all' });
process.exitCode = code ?? 1;
