// The command that goes on with what a command left, to be copied into any POSIX shell.
import { shellQuoted } from '@shared/commands/shell-text';
import type { Session } from '../session';

/** `words` follow the program's name; the places that were named are added. */
export function goOnCommand(words: readonly string[], { placeArguments }: Pick<Session, 'placeArguments'>): string {
  return ['stowage', ...words, ...placeArguments].map(shellQuoted).join(' ');
}
