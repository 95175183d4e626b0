// The texts for every failure, for the window and the command line alike: what happened, to which object, why, and what
// to do next. One file per subject; a code without texts does not compile.
import { type ErrorCode, type ErrorContext, errorCodes } from './errors';
import { accessMessages } from './error-text/access';
import { conflictMessages } from './error-text/conflicts';
import { withFinding } from './error-text/hub-findings';
import { inputMessages } from './error-text/input';
import { localMessages } from './error-text/local';
import { missingMessages } from './error-text/missing';
import { networkMessages } from './error-text/network';
import type { ErrorMessage, Wording } from './error-text/wording';
import { t } from './strings/t';

/** The input of the texts: a StowageError, or its serialised form. */
export interface WordableError {
  readonly code: ErrorCode;
  readonly context: ErrorContext;
}

export function errorMessage(error: WordableError): ErrorMessage {
  const described = messages[error.code](withFinding(error.context));
  if (error.context.moved !== 'copied') return described;
  return { ...described, explanation: t`${described.explanation} It was copied, but the original still exists.` };
}

/** One line: title, explanation and next step. */
export function sentence(error: WordableError): string {
  const { title, explanation, action } = errorMessage(error);
  return [`${title}.`, explanation, action ?? ''].filter((part) => part !== '').join(' ');
}

/** The title of a recorded error; its message if this version does not know the code. */
export function titleOfStoredError({ code, message, context = {} }: StoredError): string {
  return isErrorCode(code) ? errorMessage({ code, context }).title : message;
}

/**
 * A recorded error as one line for the user. Findings of a check use their recorded message, which names the
 * differences; so does a code that this version does not know.
 */
export function recordedSentence({ code, message, context = {} }: StoredError): string {
  return isErrorCode(code) && !/^(?:verify|bug)\./.test(code) ? sentence({ code, context }) : message;
}

/** An error as journals store it. */
export interface StoredError {
  readonly code: string;
  /** English, for logs. */
  readonly message: string;
  readonly context?: ErrorContext | undefined;
}

/** Narrows a code that came over a wire. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

const messages: Readonly<Record<ErrorCode, Wording>> = {
  ...accessMessages,
  ...missingMessages,
  ...conflictMessages,
  ...networkMessages,
  ...localMessages,
  ...inputMessages,
  'cancelled.by-user': () => ({ title: t`Cancelled`, explanation: t`It was stopped before it was complete.` }),
  'bug.unexpected': () => ({
    title: t`Something went wrong in Stowage`,
    explanation: t`This is an error in the app. Your data is not affected.`,
    action: t`Try again. If it happens again, report it with the steps that led here.`,
  }),
  'bug.thread-lost': ({ why, exit }) => ({
    title: t`A Stowage thread ended twice`,
    explanation:
      why === 'memory'
        ? t`A Stowage worker ran out of memory, and again after it was restarted. All other work continued.`
        : t`A Stowage worker ended${typeof exit === 'number' ? t` with code ${exit}` : ''}, and again after it was restarted: either this item causes it, or another program ended it. All other work continued.`,
    action:
      why === 'memory'
        ? t`Retry only this item, with fewer concurrent requests or smaller blocks.`
        : t`Try again. If it happens again, report it with the fault log.`,
  }),
};
