// Exit codes are a contract with scripts: one number per kind of ending.
import { type ErrorCode, type ErrorKind, errorCodes } from '@shared/errors';

export const exitCodes = {
  done: 0,
  someFailed: 1,
  invalid: 2,
  auth: 3,
  notFound: 4,
  conflict: 5,
  unavailable: 6,
  interrupted: 130,
} as const;

/** As help, the guide and the manual page state them. */
export const exitCodeMeanings: readonly (readonly [number, string])[] = [
  [exitCodes.done, 'Done.'],
  [exitCodes.someFailed, 'Some items failed; they are listed.'],
  [exitCodes.invalid, 'The command line or an input is invalid; the message names the field and the fix.'],
  [exitCodes.auth, 'The account denied access: a key, a signature, a role or a network rule.'],
  [exitCodes.notFound, 'The table, container, blob, entity or file does not exist.'],
  [exitCodes.conflict, 'It exists already, or has changed since it was read.'],
  [exitCodes.unavailable, 'The network or the service was unavailable until the retries ended.'],
  [exitCodes.interrupted, 'Interrupted. The state is saved, and the command that resumes it was printed.'],
];

export function exitCodeOf(code: ErrorCode): number {
  const kind: ErrorKind = errorCodes[code];
  switch (kind) {
    case 'invalid':
      return exitCodes.invalid;
    case 'auth':
      return exitCodes.auth;
    case 'notFound':
      return exitCodes.notFound;
    case 'conflict':
      return exitCodes.conflict;
    case 'throttled':
    case 'network':
      return exitCodes.unavailable;
    case 'cancelled':
      return exitCodes.interrupted;
    case 'localIo':
      return code === 'local.not-found' ? exitCodes.notFound : exitCodes.someFailed;
    case 'bug':
      return exitCodes.someFailed;
  }
}

/**
 * For a transfer: if everything failed for one reason, that reason's code; else the code for some failed items.
 * @param others files that were moved, or skipped as requested
 */
export function exitCodeOfFailures(failures: readonly { readonly code: string }[], others: number): number {
  const codes = new Set(failures.map(({ code }) => (isErrorCode(code) ? exitCodeOf(code) : exitCodes.someFailed)));
  const [only] = codes;
  return others === 0 && codes.size === 1 && only !== undefined ? only : exitCodes.someFailed;
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);
