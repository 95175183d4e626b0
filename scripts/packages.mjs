// Keeps node_modules in step with package-lock.json: runs `npm ci` when the lock file has changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject, projectDir } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { note, StepFailure } from './steps.mjs';

const lockPath = inProject('package-lock.json');
const markPath = inProject('node_modules/.stowage-lock');
const installedPath = inProject('node_modules/.package-lock.json');

/**
 * @returns {Promise<{ reason: string }>}
 * @throws {StepFailure}
 */
export async function providePackages() {
  const lock = readFileSync(lockPath, 'utf8');
  const lockHash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(markPath) && readFileSync(markPath, 'utf8') === lockHash) {
    return { reason: 'unchanged since the last set-up' };
  }
  if (installedMatches(JSON.parse(lock))) {
    writeFileSync(markPath, lockHash);
    return { reason: 'what is installed is what the lock file says' };
  }
  const reason = existsSync(installedPath) ? 'the lock file changed' : 'none installed yet';
  note(`npm ci, because ${reason} …`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = await run(npm, ['ci'], { cwd: projectDir, limitMs: 900_000 });
  if (result.code !== 0) {
    throw new StepFailure({
      tried: `npm ci in ${projectDir}`,
      because: result.timedOut ? 'it did not finish within fifteen minutes' : lastLines(result.output, 10),
      todo: 'Check that the package registry can be reached (npm ping), then run this again.',
    });
  }
  writeFileSync(markPath, lockHash);
  return { reason: `installed: ${reason}` };
}

/** npm's own record of what it installed; it may lack packages for other systems. */
function installedMatches(lock) {
  if (!existsSync(installedPath)) return false;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '');
  const same = wanted.every(([path, { integrity, optional }]) =>
    installed[path] === undefined ? optional === true : installed[path].integrity === integrity,
  );
  return same && Object.keys(installed).every((path) => lock.packages[path] !== undefined);
}
