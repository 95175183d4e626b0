// Failures that a broken line explains: what was asked may be asked again once the line is back.
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
