// Whether the next small file is looked for at its target before it is sent. A file that must not replace anything finds
// that out by its own write, which costs its bytes where there is something: after one such, a look comes first, until
// a look finds nothing.

/** Below this a look costs as much as sending it. */
const worthALookBytes = 4096;

export interface FoundThere {
  shouldLook(bytes: number): boolean;
  /** Told what a write or a look found. */
  note(found: 'there' | 'nothing'): void;
}

export function createFoundThere(): FoundThere {
  let last: 'there' | 'nothing' = 'nothing';
  return {
    shouldLook: (bytes) => last === 'there' && bytes >= worthALookBytes,
    note: (found) => {
      last = found;
    },
  };
}
