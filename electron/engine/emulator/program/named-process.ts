// Identifies a process by its machine, its id and its start time: an id alone is soon reused, above all after a restart
// of the machine.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../disk/is-alive';
import { thisMachine } from '../../../disk/draft-owner';

const run = promisify(execFile);

/** A line that finds this process again. */
export const thisProcess = (): Promise<string> => nameOf(process.pid);

/** Whether it runs on this machine. Of another machine's nobody knows, and it is taken for none. */
export async function isThatProcess(name: string): Promise<boolean> {
  const pid = Number(name.split(' ')[1]);
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid) && (await nameOf(pid)) === name;
}

async function nameOf(pid: number): Promise<string> {
  return `${thisMachine} ${pid} ${await startOf(pid)}`;
}

/** Else it is told in the language of whoever asks, and by the clock of where the machine is by then. */
const asked = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };

/** As the system tells it, the same each time; empty where it does not. */
async function startOf(pid: number): Promise<string> {
  try {
    if (process.platform !== 'linux')
      return (await run('ps', ['-o', 'lstart=', '-p', String(pid)], asked)).stdout.trim();
    const [boot, line] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The program's name stands in brackets, and may hold blanks and brackets itself.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()} ${fields[startField] ?? ''}`;
  } catch {
    return '';
  }
}

/** Behind the name, from 0: the clock's ticks since the machine began. */
const startField = 19;
