// A bug as the terminal and the log show it: what was asked, and where it went wrong. Never the text of whatever was
// thrown, which may quote an address with its signature.
import type { StowageError } from '../errors';

const mostFrames = 30;
/** Characters: room for those, and nothing that fills a disk. */
export const longestBug = 6_000;

export interface BugTeller {
  /** An error that nobody foresaw, where it became one of ours. */
  readonly unforeseen: (error: StowageError) => void;
  /** What it ended: a call or a stream. */
  readonly ended: (error: StowageError, name: string) => void;
}

/** Writes each bug down once with its places, however often it is told. */
export function createBugTeller(log: (text: string) => void): BugTeller {
  const told = new WeakSet<Error>();
  const isNew = (error: StowageError): boolean => {
    const origin = originOf(error);
    const isFirst = !told.has(origin);
    told.add(origin);
    return isFirst;
  };
  return {
    unforeseen: (error) => {
      if (isNew(error)) log(describeBug(error, 'unforeseen'));
    },
    ended: (error, name) => log(isNew(error) ? describeBug(error, name) : `${name} ended by what was told before.`),
  };
}

/** `name` is the call or stream that failed. Stack frames come from the original cause where there is one. */
export function describeBug(error: StowageError, name: string): string {
  const origin = originOf(error);
  // What was thrown stands in front of the frames, and may look like some.
  const behindText = (origin.stack ?? '').split('\n').slice(origin.message.split('\n').length);
  const frames = behindText.filter((line) => line.startsWith('    at ')).slice(0, mostFrames);
  return [`${name}: ${error.message}${systemCode(origin)}`, ...frames].join('\n').slice(0, longestBug);
}

function originOf(error: StowageError): Error {
  return error.cause instanceof Error ? error.cause : error;
}

/** Node's own name for a failure, such as `ENOENT`. */
function systemCode(origin: Error): string {
  const { code } = origin as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,40}$/u.test(code) ? ` ${code}.` : '';
}
