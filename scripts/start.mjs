// `npm start`: sets up missing parts and opens the app on its embedded store with sample data. Without a display, the
// app plays its guided tour on a virtual one, stores the pictures in out/tour and quits. That tour has a separate state
// folder, so it neither depends on the user's settings, tabs and jobs nor changes them.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronEnvironment } from './electron-runtime.mjs';
import { onSomeDisplay } from './electron-command.mjs';
import { hasDisplay, inProject, projectDir, sandboxObstacle } from './project.mjs';
import { run } from './run-command.mjs';
import { setUp } from './setup.mjs';
import { print, StepFailure } from './steps.mjs';

const tourLimitMs = 8 * 60_000;
const tourDir = 'out/tour';

/** @param {readonly string[]} extraArgs for the app */
async function start(extraArgs) {
  const runtime = await setUp();
  const obstacle = sandboxObstacle();
  if (obstacle !== null) print(`Chromium's own sandbox is off: ${obstacle}.`);
  const appArgs = [...(obstacle === null ? [] : ['--no-sandbox']), projectDir, '--sample'];
  if (hasDisplay) {
    const result = await launch(runtime, [...appArgs, ...extraArgs]);
    return result.code ?? 1;
  }

  print(`There is no display here: the guided tour plays on a virtual one. Pictures go to ${tourDir}/.\n`);
  rmSync(inProject(tourDir), { recursive: true, force: true });
  const stateDir = mkdtempSync(join(tmpdir(), 'stowage-tour-'));
  try {
    // A bare machine has neither a message bus nor a graphics card, and Chromium complains about both at length.
    const tourArgs = ['--log-level=3', ...appArgs, `--state-dir=${stateDir}`, `--tour=${tourDir}`];
    const result = await launch(runtime, [...tourArgs, ...extraArgs], tourLimitMs);
    if (result.timedOut) {
      print(
        `\nThe tour did not end within ${tourLimitMs / 60_000} minutes and was stopped. Its last picture in ${inProject(tourDir)} shows where it stood.`,
      );
      return 1;
    }
    if (result.code === 0)
      print(`\nThe tour is complete: ${readdirSync(inProject(tourDir)).length} pictures in ${tourDir}/.`);
    return result.code ?? 1;
  } finally {
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * @param {import('./electron-runtime.mjs').ElectronRuntime} runtime
 * @param {readonly string[]} appArgs
 * @param {number} [limitMs]
 */
async function launch(runtime, appArgs, limitMs) {
  const { command, args } = onSomeDisplay(runtime.executablePath, appArgs);
  const result = await run(command, args, { cwd: projectDir, env: electronEnvironment(runtime), show: 'all', limitMs });
  if (result.code === 127) print(`Electron could not be started: ${result.output}`);
  return result;
}

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
  process.exitCode = 1;
}
