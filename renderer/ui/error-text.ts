// The words for a failure as the components show them: the shared ones, with every part always there.
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

/** Whether a person would read the same twice. */
export function isSameMessage(one: StowageError, other: StowageError): boolean {
  return JSON.stringify(describeError(one)) === JSON.stringify(describeError(other));
}

/** Why something did not work, in one line: for a notice whose title says what. */
export function reasonOf(thrown: unknown): string {
  return visibleLines(sentence(StowageError.from(thrown)));
}

/** What a failure of many is called where only its code came along; the code where that is not known here. */
export function failureTitle(code: string, context: ErrorContext = {}): string {
  return isErrorCode(code) ? errorMessage({ code, context }).title : code;
}
