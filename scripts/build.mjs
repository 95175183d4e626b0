// Builds stale targets. A target is not stale while its sources have the same contents as at its last build.
// Usage: node scripts/build.mjs [--force] [--quiet] [TARGET…]
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as viteBuild } from 'vite';
import { buildTargets } from './build-targets.mjs';
import { electronEnvironment, electronOrNull } from './electron-runtime.mjs';
import { thirdPartyPackages } from './package/third-party.mjs';
import { inProject, outDir } from './project.mjs';
import { lastLines, run } from './run-command.mjs';
import { print, seconds } from './steps.mjs';

/** The third-party notices that the About dialog shows, for what the bundles contain. */
const licencesPath = join(outDir, 'main/licences.json');
/** The catalogues as files: main reads one only when the language is not English. */
const stringsDir = join(outDir, 'main/strings');

/** Everything besides sources that can affect the output. */
const recipeFiles = [
  'scripts/build.mjs',
  'scripts/build-targets.mjs',
  'scripts/compiled-code.cjs',
  'scripts/window-plugins.mjs',
  'package.json',
  'package-lock.json',
];

/**
 * @param {{ names?: readonly string[], onlyStale?: 'only-stale' | 'all' }} [options] without names: all targets that
 * the app needs
 * @returns {Promise<{ built: readonly string[], kept: readonly string[] }>}
 * @throws {AggregateError} one error per target that could not be built; the others are still built
 */
export async function build({ names = [], onlyStale = 'only-stale' } = {}) {
  const unknown = names.filter((name) => !buildTargets.some((target) => target.name === name));
  if (unknown.length > 0) throw new AggregateError([new Error(`no such target: ${unknown.join(', ')}`)]);
  const chosen = buildTargets.filter((target) =>
    names.length === 0 ? target.built === 'always' : names.includes(target.name),
  );

  const fingerprints = await fingerprintsOf(chosen);
  const stale = chosen.filter(
    (target) => onlyStale === 'all' || readStamp(target) !== fingerprints.get(target) || !existsSync(target.output),
  );
  const failures = [];
  const queue = [...stale];
  const work = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      try {
        await buildOne(target);
        await mkdir(dirname(stampPath(target)), { recursive: true });
        await writeFile(stampPath(target), fingerprints.get(target));
      } catch (error) {
        failures.push(new Error(`${target.name}: ${error instanceof Error ? error.message : error}`, { cause: error }));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(3, availableParallelism()) }, work));
  if (failures.length > 0) throw new AggregateError(failures, 'the build failed');
  if (stale.some(({ name }) => name === 'main' || name === 'engine-host')) await compileApp();
  if (names.length === 0 && (stale.length > 0 || !existsSync(licencesPath))) {
    await writeFile(licencesPath, JSON.stringify(thirdPartyPackages()));
  }
  if (names.length === 0) {
    await mkdir(stringsDir, { recursive: true });
    for (const name of await readdir(inProject('shared/strings'))) {
      if (name.endsWith('.json')) await cp(inProject(`shared/strings/${name}`), join(stringsDir, name));
    }
  }
  return {
    built: stale.map((target) => target.name),
    kept: chosen.filter((target) => !stale.includes(target)).map((target) => target.name),
  };
}

/**
 * Builds in a separate folder and moves the result to its final path, so that a running program or test never reads
 * half a bundle.
 */
async function buildOne(target) {
  if (!existsSync(inProject(target.entry))) throw new Error(`its entry ${target.entry} does not exist`);
  await mkdir(outDir, { recursive: true });
  const stagingDir = await mkdtemp(join(outDir, `.staging-${target.name}-`));
  try {
    await viteBuild(target.config(stagingDir));
    if (target.kind === 'folder') {
      const folder = dirname(target.output);
      // Temporary folders are readable by their owner only.
      await chmod(stagingDir, 0o755);
      await rm(folder, { recursive: true, force: true });
      await rename(stagingDir, folder);
      return;
    }
    await mkdir(dirname(target.output), { recursive: true });
    for (const file of await readdir(stagingDir)) {
      await rename(join(stagingDir, file), join(dirname(target.output), file));
    }
    if (target.kind === 'executable') {
      await chmod(target.output, 0o755);
      await compileAhead(dirname(target.output));
    }
  } finally {
    await rm(stagingDir, { recursive: true, force: true });
  }
}

/** For the Node that runs this; another one compiles the chunks itself. */
export async function compileAhead(folder, node = process.execPath) {
  const stateDir = await mkdtemp(join(tmpdir(), 'stowage-compile-'));
  try {
    const args = [inProject('scripts/compiled-code.cjs'), 'cli', folder, stateDir];
    const { code, output } = await run(node, args, { limitMs: 60_000 });
    if (code !== 0) throw new Error(`compiling the command line ahead: ${lastLines(output)}`);
  } finally {
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Without Electron the app compiles its chunks when it starts. */
async function compileApp() {
  const folder = join(outDir, 'main');
  const electron = electronOrNull();
  if (electron === null || !existsSync(join(folder, 'main.app.js'))) return;
  if (!existsSync(join(folder, 'engine-host.host.js'))) return;
  const profile = await mkdtemp(join(outDir, '.staging-profile-'));
  try {
    // It ends before it would open a window.
    const display = process.platform === 'linux' ? ['--no-sandbox', '--ozone-platform=headless'] : [];
    const program = [inProject('scripts/compiled-code.cjs'), 'app', folder, join(profile, 'state')];
    const args = [...display, `--user-data-dir=${profile}`, ...program];
    const env = electronEnvironment(electron);
    const { code, output } = await run(electron.executablePath, args, { env, limitMs: 60_000 });
    if (code !== 0) throw new AggregateError([new Error(`compiling the app ahead: ${lastLines(output)}`)]);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fingerprintsOf(targets) {
  const recipe = createHash('sha256');
  for (const path of recipeFiles) recipe.update(readFileSync(inProject(path)));
  const recipeDigest = recipe.digest();
  const digests = new Map();
  for (const folder of new Set(targets.flatMap((target) => target.sources))) {
    digests.set(folder, await digestOf(inProject(folder)));
  }
  return new Map(
    targets.map((target) => {
      const hash = createHash('sha256').update(recipeDigest).update(target.name);
      for (const folder of target.sources) hash.update(digests.get(folder));
      return [target, hash.digest('hex')];
    }),
  );
}

async function digestOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    // Tests and test helpers are not part of the app, so a change to them must not cause a build.
    .filter((path) => !/\.test\.tsx?$/.test(path) && !path.startsWith('testing/'))
    .sort();
  const hash = createHash('sha256');
  for (const path of paths) {
    hash
      .update(path)
      .update('\0')
      .update(await readFile(join(folder, path)));
  }
  return hash.digest();
}

const stampPath = (target) => join(outDir, '.stamps', target.name);
const readStamp = (target) => (existsSync(stampPath(target)) ? readFileSync(stampPath(target), 'utf8') : null);

async function main(args) {
  const startedMs = performance.now();
  const names = args.filter((word) => !word.startsWith('--'));
  try {
    const { built, kept: saved } = await build({ names, onlyStale: args.includes('--force') ? 'all' : 'only-stale' });
    const what = built.length === 0 ? 'up to date' : `built ${built.join(', ')}`;
    print(
      args.includes('--quiet')
        ? what
        : `${what}${built.length > 0 && saved.length > 0 ? `; kept ${saved.join(', ')}` : ''} (${seconds(startedMs)})`,
    );
  } catch (error) {
    for (const failure of error.errors ?? [error]) print(String(failure.message));
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
