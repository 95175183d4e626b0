// Provides the S3 server of the tests (moto): Python packages, each file by its hash, in a folder of the project. Needs
// Python 3.10 or newer with pip; where there is none, the tests of S3 are skipped.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, runtimeDir } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { note } from './steps.mjs';

const requirements = inProject('scripts/s3-server/requirements.txt');
const s3ServerDir = join(runtimeDir, 's3-server');
const markPath = join(s3ServerDir, '.stowage-requirements');
const python = process.platform === 'win32' ? 'python' : 'python3';

/**
 * Installs it where it is missing. Never throws: only the tests of S3 need it.
 * @returns {Promise<{ reason: string }>}
 */
export async function provideS3Server() {
  const version = await run(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { limitMs: 20_000 });
  const [major = 0, minor = 0] = version.output.trim().split('.').map(Number);
  if (version.code !== 0 || major !== 3 || minor < 10) {
    return { reason: 'none: Python 3.10 or newer is missing, so tests of S3 are skipped' };
  }
  const wanted = `${hashOfList()} ${major}.${minor}`;
  if (existsSync(markPath) && readFileSync(markPath, 'utf8') === wanted) return { reason: 'unchanged' };
  note('installing the S3 server of the tests …');
  rmSync(s3ServerDir, { recursive: true, force: true });
  mkdirSync(s3ServerDir, { recursive: true });
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
  const args = ['-m', 'pip', 'install', ...options, '--target', s3ServerDir, '--requirement', requirements];
  const result = await run(python, args, { limitMs: 300_000 });
  if (result.code !== 0) {
    rmSync(s3ServerDir, { recursive: true, force: true });
    return { reason: `none, so tests of S3 are skipped: ${lastLines(result.output, 2).trim()}` };
  }
  writeFileSync(markPath, wanted);
  return { reason: 'installed' };
}

function hashOfList() {
  return createHash('sha256').update(readFileSync(requirements)).digest('hex');
}
