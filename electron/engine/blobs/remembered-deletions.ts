// Remembers which blobs a deletion removed, so that it can be undone in an account with versioning: versions do not
// tell when their blob was deleted. Held in memory, and only as many as a person is likely to undo.

export interface TakenNames {
  readonly add: (name: string) => void;
  /** It was not there. */
  readonly drop: (name: string) => void;
}

export interface RememberedDeletions {
  /** Of further runs of one deletion together. */
  readonly namesOf: (deletion: string) => TakenNames;
  readonly hasTaken: (deletion: string, name: string) => boolean;
}

/** @param mostNames of all deletions together; beyond it all but the last one are forgotten, the oldest first */
export function createRememberedDeletions(mostNames = 1_000_000): RememberedDeletions {
  const deletions = new Map<string, Set<string>>();
  const forgetOldest = (): void => {
    let held = 0;
    for (const names of deletions.values()) held += names.size;
    for (const [deletion, names] of deletions) {
      if (held <= mostNames || deletions.size === 1) return;
      deletions.delete(deletion);
      held -= names.size;
    }
  };
  return {
    namesOf: (deletion) => {
      const names = deletions.get(deletion) ?? new Set();
      deletions.delete(deletion);
      deletions.set(deletion, names);
      forgetOldest();
      return { add: (name) => void names.add(name), drop: (name) => void names.delete(name) };
    },
    hasTaken: (deletion, name) => deletions.get(deletion)?.has(name) === true,
  };
}
