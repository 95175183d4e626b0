// A bug as the terminal and the log show it: the request, and where it failed. Never the thrown text, which may contain
// a URL with its signature.
import { StowageError } from '../errors';

const maxFrames = 30;
/** Maximum length in characters: enough for those, too little to fill a disk. */
export const longestBug = 6_000;

export interface BugTeller {
  /** Logs an unexpected error where it was converted to a StowageError. */
  readonly unforeseen: (error: StowageError) => void;
  /** Logs the call or stream that failed because of it. */
  readonly ended: (error: StowageError, name: string) => void;
}

/**
 * Logs each bug once with its stack, however often it is reported. `hasRoom` is called before a bug is described: false
 * when nothing would be written at the moment.
 */
export function createBugTeller(log: (text: string) => void, hasRoom: () => boolean = () => true): BugTeller {
  const described = new WeakSet<Error>();
  const isNew = (error: StowageError): boolean => {
    const origin = originOf(error);
    const isFirst = !described.has(origin);
    described.add(origin);
    return isFirst;
  };
  return {
    unforeseen: (error) => {
      if (isNew(error) && hasRoom()) log(describeBug(error, 'unforeseen'));
    },
    ended: (error, name) => {
      if (hasRoom()) log(isNew(error) ? describeBug(error, name) : `${name}: as was told before.`);
    },
  };
}

/** `name` is the call or stream that failed. Stack frames come from the original cause where there is one. */
export function describeBug(error: StowageError, name: string): string {
  return [`${name}: ${sayingOf(error)}`, ...framesOf(originOf(error))].join('\n').slice(0, longestBug);
}

/**
 * The text that a log line may contain about a thrown value: our detail, or its kind. The stack of an unexpected error
 * was logged before that line.
 */
export function detailOf(thrown: unknown): string {
  return sayingOf(StowageError.from(thrown));
}

function sayingOf(error: StowageError): string {
  return `${error.message}${systemCode(originOf(error))}`;
}

function originOf(error: StowageError): Error {
  return error.cause instanceof Error ? error.cause : error;
}

/** Undefined when the properties of the thrown value are not strings. */
function framesOf(origin: Error): readonly string[] {
  const stack = textIn(origin, 'stack');
  const message = textIn(origin, 'message');
  if (stack === null || message === null) return [];
  // The message precedes the stack frames and may look like some.
  const behindText = stack.split('\n').slice(message.split('\n').length);
  return behindText.filter((line) => line.startsWith('    at ')).slice(0, maxFrames);
}

/** Node's own name for a failure, such as `ENOENT`. */
function systemCode(origin: Error): string {
  const code = textIn(origin, 'code');
  return code !== null && /^[A-Z][A-Z\d_]{1,40}$/u.test(code) ? ` ${code}.` : '';
}

/** Null when it is not a string or cannot be read: a thrown value may be anything. */
function textIn(origin: Error, field: 'stack' | 'message' | 'code'): string | null {
  try {
    const value: unknown = Reflect.get(origin, field);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
