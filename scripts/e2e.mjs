// Runs the end-to-end tests on the display that is there, or on a virtual one for each worker. Arguments go to
// Playwright.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDisplays } from './displays.mjs';
import { electronEnvironment } from './electron-runtime.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { mostWorkers } from './worker-display.mjs';

const playwright = inProject('node_modules/@playwright/test/cli.js');
const displays = await startDisplays(mostWorkers);
/** What the workers of this run share. */
const runFolder = mkdtempSync(join(tmpdir(), 'stowage-run-'));
const { code } = await run(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
  cwd: projectDir,
  env: { ...electronEnvironment(), STOWAGE_DISPLAYS: displays.names.join(' '), STOWAGE_RUN_FOLDER: runFolder },
  show: 'all',
});
displays.end();
rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = code ?? 1;
