// Packages for other systems, as far as they can be created here: the application folder and a zip of it, without an
// installer or dmg, and unsigned.
import { join } from 'node:path';
import { makeApplication } from '../application.mjs';
import { makeZip } from '../zip.mjs';
import { provideForeignElectron } from './electron.mjs';

/** @typedef {'windows-x64' | 'macos-arm64' | 'macos-x64'} ForeignSystem */

/** @type {Readonly<Record<string, readonly ForeignSystem[]>>} by the name on the command line */
export const foreignSystems = { windows: ['windows-x64'], macos: ['macos-arm64', 'macos-x64'] };

/**
 * `folder` is electron-builder's name for what it makes; `shipped` lies in it.
 * @type {Readonly<Record<ForeignSystem, { target: import('./wheels.mjs').ForeignTarget, platform: 'win32' | 'darwin', arch: string, folder: string, shipped: string }>>}
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
 * @param {{
 *   system: ForeignSystem,
 *   require: NodeJS.Require,
 *   app: import('../application.mjs').App,
 *   manifest: import('../application.mjs').Manifest,
 *   packagesDir: string,
 * }} options
 * @returns {Promise<{ applicationDir: string, path: string, version: string }>} `version` is Electron's
 * @throws {import('../../steps.mjs').StepFailure} `RegistryOutOfReach` where its Electron cannot be downloaded
 */
export async function makeForeignPackage({ system, require, app, manifest, packagesDir }) {
  const { target, platform, arch, folder, shipped } = recipes[system];
  const { electron } = await provideForeignElectron(target, require);
  const outputDir = await makeApplication({ require, app, electron, platform, arch, targets: 'folder' });
  const applicationDir = join(outputDir, folder, shipped);
  const name = `stowage-${manifest.version}-${system}`;
  const path = join(packagesDir, `${name}.zip`);
  await makeZip({ folder: applicationDir, folderName: shipped || name, outputPath: path });
  return { applicationDir, path, version: electron.version };
}
