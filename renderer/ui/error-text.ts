// The texts of a failure as the components show them: the shared ones, with every part always set.
import { type ErrorContext, StowageError } from '@shared/errors';
import { errorMessage, isErrorCode, sentence } from '@shared/error-text';
import { visibleLines } from '@shared/visible-text';

export interface ErrorMessage {
  readonly title: string;
  readonly explanation: string;
  /** What to do next; empty where there is nothing to do. */
  readonly action: string;
}

export function describeError(error: StowageError): ErrorMessage {
  const { title, explanation, action = '' } = errorMessage(error);
  return { title: visibleLines(title), explanation: visibleLines(explanation), action: visibleLines(action) };
}

/** Whether the user would read the same twice. */
export function isSameMessage(one: StowageError, other: StowageError): boolean {
  return JSON.stringify(describeError(one)) === JSON.stringify(describeError(other));
}

/** The cause of a failure in one line: for a notice whose title states what failed. */
export function reasonOf(thrown: unknown): string {
  return visibleLines(sentence(StowageError.from(thrown)));
}

/** What a failure of many is called where only its code came along; the code where that is not known here. */
export function failureTitle(code: string, context: ErrorContext = {}): string {
  return isErrorCode(code) ? errorMessage({ code, context }).title : code;
}
