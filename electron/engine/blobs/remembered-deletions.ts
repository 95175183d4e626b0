// Remembers which blobs a deletion removed, so that undoing it restores these and no others: blobs that another client
// deleted in the same folder at the same time look the same, and versions do not even show when their blob was deleted.
// Held in memory, and only as many as a user is likely to undo.

export interface TakenNames {
  readonly add: (name: string) => void;
  /** It was not there. */
  readonly drop: (name: string) => void;
}

/** The names that a deletion has removed, as far as they are known. */
export interface KnownNames {
  readonly has: (name: string) => boolean;
  readonly known: 'all' | 'some';
}

export interface RememberedDeletions {
  /** Of further runs of one deletion together. */
  readonly namesOf: (deletion: string, run?: 'first' | 'further') => TakenNames;
  readonly takenBy: (deletion: string) => KnownNames;
}

/** More in one set fill the memory, and from 16.7 million on adding to it throws. */
const defaultMaxPerDeletion = 10_000_000;

/**
 * @param mostNames of all deletions together; beyond it all but the last one are forgotten, the oldest first
 * @param mostOfOne beyond it the last one is forgotten, too: deleting goes on without a memory
 */
export function createRememberedDeletions(
  maxNames = 1_000_000,
  maxPerDeletion = defaultMaxPerDeletion,
): RememberedDeletions {
  const deletions = new Map<string, Set<string>>();
  const forgotten = new Set<string>();
  const forgetOldest = (): void => {
    let held = 0;
    for (const names of deletions.values()) held += names.size;
    for (const [deletion, names] of deletions) {
      if (held <= maxNames || deletions.size === 1) return;
      deletions.delete(deletion);
      forgotten.add(deletion);
      held -= names.size;
    }
  };
  return {
    namesOf: (deletion, run = 'first') => {
      // What ran before was known to a previous engine only.
      if (run === 'further' && !deletions.has(deletion)) forgotten.add(deletion);
      const names = deletions.get(deletion) ?? new Set();
      deletions.delete(deletion);
      deletions.set(deletion, names);
      forgetOldest();
      let isFull = false;
      const add = (name: string): void => {
        if (isFull) return;
        names.add(name);
        if (names.size <= maxPerDeletion) return;
        isFull = true;
        names.clear();
        forgotten.add(deletion);
      };
      return { add, drop: (name) => void names.delete(name) };
    },
    takenBy: (deletion) => {
      const names = deletions.get(deletion);
      // Further runs may have started again.
      const known = names === undefined || forgotten.has(deletion) ? 'some' : 'all';
      return { has: (name) => names?.has(name) === true, known };
    },
  };
}
