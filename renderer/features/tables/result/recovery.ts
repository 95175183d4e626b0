// After which failures a running query continues by itself, and for how long it tries.
import type { StowageError } from '@shared/errors';

/** Twenty seconds, enough for the engine and its store to start. */
export const maxRecoveries = 40;
export const recoveryPauseMs = 500;

const comingBack: readonly string[] = ['network.engine-restarted', 'network.emulator-down'];

/** The session is gone and the query is not. What comes back says when to ask again; what is gone for good does not. */
export function isRecoverable(error: StowageError): boolean {
  return error.code === 'not-found.session' || (comingBack.includes(error.code) && error.retry !== 'no');
}
