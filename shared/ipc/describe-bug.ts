// A bug as the terminal and the log show it: what was asked, and where it went wrong. Never the text of whatever was
// thrown, which may quote an address with its signature.
import { StowageError } from '../errors';

const mostFrames = 30;
/** Characters: room for those, and nothing that fills a disk. */
export const longestBug = 6_000;

export interface BugTeller {
  /** An error that nobody foresaw, where it became one of ours. */
  readonly unforeseen: (error: StowageError) => void;
  /** What it ended: a call or a stream. */
  readonly ended: (error: StowageError, name: string) => void;
}

/**
 * Writes each bug down once with its places, however often it is told.
 * `hasRoom` is asked before a bug is described: false where nothing is written for now.
 */
export function createBugTeller(log: (text: string) => void, hasRoom: () => boolean = () => true): BugTeller {
  const told = new WeakSet<Error>();
  const isNew = (error: StowageError): boolean => {
    const origin = originOf(error);
    const isFirst = !told.has(origin);
    told.add(origin);
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
 * What a line of the log may say of something that was thrown: our own detail, or its kind. What nobody foresaw is told
 * with its places by this, before that line.
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

/** None where the thrown thing keeps anything but texts where an error has them. */
function framesOf(origin: Error): readonly string[] {
  const stack = textIn(origin, 'stack');
  const message = textIn(origin, 'message');
  if (stack === null || message === null) return [];
  // What was thrown stands in front of the frames, and may look like some.
  const behindText = stack.split('\n').slice(message.split('\n').length);
  return behindText.filter((line) => line.startsWith('    at ')).slice(0, mostFrames);
}

/** Node's own name for a failure, such as `ENOENT`. */
function systemCode(origin: Error): string {
  const code = textIn(origin, 'code');
  return code !== null && /^[A-Z][A-Z\d_]{1,40}$/u.test(code) ? ` ${code}.` : '';
}

/** Null where it is no text, or cannot be read: what is thrown may be anything. */
function textIn(origin: Error, field: 'stack' | 'message' | 'code'): string | null {
  try {
    const value: unknown = Reflect.get(origin, field);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
