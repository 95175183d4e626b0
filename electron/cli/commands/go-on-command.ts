// The command that goes on with what a command left, to be copied into any POSIX shell.
import { shellQuoted } from '@shared/commands/shell-text';
import type { TransferState } from '@shared/model/transfer';
import type { Session } from '../session';

/** `words` follow the program's name; the places that were named are added. */
export function goOnCommand(words: readonly string[], { placeArguments }: Pick<Session, 'placeArguments'>): string {
  return ['stowage', ...words, ...placeArguments].map(shellQuoted).join(' ');
}

export function resumeCommand(jobId: string, session: Pick<Session, 'placeArguments'>): string {
  return goOnCommand(['jobs', 'resume', jobId], session);
}

/** It rests and did not come to its end. */
export function canGoOn(state: TransferState): boolean {
  return state === 'interrupted' || state === 'paused';
}
