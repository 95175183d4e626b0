// A bug as the developer's terminal shows it: what was asked, and where it went wrong. Never the text of whatever was
// thrown, which may quote an address with its signature.
import type { StowageError } from '../errors';

/** `name` is the call or stream that failed. Stack frames come from the original cause where there is one. */
export function describeBug(error: StowageError, name: string): string {
  const origin = error.cause instanceof Error ? error.cause : error;
  const frames = (origin.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [`${name}: ${error.message}`, ...frames].join('\n');
}
