// Removes prefixes that are below another one, and determines whether a name starts with one of them. Fast for as many
// as a user can select.

export interface OuterPrefixes {
  /** Each once, in the order of the service. */
  readonly prefixes: readonly string[];
  /** Whether the name starts with one of them. */
  readonly holds: (name: string) => boolean;
}

export function outerPrefixes(all: readonly string[]): OuterPrefixes {
  const prefixes: string[] = [];
  // Everything that starts with a prefix directly follows it in this order.
  for (const one of [...all].sort()) {
    const last = prefixes.at(-1);
    if (last === undefined || !one.startsWith(last)) prefixes.push(one);
  }
  return {
    prefixes,
    holds: (name) => {
      const nearest = prefixes[lastUpTo(prefixes, name)];
      return nearest !== undefined && name.startsWith(nearest);
    },
  };
}

/** Index of the last one that does not come after the name; -1 when all do. */
function lastUpTo(sorted: readonly string[], name: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') <= name) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
