// Which failures leave it open whether the service acted.
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
