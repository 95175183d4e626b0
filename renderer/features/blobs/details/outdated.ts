// Reports that an action was refused because the data it was based on has changed, and that this must be read again.
import { type ErrorCode, StowageError } from '@shared/errors';

/** Another version than the one that was read, or a lease that was not there. */
const outdated: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['conflict.etag-changed', 'conflict.leased']);

/** Settles as `work` does. */
export async function orOutdated<T>(work: Promise<T>, onOutdated: () => void): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (outdated.has(StowageError.from(thrown).code)) onOutdated();
    throw thrown;
  }
}
