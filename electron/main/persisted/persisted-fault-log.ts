// The fault log for users: the entries of main and the engine as one text.
import { access, readFile } from 'node:fs/promises';
import { readIfExists } from '../../disk/read-if-exists';
import { faultLogFiles, faultLogWriters } from '../../disk/fault-log';

/** An entry begins with its time, and no other line does. `^` would also match after other line separators. */
const beforeEntry = /(?<![^\n])(?=\d{4}-\d\d-\d\dT\d\d:)/u;
const timeLength = '2026-01-01T00:00:00.000Z'.length;

/**
 * All entries, the newest first; empty when there are none.
 * @throws StowageError `local.*`
 */
export async function readFaultLog(stateDir: string): Promise<string> {
  const files = faultLogWriters.flatMap((writer) => Object.values(faultLogFiles(stateDir, writer)));
  const texts = await Promise.all(
    files.map((path) => readIfExists(path, (existing) => readFile(existing, 'utf8'), '')),
  );
  const entries = texts.flatMap((text) => text.split(beforeEntry)).filter((entry) => entry !== '');
  // Within a file later entries are further down; times sort as texts.
  const newestFirst = entries.reverse().sort((a, b) => compare(b.slice(0, timeLength), a.slice(0, timeLength)));
  return newestFirst.join('\n');
}

/** One of its files, to be shown in its folder; null when nothing was written. */
export async function someFaultLogFile(stateDir: string): Promise<string | null> {
  for (const writer of faultLogWriters) {
    const { current } = faultLogFiles(stateDir, writer);
    if (await readIfExists(current, (path) => access(path).then(() => true), false)) return current;
  }
  return null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
