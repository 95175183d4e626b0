// The fault log as a person reads it: what main and the engine wrote, as one text.
import { access, readFile } from 'node:fs/promises';
import { ifThere } from '../../disk/if-there';
import { faultLogFiles, faultLogWriters } from '../../disk/fault-log';

/** An entry begins with its time, and nothing else in a file begins a line so. `^` would take more for the end of one. */
const beforeEntry = /(?<![^\n])(?=\d{4}-\d\d-\d\dT\d\d:)/u;
const timeLength = '2026-01-01T00:00:00.000Z'.length;

/**
 * All entries, the newest first; empty where nothing went wrong.
 * @throws StowageError `local.*`
 */
export async function readFaultLog(stateDir: string): Promise<string> {
  const files = faultLogWriters.flatMap((writer) => Object.values(faultLogFiles(stateDir, writer)));
  const texts = await Promise.all(files.map((path) => ifThere(path, (there) => readFile(there, 'utf8'), '')));
  const entries = texts.flatMap((text) => text.split(beforeEntry)).filter((entry) => entry !== '');
  // In each file the later one stands below; a time sorts as its text does.
  const newestFirst = entries.reverse().sort((a, b) => compare(b.slice(0, timeLength), a.slice(0, timeLength)));
  return newestFirst.join('\n');
}

/** A file of it to show in its folder; null while nothing was written. */
export async function someFaultLogFile(stateDir: string): Promise<string | null> {
  for (const writer of faultLogWriters) {
    const { current } = faultLogFiles(stateDir, writer);
    if (await ifThere(current, (path) => access(path).then(() => true), false)) return current;
  }
  return null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
