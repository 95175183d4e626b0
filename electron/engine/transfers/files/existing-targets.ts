// Whether to look for an existing target before sending the next small file. Its own write finds out whether there is
// one, but then its bytes were sent in vain. So after the first target that exists, each file looks first, until a look
// finds nothing.
import type { OverwritePolicy } from '@shared/model/transfer';

/** Below this size a look costs as much as sending a file that is skipped if there is a target. */
const worthALookBytes = 4096;

export interface ExistingTargets {
  shouldLookUp(bytes: number, overwrite: OverwritePolicy): boolean;
  /** Report what a write or a look found. */
  note(found: 'there' | 'nothing'): void;
  /** Whether looking is worth a request: not after the service has refused to let this job read. */
  canLookUp(): boolean;
  noteRejected(): void;
}

export function createExistingTargets(): ExistingTargets {
  let last: 'there' | 'nothing' = 'nothing';
  let isRejected = false;
  return {
    shouldLookUp: (bytes, overwrite) =>
      last === 'there' &&
      !isRejected &&
      (overwrite === 'always' || (overwrite === 'never' && bytes >= worthALookBytes)),
    note: (found) => {
      last = found;
    },
    canLookUp: () => !isRejected,
    noteRejected: () => {
      isRejected = true;
    },
  };
}
