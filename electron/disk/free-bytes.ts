// The free space on the disk that holds a folder. Node reports it since 18.15; Node 16 of Electron 22 does not, so
// there the system's `df` is called.
import { execFile } from 'node:child_process';
import * as files from 'node:fs/promises';
import { KiB } from '@shared/units';

/** Bytes that a person may still fill, since some are kept for the system; null where nobody says. Never throws. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  if (typeof files.statfs === 'function') {
    return files.statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    );
  }
  if (process.platform === 'win32') return null;
  return new Promise((resolve) => {
    execFile('df', ['-P', '-k', folder], { timeout: 2_000, env: { ...process.env, LC_ALL: 'C' } }, (error, answer) =>
      resolve(error === null ? freeBytesIn(answer) : null),
    );
  });
}

/** Reads what `df -P -k` prints of one folder: a heading, then device, blocks, used and free ones of 1 KiB. */
export function freeBytesIn(answer: string): number | null {
  const free = /^.*?\s+\d+\s+\d+\s+(\d+)\s+\d+%/mu.exec(answer)?.[1];
  return free === undefined ? null : Number(free) * KiB;
}
