// Exit codes are a contract with scripts: one number per kind of ending.
import type { StowageError } from '@shared/errors';

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

export function exitCodeOf(error: StowageError): number {
  switch (error.kind) {
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
      return error.code === 'local.not-found' ? exitCodes.notFound : exitCodes.someFailed;
    case 'bug':
      return exitCodes.someFailed;
  }
}
