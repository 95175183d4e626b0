// Random numbers and orders that a recorded seed reproduces. Pure.

/** Uniform in [0, 1); the same seed gives the same numbers. Any whole number may be a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // A multiply-and-shift generator of 32 bits: small, fast and good enough to order and resample.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A new list in random order. */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [order[last], order[other]];
    if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a];
  }
  return order;
}
