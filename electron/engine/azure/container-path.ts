// A container's path below the blob endpoint. Pure.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';

/** Wider than the service's rule for new containers: emulators accept more, and names of S3 buckets may have dots. */
const possible = /^[$\w-](?:[$\w.-]{0,61}[$\w-])?$/u;

/** @throws StowageError `invalid.name` for a text that names no container and may address something else */
export function containerPath(container: string): string {
  if (possible.test(container)) return `/${container}`;
  const problem = t`must have 1 to 63 letters, digits and dashes, and nothing else`;
  throw new StowageError('invalid.name', `The container name ${problem}.`, {
    context: { kind: 'container', name: container, problem },
  });
}
