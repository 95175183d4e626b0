// Deterministic randomness for the sample data: the same seed always makes the same account.

export interface Seeded {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number in [from, to]. */
  between(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Buffer;
}

/** A 32-bit mix generator; good enough to look irregular, cheap enough for hundreds of thousands of values. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const word = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const next = (): number => word() / 0x1_0000_0000;
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    bytes: (count) => {
      const made = Buffer.allocUnsafe(count);
      let at = 0;
      for (; at + 4 <= count; at += 4) made.writeUInt32LE(word(), at);
      for (; at < count; at += 1) made[at] = word() & 0xff;
      return made;
    },
  };
}
