// A separate temporary folder for each run. It is removed at the end of the run, also when that is interrupted. Files
// that tests have left in it are named, because normally they would remain on the machine.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { inProject } from './project.mjs';

const prefix = 'stowage-run-';
/** Time for programs of a test that detect its end and quit, as the emulators do. */
const defaultWaitMs = 10_000;
const pollEveryMs = 50;

/**
 * Calls `work` with the environment for the programs that it starts. Within such a folder none is nested, because the
 * paths of sockets must be short.
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @returns {Promise<{ result: T, left: readonly string[] }>} `left`: names of files that we left behind, with what they
 * contain
 */
export async function inTemporaryFolder(work, maxWaitMs = defaultWaitMs) {
  if (basename(tmpdir()).startsWith(prefix)) return { result: await work({}), left: [] };
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const env = { TMPDIR: folder, TMP: folder, TEMP: folder, PWTEST_CACHE_DIR: inProject('out/compiled-journeys') };
  const result = await work(env);
  for (let waitedMs = 0; leftIn(folder).length > 0 && waitedMs < maxWaitMs; waitedMs += pollEveryMs) {
    await later(pollEveryMs);
  }
  const left = leftIn(folder).map((name) => withContent(folder, name));
  process.off('exit', remove);
  remove();
  return { result, left };
}

/** Files that others leave, such as a browser that is killed on purpose, are not our concern. @param {string} folder */
const leftIn = (folder) => readdirSync(folder).filter((name) => name.startsWith('stowage-'));

const maxNamed = 5;

/** The contents of an entry tell who wrote it. @param {string} folder @param {string} name */
function withContent(folder, name) {
  try {
    const content = readdirSync(join(folder, name), { recursive: true }).map(String);
    if (content.length === 0) return name;
    const more = content.length > maxNamed ? ', …' : '';
    return `${name} (${content.sort().slice(0, maxNamed).join(', ')}${more})`;
  } catch {
    // It is not a folder, or was removed in the meantime.
    return name;
  }
}
