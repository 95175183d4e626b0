// Why nothing can be brought into a container or changed there, worded once for all that would. Pure.
import type { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';

export interface PlaceRefusals {
  /** Each null where it is possible. */
  readonly upload: string | null;
  readonly change: string | null;
  readonly remove: string | null;
}

export interface AskedPlace {
  readonly container: string;
  readonly connectionName: string;
  readonly access: 'writable' | 'read-only';
  /** What its listing failed with last; null where it did not. */
  readonly failure: StowageError | null;
}

export function refusalsOf({ container, connectionName, access, failure }: AskedPlace): PlaceRefusals {
  if (access === 'read-only') {
    return {
      upload: t`${connectionName} is read-only. Unlock it to upload.`,
      change: t`${connectionName} is read-only. Unlock it to change anything here.`,
      remove: t`${connectionName} is read-only. Unlock it to delete.`,
    };
  }
  if (isGone(failure)) {
    const gone = t`The container ${container} is not there.`;
    return { upload: gone, change: gone, remove: gone };
  }
  return { upload: null, change: null, remove: null };
}

/** Deleted, by somebody else too: what was listed of it is gone as well. */
export function isGone(failure: StowageError | null): boolean {
  return failure?.code === 'not-found.container';
}
