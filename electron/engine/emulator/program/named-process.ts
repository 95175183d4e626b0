// Identifies a process by its machine, its id and its start time: an id alone is soon reused, above all after a restart
// of the machine.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../disk/is-alive';
import { thisMachine } from '../../../disk/draft-owner';

const run = promisify(execFile);

/** A line that identifies this process. */
export const thisProcess = (): Promise<string> => nameOf(process.pid);

/** Whether the process runs on this machine. Those of other machines cannot be checked and count as not running. */
export async function isThatProcess(name: string): Promise<boolean> {
  const pid = Number(name.split(' ')[1]);
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid) && (await nameOf(pid)) === name;
}

async function nameOf(pid: number): Promise<string> {
  return `${thisMachine} ${pid} ${await startOf(pid)}`;
}

/** Without these variables, the time would depend on the caller's language and time zone. */
const request = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };

/** The start time in the system's own form, the same each time; empty if the system does not report it. */
async function startOf(pid: number): Promise<string> {
  try {
    if (process.platform !== 'linux')
      return (await run('ps', ['-o', 'lstart=', '-p', String(pid)], request)).stdout.trim();
    const [boot, line] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The program's name is in brackets and may itself contain blanks and brackets.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()} ${fields[startField] ?? ''}`;
  } catch {
    return '';
  }
}

/** The field after the name, counted from 0, with the start time in clock ticks since boot. */
const startField = 19;
