// How a process is named in what it leaves on a disk: by its machine and its id, for a folder may be shared by machines, and
// whether a process runs can be asked on its own machine only.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemCodeOf } from './local-error';

/** Of this machine: eight hexadecimal digits. The domain behind its name comes and goes with the network. */
export const machineName = createHash('sha256')
  .update(hostname().split('.')[0]?.toLowerCase() ?? '')
  .digest('hex')
  .slice(0, 8);

/** `machine-id`, as in the names of files. */
export const processName = `${machineName}-${process.pid}`;

/** Finds the name of a process, without groups. Files of earlier versions have the id alone. */
export const processPattern = '(?:[0-9a-f]{8}-)?\\d+';

/** Nobody writes for so long, nor keeps a file for himself and does not touch it. */
const foreignLimitMs = 7 * 24 * 3_600_000;

/** Whether a process of that id runs on this machine, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return systemCodeOf(thrown) === 'EPERM';
  }
}

/**
 * Whether the process that made the file is gone. Of another machine nobody here can tell: its files are left alone until
 * they are a week old.
 */
export async function isAbandoned(path: string, owner: string): Promise<boolean> {
  const parts = owner.split('-');
  const machine = parts.length > 1 ? parts[0] : machineName;
  if (machine === machineName) return !isAlive(Number(parts.at(-1)));
  return isOlderThan(path, foreignLimitMs);
}

/** By the clock of this machine; what is gone is as old as can be. */
export async function isOlderThan(path: string, ms: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ms;
  } catch {
    return true;
  }
}
