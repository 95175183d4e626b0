// Reports that journals cannot be read, so that unlisted jobs are not mistaken for removed ones.
import type { StowageError } from '@shared/errors';
import type { Output } from '../output';

export function printUnreadable(unread: readonly StowageError[], output: Output): void {
  for (const { message, context } of unread) {
    output.info(`Some jobs cannot be read. ${message} ${context.path ?? ''}`.trimEnd());
  }
}
