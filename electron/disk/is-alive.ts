// Whether a process that is named in a file runs on this machine.
import { systemCodeOf } from './local-error';

/** Whether a process with that id runs on this machine, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return systemCodeOf(thrown) === 'EPERM';
  }
}
