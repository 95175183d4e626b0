// Whether the process that left its mark in a file still runs. Process ids are reused, so the mark includes the start
// time of the process, or, where the system does not report it, the boot time of the machine.
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { isAlive } from './is-alive';

export interface ProcessMark {
  readonly pid: number;
  /** Empty when the system does not report it. */
  readonly startedAt: string;
}

/** Of a process that runs on this machine. */
export const markOf = (pid: number): ProcessMark => ({ pid, startedAt: lifeOf(pid).startedAt });

/**
 * The user may set the clock of the machine, and another machine may date its files: a mark must be older than the
 * start of the machine by more than that.
 */
const clockSlackMs = 5 * 60_000;

/** @param writtenMs when the file with the mark was written, in ms of wall time */
export function stillRuns(mark: ProcessMark, writtenMs: number): boolean {
  // Read before the process is checked: a process that ends in between has no start time, and is found dead.
  const { startedAt, state } = lifeOf(mark.pid);
  if (state === 'ended' || !isAlive(mark.pid)) return false;
  if (startedAt !== '' && mark.startedAt !== '') return startedAt === mark.startedAt;
  return writtenMs >= Date.now() - uptime() * 1000 - clockSlackMs;
}

interface Life {
  readonly startedAt: string;
  /** A killed process keeps its id until its parent has collected its exit status. */
  readonly state: 'ended' | 'unknown';
}

function lifeOf(pid: number): Life {
  if (process.platform !== 'linux') return { startedAt: '', state: 'unknown' };
  try {
    // No disk is involved: the system answers at once.
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { startedAt: fields[19] ?? '', state: fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : 'unknown' };
  } catch {
    return { startedAt: '', state: 'unknown' };
  }
}
