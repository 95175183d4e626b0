// The texts for every failure, for the window and the command line alike: what happened, to which object, why, and what
// to do next. One file per subject; a code without texts does not compile.
import { type ErrorCode, type ErrorContext, errorCodes } from './errors';
import { accessMessages } from './error-text/access';
import { conflictMessages } from './error-text/conflicts';
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
  const described = messages[error.code](error.context);
  if (error.context.moved !== 'copied') return described;
  return { ...described, explanation: t`${described.explanation} It was copied, and is still where it was as well.` };
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
  'cancelled.by-user': () => ({ title: t`Cancelled`, explanation: t`It was stopped before it was done.` }),
  'bug.unexpected': () => ({
    title: t`Something went wrong in Stowage`,
    explanation: t`This is a fault of the app, not of your data.`,
    action: t`Try again. If it stays, please report it with the steps that lead here.`,
  }),
  'bug.thread-lost': ({ why, exit }) => ({
    title: t`A thread of Stowage ended twice`,
    explanation:
      why === 'memory'
        ? t`The part of Stowage that worked on it ran out of memory, and once more after it was restarted. Everything else went on.`
        : t`The part of Stowage that worked on it ended${typeof exit === 'number' ? t` with code ${exit}` : ''}, and once more after it was restarted: this one thing brings it down, or something outside of Stowage ends it. Everything else went on.`,
    action:
      why === 'memory'
        ? t`Try it again alone, with fewer requests at once or smaller blocks.`
        : t`Try it again. If it stays, please report it with the fault log, which says more.`,
  }),
};
