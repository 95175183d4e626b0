// Sorted names as groups: what they begin with in common, and where they begin to differ. Pure.

/** What all of these sorted names start with. */
export function sharedPrefix(sorted: readonly string[]): string {
  // Half of a surrogate pair cannot be written in a request.
  return sorted[0]?.slice(0, sharedLength(sorted)).replace(/[\ud800-\udbff]$/u, '') ?? '';
}

/** The same names by the first character in which they differ, in their order. */
export function partedWhereTheyDiffer(sorted: readonly string[]): readonly (readonly string[])[] {
  const at = sharedLength(sorted);
  const parts = new Map<string, string[]>();
  for (const name of sorted) {
    const part = parts.get(name.charAt(at));
    if (part) part.push(name);
    else parts.set(name.charAt(at), [name]);
  }
  return [...parts.values()];
}

/** For sorted names it is the length that the first and the last have in common. */
function sharedLength(sorted: readonly string[]): number {
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return length;
}
