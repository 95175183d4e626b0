// Why nothing can be brought into a container or changed there, worded once for all that would. Pure.
import type { StowageError } from '@shared/errors';
import type { SasRight, SasScope } from '@shared/model/connection';
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
  /** What the connection is signed with, where that is a SAS. */
  readonly sas: SasScope | undefined;
  /** What its listing failed with last; null where it did not. */
  readonly failure: StowageError | null;
}

export function refusalsOf({ container, connectionName, access, sas, failure }: AskedPlace): PlaceRefusals {
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
  const [create, write, remove] = [lacks(sas, 'create'), lacks(sas, 'write'), lacks(sas, 'delete')];
  const upload =
    create && write
      ? t`The SAS of ${connectionName} does not allow writing. Use one that does, or another connection.`
      : null;
  return {
    upload,
    change: upload,
    remove: remove
      ? t`The SAS of ${connectionName} does not allow deleting. Use one that does, or another connection.`
      : null,
  };
}

/** Rights that a stored policy gives are not known here: the service says what it lacks. */
function lacks(sas: SasScope | undefined, right: SasRight): boolean {
  return sas !== undefined && sas.policy === undefined && !sas.rights.includes(right);
}

/** Deleted, by somebody else too: what was listed of it is gone as well. */
export function isGone(failure: StowageError | null): boolean {
  return failure?.code === 'not-found.container';
}
