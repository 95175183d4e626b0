// Remembers which blobs a deletion removed, so that undoing it brings back these and no others: what somebody else
// deleted in the same folder at the same time looks the same, and versions do not even tell when their blob was deleted.
// Held in memory, and only as many as a person is likely to undo.

export interface TakenNames {
  readonly add: (name: string) => void;
  /** It was not there. */
  readonly drop: (name: string) => void;
}

export interface RememberedDeletions {
  /** Of further runs of one deletion together. */
  readonly namesOf: (deletion: string) => TakenNames;
  /** Whether a blob is among them; null where they are not, or no longer, all known. */
  readonly takenBy: (deletion: string) => ((name: string) => boolean) | null;
}

/** More in one set fill the memory, and from 16.7 million on adding to it throws. */
const mostOfOneDeletion = 10_000_000;

/**
 * @param mostNames of all deletions together; beyond it all but the last one are forgotten, the oldest first
 * @param mostOfOne beyond it the last one is forgotten, too: deleting goes on without a memory
 */
export function createRememberedDeletions(mostNames = 1_000_000, mostOfOne = mostOfOneDeletion): RememberedDeletions {
  const deletions = new Map<string, Set<string>>();
  const forgotten = new Set<string>();
  const forget = (deletion: string): void => {
    deletions.delete(deletion);
    forgotten.add(deletion);
  };
  const forgetOldest = (): void => {
    let held = 0;
    for (const names of deletions.values()) held += names.size;
    for (const [deletion, names] of deletions) {
      if (held <= mostNames || deletions.size === 1) return;
      forget(deletion);
      held -= names.size;
    }
  };
  return {
    namesOf: (deletion) => {
      const names = deletions.get(deletion) ?? new Set();
      deletions.delete(deletion);
      deletions.set(deletion, names);
      forgetOldest();
      return {
        add: (name) => {
          if (forgotten.has(deletion)) return;
          names.add(name);
          if (names.size <= mostOfOne) return;
          forget(deletion);
          names.clear();
        },
        drop: (name) => void names.delete(name),
      };
    },
    takenBy: (deletion) => {
      const names = deletions.get(deletion);
      // Further runs may have begun anew.
      return names === undefined || forgotten.has(deletion) ? null : (name) => names.has(name);
    },
  };
}
