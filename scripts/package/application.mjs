// Creates the application folder of a package: the built bundles in an archive, beside Electron with its fuses set.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject, outDir } from '../project.mjs';
import { builderConfig } from './builder-config.mjs';
import { licencesAsText, thirdPartyPackages } from './third-party.mjs';

const built = ['main', 'preload', 'renderer'];

/**
 * @typedef {{ name: string, version: string, description: string, author: string, license: string, engines: object, homepage?: string }} Manifest
 * @typedef {{ appDir: string, licencesPath: string }} App the parts that are the same in the packages of all systems
 */

/**
 * Removes what packages are made from. Packages of earlier runs stay: `--only` and `--for` make the others.
 * @param {string} packageDir
 */
export async function removeParts(packageDir) {
  for (const part of ['app', 'built', 'work']) await rm(join(packageDir, part), { recursive: true, force: true });
}

/**
 * Collects these parts.
 * @param {Manifest} manifest
 * @returns {Promise<App>}
 */
export async function gatherApp(manifest) {
  const appDir = join(outDir, 'package/app');
  await removeParts(join(outDir, 'package'));
  await mkdir(appDir, { recursive: true });
  for (const part of built) {
    await cp(join(outDir, part), join(appDir, part), { recursive: true, filter: (path) => !path.endsWith('.map') });
  }
  await cp(inProject('LICENSE'), join(appDir, 'LICENSE'));
  const licencesPath = join(outDir, 'package/third-party-licences.txt');
  await writeFile(licencesPath, licencesAsText(thirdPartyPackages()));
  const { name, version, description, author, license } = manifest;
  await writeFile(
    join(appDir, 'package.json'),
    JSON.stringify({ name, productName: 'Stowage', version, description, author, license, main: 'main/index.js' }),
  );
  // Without a separate manifest, electron-builder takes the checkout for the project and ships all its packages.
  await writeFile(join(outDir, 'package/package.json'), JSON.stringify({ name: 'stowage-package', version }));
  return { appDir, licencesPath };
}

/**
 * @param {{
 *   require: NodeJS.Require,
 *   app: App,
 *   electron: import('./builder-config.mjs').PackagedElectron,
 *   platform: 'linux' | 'darwin' | 'win32',
 *   arch: string,
 *   targets: 'folder' | 'platform',
 * }} options `require` finds electron-builder; `platform` builds dmg and zip, on macOS only
 * @returns {Promise<string>} the folder that electron-builder wrote to
 */
export async function makeApplication({ require, app, electron, platform, arch, targets }) {
  const outputDir = join(outDir, 'package/built');
  /** @type {any} */
  const { build, Platform, Arch } = require(/** @type {string} */ ('electron-builder'));
  const system = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS }[platform];
  await build({
    projectDir: join(outDir, 'package'),
    publish: 'never',
    targets: targets === 'folder' ? system.createTarget('dir', Arch[arch]) : system.createTarget(),
    config: builderConfig({ ...app, outputDir, electron, platform, env: process.env }),
  });
  return outputDir;
}
