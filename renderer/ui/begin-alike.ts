// Which names cannot be told apart by how they begin, and how much of their ends tells them apart. Pure.

/** A tab or a row of the tree shows about so many characters before it cuts. */
const beginCharacters = 10;
/** So much of an end is seen at least, and leaves room for how the name begins. */
const leastTail = 5;
/** Of more there would be too little room: `1.parquet` and somewhat above. */
const mostTail = 12;

/**
 * Those that begin as another one does, with how many characters at their end differ from the end of each of these
 * others; the same name again is no other.
 */
export function beginAlike(names: readonly string[]): ReadonlyMap<string, number> {
  const byBeginning = new Map<string, Set<string>>();
  for (const name of names) {
    const beginning = name.slice(0, beginCharacters);
    const those = byBeginning.get(beginning);
    if (those === undefined) byBeginning.set(beginning, new Set([name]));
    else those.add(name);
  }
  return new Map([...byBeginning.values()].flatMap((those) => (those.size > 1 ? tailsOf([...those]) : [])));
}

/** Read from their ends and sorted, the one whose end is most like a name's own stands beside it. */
function tailsOf(names: readonly string[]): readonly (readonly [string, number])[] {
  const sorted = names
    .map((name) => ({ name, reversed: [...name].reverse() }))
    .map((one) => ({ ...one, key: one.reversed.join('') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.map(({ name, reversed }, place) => {
    const beside = [sorted[place - 1], sorted[place + 1]].flatMap((one) => (one === undefined ? [] : [one.reversed]));
    const needed = Math.max(...beside.map((other) => sameAtStart(reversed, other))) + 1;
    // What differs so far from the end is not seen there at all.
    return [name, needed > mostTail ? leastTail : Math.max(leastTail, needed)];
  });
}

function sameAtStart(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((character, place) => character !== b[place]);
  return first === -1 ? a.length : first;
}
