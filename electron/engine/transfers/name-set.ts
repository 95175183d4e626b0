// A set of names that does not hold them: 96 bits of each, so that a million names take some thirty megabytes and not a
// quarter of a gigabyte. That two names share them is less likely than a disk that forgets one.
import { createHash } from 'node:crypto';

export interface NameSet {
  has(name: string): boolean;
  /** Answers whether it was in the set before. */
  add(name: string): 'new' | 'known';
  clear(): void;
}

const wordsEach = 3;
const firstPlaces = 1024;

export function createNameSet(): NameSet {
  /** Three words a place, all of them 0 where it is free. */
  let words = new Uint32Array(firstPlaces * wordsEach);
  let count = 0;
  const print = new Uint32Array(wordsEach);

  const read = (name: string): void => {
    const digest = createHash('md5').update(name).digest();
    // The last bit keeps a print apart from a free place.
    print[0] = digest.readUInt32LE(0) | 1;
    print[1] = digest.readUInt32LE(4);
    print[2] = digest.readUInt32LE(8);
  };
  /** Where the print is, or the free place where it belongs. */
  const placeOf = (): number => {
    const places = words.length / wordsEach;
    for (let at = (print[1] as number) & (places - 1); ; at = (at + 1) & (places - 1)) {
      const from = at * wordsEach;
      if (words[from] === 0) return from;
      if (words[from] === print[0] && words[from + 1] === print[1] && words[from + 2] === print[2]) return from;
    }
  };
  const grow = (): void => {
    const before = words;
    words = new Uint32Array(before.length * 2);
    for (let from = 0; from < before.length; from += wordsEach) {
      if (before[from] === 0) continue;
      print.set(before.subarray(from, from + wordsEach));
      words.set(print, placeOf());
    }
  };

  return {
    has: (name) => {
      if (count === 0) return false;
      read(name);
      return words[placeOf()] !== 0;
    },
    add: (name) => {
      if (count * wordsEach * 2 >= words.length) grow();
      read(name);
      const at = placeOf();
      if (words[at] !== 0) return 'known';
      words.set(print, at);
      count += 1;
      return 'new';
    },
    clear: () => {
      words = new Uint32Array(firstPlaces * wordsEach);
      count = 0;
    },
  };
}
