// The words for a failure as the components show them.
import type { StowageError } from '@shared/errors';

export interface ErrorWords {
  readonly title: string;
  readonly explanation: string;
  /** What to do next; empty where there is nothing to do. */
  readonly action: string;
}

export function describeError(error: StowageError): ErrorWords {
  return { title: 'That did not work', explanation: error.message, action: '' };
}
