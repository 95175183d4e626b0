// The words for a failure as the components show them: the shared ones, with every part always there.
import type { StowageError } from '@shared/errors';
import { errorWords } from '@shared/error-words';

export interface ErrorWords {
  readonly title: string;
  readonly explanation: string;
  /** What to do next; empty where there is nothing to do. */
  readonly action: string;
}

export function describeError(error: StowageError): ErrorWords {
  return { action: '', ...errorWords(error) };
}
