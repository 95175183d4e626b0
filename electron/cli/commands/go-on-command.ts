// The command line that continues an interrupted job, quoted so that it can be pasted into any POSIX shell.
import { shellQuoted } from '@shared/commands/shell-text';
import type { JobStatus } from '@shared/model/job-state';
import type { Session } from '../session';

/** `args` follow the program's name. The connection and the state folder that the user named are appended. */
export function goOnCommand(
  args: readonly string[],
  { connectionArguments }: Pick<Session, 'connectionArguments'>,
): string {
  return ['stowage', ...args, ...connectionArguments].map(shellQuoted).join(' ');
}

export function resumeCommand(jobId: string, session: Pick<Session, 'connectionArguments'>): string {
  return goOnCommand(['jobs', 'resume', jobId], session);
}

/** The job stopped before its end. */
export function canGoOn(state: JobStatus): boolean {
  return state === 'interrupted' || state === 'paused';
}
