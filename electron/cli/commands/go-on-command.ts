// The command line that continues an interrupted job, quoted so that it can be pasted into any POSIX shell.
import { shellQuoted } from '@shared/commands/shell-text';
import type { TransferState } from '@shared/model/transfer';
import type { Session } from '../session';

/** `words` follow the program's name. The connection and the state folder that the person named are appended. */
export function goOnCommand(words: readonly string[], { placeArguments }: Pick<Session, 'placeArguments'>): string {
  return ['stowage', ...words, ...placeArguments].map(shellQuoted).join(' ');
}

export function resumeCommand(jobId: string, session: Pick<Session, 'placeArguments'>): string {
  return goOnCommand(['jobs', 'resume', jobId], session);
}

/** The job stopped before its end. */
export function canGoOn(state: TransferState): boolean {
  return state === 'interrupted' || state === 'paused';
}
