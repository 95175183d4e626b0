// Installs the packaging tools: npm packages with a separate lock file, so that developers who only run or test the app
// do not install them. None of their install scripts runs.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inProject, runtimeDir } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { StepFailure } from '../steps.mjs';

const recipeDir = inProject('scripts/package/tools');
const home = join(runtimeDir, 'packaging-tools');
const parts = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * @returns {Promise<{ reason: string, require: NodeJS.Require }>} `require` finds the tools
 * @throws {StepFailure}
 */
export async function providePackagingTools() {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(readFileSync(join(recipeDir, part)));
  const wanted = hash.digest('hex');
  const markPath = join(home, 'recipe');
  const require = createRequire(join(home, 'package.json'));
  if (existsSync(markPath) && readFileSync(markPath, 'utf8') === wanted) return { reason: 'in place', require };

  mkdirSync(home, { recursive: true });
  for (const part of parts) copyFileSync(join(recipeDir, part), join(home, part));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(npm, ['ci'], { cwd: home, limitMs: 600_000 });
  if (code !== 0) {
    throw new StepFailure({
      tried: 'npm ci for the packaging tools',
      because: lastLines(output, 6),
      todo: 'Check that the package registry can be reached (npm ping), then run this again.',
    });
  }
  writeFileSync(markPath, wanted);
  return { reason: 'installed', require };
}
