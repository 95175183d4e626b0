// Prepares a checkout for every other command: Node, packages, Electron, system libraries, the build, the command line.
// Needs only Node, and may be run any number of times.
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { provideElectron } from './electron-runtime.mjs';
import { natsServerStep } from './nats-server.mjs';
import { providePackages } from './packages.mjs';
import { inProject, projectDir } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { print, seconds, step, StepFailure } from './steps.mjs';
import { provideSystemLibraries } from './system-libraries.mjs';

const oldestNode = { major: 20, minor: 19 };

/**
 * Runs the steps. A step that has nothing to do takes milliseconds.
 * @param {{ through?: 'runtime' | 'build' }} [options] `runtime`: without the build, which the caller does
 * @returns {Promise<import('./electron-runtime.mjs').ElectronRuntime>}
 * @throws {StepFailure}
 */
export async function setUp({ through = 'build' } = {}) {
  const startedMs = performance.now();
  print('Set-up');
  await step('node', checkNode);
  await step('packages', providePackages);
  const { runtime } = await step('electron', provideElectron);
  await step('system libraries', () => provideSystemLibraries(runtime.executablePath));
  await step('nats-server', natsServerStep);
  await step('command', linkCommand);
  if (through === 'build') await step('build', build);
  print(`Ready in ${seconds(startedMs)}\n`);
  return runtime;
}

async function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const oldest = `${oldestNode.major}.${oldestNode.minor}`;
  if (major < oldestNode.major || (major === oldestNode.major && minor < oldestNode.minor)) {
    throw new StepFailure({
      tried: `running on Node ${process.versions.node}`,
      because: `Stowage is built with Node ${oldest} or newer`,
      todo: 'Install a newer Node and run this again.',
    });
  }
  return { reason: `${process.versions.node}, needs ${oldest} or newer` };
}

async function build() {
  const result = await run(process.execPath, [inProject('scripts/build.mjs'), '--quiet'], {
    cwd: projectDir,
    limitMs: 600_000,
  });
  if (result.code !== 0) {
    throw new StepFailure({
      tried: 'npm run build',
      because: lastLines(result.output, 20),
      todo: 'Mend what the message names, then run this again.',
    });
  }
  return { reason: lastLines(result.output, 1).trim() };
}

/**
 * npm links only the commands of dependencies; with this, `npx --no-install stowage` finds the command of the checkout.
 */
async function linkCommand() {
  const binDir = inProject('node_modules/.bin');
  const target = '../../out/cli/stowage.js';
  const link = join(binDir, 'stowage');
  mkdirSync(binDir, { recursive: true });
  if (process.platform === 'win32') {
    writeFileSync(`${link}.cmd`, `@node "%~dp0\\${target.replaceAll('/', '\\')}" %*\r\n`);
    return { reason: 'npx --no-install stowage' };
  }
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(link) === target) {
    return { reason: 'npx --no-install stowage, in place' };
  }
  rmSync(link, { force: true });
  symlinkSync(target, link);
  return { reason: 'npx --no-install stowage, linked' };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await setUp();
  } catch (error) {
    if (!(error instanceof StepFailure)) print(String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
