// A set of names that stores 96-bit hashes only: a million names take about thirty megabytes instead of a quarter of a
// gigabyte. A collision is less likely than a disk error.

export interface NameSet {
  has(name: string): boolean;
  /** Adds the name; returns whether it was in the set before. */
  add(name: string): 'new' | 'known';
  clear(): void;
}

const wordsEach = 3;
const initialSlots = 1024;

export function createNameSet(): NameSet {
  /** Three words per slot; the first is 0 when the slot is free. */
  let words = new Uint32Array(initialSlots * wordsEach);
  let count = 0;

  /** The slot of the hash, or the free slot where it belongs. */
  const slotOf = ([first, second, third]: Print): number => {
    const slots = words.length / wordsEach;
    for (let at = second & (slots - 1); ; at = (at + 1) & (slots - 1)) {
      const from = at * wordsEach;
      if (words[from] === 0) return from;
      if (words[from] === first && words[from + 1] === second && words[from + 2] === third) return from;
    }
  };
  const grow = (): void => {
    const before = words;
    words = new Uint32Array(before.length * 2);
    for (let from = 0; from < before.length; from += wordsEach) {
      if (before[from] === 0) continue;
      const print: Print = [before[from] as number, before[from + 1] as number, before[from + 2] as number];
      words.set(print, slotOf(print));
    }
  };

  return {
    has: (name) => count > 0 && words[slotOf(printOf(name))] !== 0,
    add: (name) => {
      if (count * wordsEach * 2 >= words.length) grow();
      const print = printOf(name);
      const at = slotOf(print);
      if (words[at] !== 0) return 'known';
      words.set(print, at);
      count += 1;
      return 'new';
    },
    clear: () => {
      words = new Uint32Array(initialSlots * wordsEach);
      count = 0;
    },
  };
}

type Print = readonly [number, number, number];

/** Three multiplicative hashes in parallel, each with a different odd factor, mixed with each other at the end. */
function printOf(name: string): Print {
  let [a, b, c] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995) + 0x7f4a7c15;
    c = Math.imul((c << 5) ^ (c >>> 27) ^ unit, 0x2c1b3c6d);
  }
  a = mixed(a ^ name.length);
  b = mixed(b + a);
  c = mixed(c ^ b);
  // The lowest bit is set, so that no hash equals a free slot.
  return [(a | 1) >>> 0, b >>> 0, c >>> 0];
}

function mixed(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
