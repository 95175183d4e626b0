// Packages for Windows and macOS. On Linux they are unsigned, and a Mac gets no dmg.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeApplication } from '../application.mjs';
import { makeZip } from '../zip.mjs';
import { makeInstaller } from '../windows/installer.mjs';

/** @typedef {'windows-x64' | 'macos-arm64' | 'macos-x64'} ForeignSystem */

/** @type {Readonly<Record<string, readonly ForeignSystem[]>>} by the name on the command line */
export const foreignSystems = { windows: ['windows-x64'], macos: ['macos-arm64', 'macos-x64'] };

/**
 * `folder` is electron-builder's name for what it makes; `shipped` lies in it.
 * @type {Readonly<Record<ForeignSystem, { target: import('./electron.mjs').ForeignTarget, platform: 'win32' | 'darwin', arch: string, folder: string, shipped: string }>>}
 */
const recipes = {
  'windows-x64': { target: 'win32-x64', platform: 'win32', arch: 'x64', folder: 'win-unpacked', shipped: '' },
  'macos-arm64': {
    target: 'darwin-arm64',
    platform: 'darwin',
    arch: 'arm64',
    folder: 'mac-arm64',
    shipped: 'Stowage.app',
  },
  'macos-x64': { target: 'darwin-x64', platform: 'darwin', arch: 'x64', folder: 'mac', shipped: 'Stowage.app' },
};

/**
 * @typedef {(target: import('./electron.mjs').ForeignTarget) => Promise<import('../builder-config.mjs').PackagedElectron>} ElectronFor
 * @param {{
 *   system: ForeignSystem,
 *   electronFor: ElectronFor,
 *   require: NodeJS.Require,
 *   app: import('../application.mjs').App,
 *   manifest: import('../application.mjs').Manifest,
 * }} options
 * @returns {Promise<{ applicationDir: string, folderName: string, version: string }>} `version` is Electron's;
 * `folderName` is what the application folder is called in a package
 * @throws {import('../../steps.mjs').StepFailure} `ForeignElectronMissing` where there is no Electron for it
 */
export async function makeForeignApplication({ system, electronFor, require, app, manifest }) {
  const { target, platform, arch, folder, shipped } = recipes[system];
  const electron = await electronFor(target);
  const outputDir = await makeApplication({ require, app, electron, platform, arch, targets: 'folder' });
  const folderName = shipped || `stowage-${manifest.version}-${system}`;
  return { applicationDir: join(outputDir, folder, shipped), folderName, version: electron.version };
}

/**
 * @param {{
 *   kind: 'zip' | 'installer',
 *   system: ForeignSystem,
 *   made: Awaited<ReturnType<typeof makeForeignApplication>>,
 *   require: NodeJS.Require,
 *   manifest: import('../application.mjs').Manifest,
 *   packagesDir: string,
 *   compression?: 'lzma' | 'zlib',
 * }} options `compression` of the installer
 * @returns {Promise<{ path: string } | { missing: string }>} `missing` tells why this machine cannot make it
 */
export async function makeForeignPackage({
  kind,
  system,
  made: { applicationDir, folderName },
  require,
  manifest,
  packagesDir,
  compression,
}) {
  const name = join(packagesDir, `stowage-${manifest.version}-${system}`);
  // One of an earlier run would pass for what could not be made.
  await rm(`${name}${kind === 'installer' ? '-setup.exe' : '.zip'}`, { force: true });
  if (kind === 'installer') {
    return makeInstaller({
      applicationDir,
      manifest,
      workDir: join(packagesDir, 'work'),
      compression,
      outputPath: `${name}-setup.exe`,
    });
  }
  await makeZip({ require, folder: applicationDir, folderName, outputPath: `${name}.zip` });
  return { path: `${name}.zip` };
}

/** @type {(system: ForeignSystem) => readonly ('zip' | 'installer')[]} */
export const foreignKinds = (system) => (system === 'windows-x64' ? ['zip', 'installer'] : ['zip']);
