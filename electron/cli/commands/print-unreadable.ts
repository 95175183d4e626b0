// Says that journals cannot be read, so that what is not listed is not taken for gone.
import type { StowageError } from '@shared/errors';
import type { Output } from '../output';

export function printUnreadable(unread: readonly StowageError[], output: Output): void {
  for (const { message, context } of unread) {
    output.info(`There are jobs that cannot be read. ${message} ${context.path ?? ''}`.trimEnd());
  }
}
