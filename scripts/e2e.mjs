// Runs the end-to-end tests on the existing display, or on one virtual display per worker. Arguments go to Playwright.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDisplays } from './displays.mjs';
import { electronEnvironment } from './electron-runtime.mjs';
import { inProject, projectDir } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';
import { inTemporaryFolder } from './temporary-folder.mjs';
import { maxWorkers } from './worker-display.mjs';

/** Without a locale, programs of X11 drop names beyond ASCII from what is dragged. A locale that is set wins. */
const locale = { LANG: 'C.UTF-8' };

const playwright = inProject('node_modules/@playwright/test/cli.js');
const displays = await startDisplays(maxWorkers);
const { result, left } = await inTemporaryFolder(async (temporary) => {
  /** Shared by the workers of this run. */
  const runFolder = mkdtempSync(join(temporary.TMPDIR ?? tmpdir(), 'stowage-workers-'));
  const shared = { STOWAGE_DISPLAYS: displays.names.join(' '), STOWAGE_RUN_FOLDER: runFolder };
  const { code } = await run(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
    cwd: projectDir,
    env: { ...locale, ...electronEnvironment(), ...temporary, ...shared },
    show: 'all',
  });
  displays.end();
  rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 });
  return code ?? 1;
});
if (left.length > 0) print(`Left behind by a journey: ${left.join(', ')}.`);
process.exitCode = result === 0 && left.length > 0 ? 1 : result;
