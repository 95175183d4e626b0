// Failures that a broken connection explains: the request may succeed once the network is back.
import type { ErrorCode } from '@shared/errors';

const ofTheLine: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network.refused',
  'network.name-unknown',
  'network.reset',
  'network.timeout',
  'network.stalled',
  'network.truncated',
]);

export function isOfTheLine(code: ErrorCode): boolean {
  return ofTheLine.has(code);
}
