// Which failures leave it open whether the service acted, and which ones a repeated write meets when it did.
import type { ErrorCode, StowageError } from '@shared/errors';

const open: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network.reset',
  'network.timeout',
  'network.stalled',
  'network.truncated',
  'throttled.server-error',
]);

/** True when the request may have been carried out although it failed. */
export function mayHaveHappened(failure: StowageError): boolean {
  return open.has(failure.code);
}

/** True for the answer that a repetition gets where the first try, whose reply was lost, had succeeded. */
export function isTelltale(failure: StowageError): boolean {
  return telltales.has(failure.code);
}

const telltales: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'conflict.exists',
  'conflict.etag-changed',
  'not-found.entity',
]);
