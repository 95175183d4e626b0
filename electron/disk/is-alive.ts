// Whether a process runs on this machine, as files tell that are named by one.
import { systemCodeOf } from './local-error';

/** Whether a process of that id runs on this machine, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return systemCodeOf(thrown) === 'EPERM';
  }
}
