// Which names cannot be told apart by how they begin. Pure.

/** A tab or a row of the tree shows about so many characters before it cuts. */
const beginCharacters = 10;

/** Those that begin as another one does; the same name again is no other. */
export function beginAlike(names: readonly string[]): ReadonlySet<string> {
  const byBeginning = new Map<string, Set<string>>();
  for (const name of names) {
    const beginning = name.slice(0, beginCharacters);
    const those = byBeginning.get(beginning);
    if (those === undefined) byBeginning.set(beginning, new Set([name]));
    else those.add(name);
  }
  return new Set([...byBeginning.values()].flatMap((those) => (those.size > 1 ? [...those] : [])));
}
