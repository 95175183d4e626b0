// A folder for temporary files that is a run's own. It goes with the run, also with one that is interrupted; what tests have
// left in it by then is named, since on any other day it would stay.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { inProject } from './project.mjs';

const prefix = 'stowage-run-';
/** For what programs of a test leave that notice the end of that by themselves, as the emulators do. */
const usualWaitMs = 10_000;
const lookEveryMs = 50;

/**
 * Runs `work` with this environment for the programs that it starts. Within such a folder no other one is made: sockets in
 * it have short names only.
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @returns {Promise<{ result: T, left: readonly string[] }>} `left`: names of what is ours, with what is in it
 */
export async function inTemporaryFolder(work, mostWaitMs = usualWaitMs) {
  if (basename(tmpdir()).startsWith(prefix)) return { result: await work({}), left: [] };
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const env = { TMPDIR: folder, TMP: folder, TEMP: folder, PWTEST_CACHE_DIR: inProject('out/compiled-journeys') };
  const result = await work(env);
  for (let waitedMs = 0; leftIn(folder).length > 0 && waitedMs < mostWaitMs; waitedMs += lookEveryMs) {
    await later(lookEveryMs);
  }
  const left = leftIn(folder).map((name) => withContent(folder, name));
  process.off('exit', remove);
  remove();
  return { result, left };
}

/** What others leave, as a browser that is killed on purpose, is theirs. @param {string} folder */
const leftIn = (folder) => readdirSync(folder).filter((name) => name.startsWith('stowage-'));

const mostNamed = 5;

/** What lies in it tells who wrote it. @param {string} folder @param {string} name */
function withContent(folder, name) {
  try {
    const content = readdirSync(join(folder, name), { recursive: true }).map(String);
    if (content.length === 0) return name;
    const more = content.length > mostNamed ? ', …' : '';
    return `${name} (${content.sort().slice(0, mostNamed).join(', ')}${more})`;
  } catch {
    // No folder, or gone by now.
    return name;
  }
}
