// Provides Electron for a system other than this one, to create packages for it here: a folder that a variable names, or
// the official build of the pinned version, which Electron's own downloader fetches and verifies.
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject, runtimeDir } from '../../project.mjs';
import { note, StepFailure } from '../../steps.mjs';

/** The code supports nothing older. */
const oldestElectron = 33;

/** @typedef {'win32-x64' | 'darwin-arm64' | 'darwin-x64'} ForeignTarget */

/**
 * `variable` names the folder of an unpacked official build; `executable` lies in it.
 * @type {Readonly<Record<ForeignTarget, { platform: 'win32' | 'darwin', arch: 'x64' | 'arm64', variable: string, executable: string }>>}
 */
export const foreignTargets = {
  'win32-x64': {
    platform: 'win32',
    arch: 'x64',
    variable: 'STOWAGE_ELECTRON_WIN32_X64',
    executable: 'electron.exe',
  },
  'darwin-arm64': {
    platform: 'darwin',
    arch: 'arm64',
    variable: 'STOWAGE_ELECTRON_DARWIN_ARM64',
    executable: 'Electron.app/Contents/MacOS/Electron',
  },
  'darwin-x64': {
    platform: 'darwin',
    arch: 'x64',
    variable: 'STOWAGE_ELECTRON_DARWIN_X64',
    executable: 'Electron.app/Contents/MacOS/Electron',
  },
};

const electronRequire = createRequire(inProject('node_modules/electron/package.json'));

/** The official build could not be downloaded, and no variable names one. */
export class ForeignElectronMissing extends StepFailure {}

/**
 * @param {ForeignTarget} target
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<import('../builder-config.mjs').PackagedElectron>}
 * @throws {StepFailure} `ForeignElectronMissing` when there is none; another when the one there is cannot be used
 */
export async function provideForeignElectron(target, env = process.env) {
  const { variable, executable } = foreignTargets[target];
  const named = env[variable];
  if (named) return namedElectron(named, variable, executable);
  const version = electronRequire('electron/package.json').version;
  const distPath = join(runtimeDir, `electron-${version}-${target}`);
  if (!existsSync(distPath)) await download({ target, version, distPath });
  return { distPath, version };
}

async function namedElectron(distPath, variable, executable) {
  const tried = `using ${variable}=${distPath}`;
  const todo = `Let ${variable} name the folder of an unpacked official build of Electron ${oldestElectron} or newer for that system, or unset it.`;
  for (const part of [executable, 'version']) {
    if (!existsSync(join(distPath, part))) throw new StepFailure({ tried, because: `there is no ${part} in it`, todo });
  }
  const version = (await readFile(join(distPath, 'version'), 'utf8')).trim().replace(/^v/, '');
  if (!(Number.parseInt(version) >= oldestElectron)) {
    throw new StepFailure({
      tried,
      because: `it is Electron ${version}, and Stowage needs ${oldestElectron} or newer`,
      todo,
    });
  }
  return { distPath, version };
}

/** Electron's package lists the checksum of every official build of its version, so the downloader verifies it. */
async function download({ target, version, distPath }) {
  const { platform, arch, variable } = foreignTargets[target];
  const name = `electron-v${version}-${target}.zip`;
  note(`downloading ${name} …`);
  await mkdir(runtimeDir, { recursive: true });
  const work = await mkdtemp(join(runtimeDir, 'incoming-'));
  try {
    const { downloadArtifact } = await importFromElectron('@electron/get');
    const { extract } = await importFromElectron('@electron-internal/extract-zip');
    const checksums = JSON.parse(readFileSync(inProject('node_modules/electron/checksums.json'), 'utf8'));
    const archive = await downloadArtifact({ version, artifactName: 'electron', platform, arch, checksums });
    await extract(archive, { dir: work });
    await rename(work, distPath);
  } catch (error) {
    const because = causeOf(error);
    // Other bytes than those of the release are no matter of the network.
    const Kind = /checksum/i.test(because) ? StepFailure : ForeignElectronMissing;
    throw new Kind({
      tried: `downloading ${name}`,
      because,
      todo: `Run this where Electron's releases can be downloaded, or unpack ${name} there and let ${variable} name its folder.`,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const importFromElectron = (name) => import(electronRequire.resolve(name));

/** The innermost cause, for example a name that could not be resolved. */
function causeOf(error) {
  let inner = error;
  while (inner?.cause instanceof Error) inner = inner.cause;
  return String(inner?.message ?? inner);
}
