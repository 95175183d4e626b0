// Which names cannot be distinguished by their beginnings, and how much of their ends distinguishes them. Pure.

/** A tab or a row of the tree shows about so many characters before it cuts. */
const beginCharacters = 10;
/** So much of an end is seen at least, and leaves room for how the name begins. */
const minTail = 5;
/** Of more there would be too little room: `1.parquet` and somewhat above. */
const maxTail = 12;
/**
 * The distance within which an end is extended back to the start of a number or word: `01-quay` is more readable than
 * `1-quay`.
 */
const maxPerWord = 4;
const digit = /\p{Nd}/u;
const capital = /\p{Lu}/u;
const inWord = /[\p{L}\p{N}]/u;

/**
 * The names that begin like another one, with how many characters at their end should be visible. If ends distinguish
 * them, these are short enough to fit (`isEnd`); otherwise they reach back to where names begin to differ, and only
 * their beginning is visible. Equal names are not compared.
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

/** Whether an end of this length fits in a narrow column. */
export function isEnd(tail: number): boolean {
  return tail <= maxTail;
}

function tailsOf(names: readonly string[]): readonly (readonly [string, number])[] {
  const fromEnd = longestInCommon(names.map((name) => ({ name, characters: [...name].reverse() })));
  const fromStart = longestInCommon(names.map((name) => ({ name, characters: [...name] })));
  return names.map((name) => {
    const needed = (fromEnd.get(name) ?? 0) + 1;
    const tail = isEnd(needed)
      ? Math.max(wholeNumber([...name], needed), inBrackets(name))
      : sinceDifferent([...name], fromStart.get(name) ?? 0);
    return [name, wholeLetters(name, Math.max(minTail, tail))];
  });
}

/** An end that begins within a number, with all of it where there is room: `04.json` would be read as another one than 02204. */
function wholeNumber(name: readonly string[], tail: number): number {
  let whole = tail;
  while (
    whole < maxTail &&
    digit.test(name[name.length - whole] ?? '') &&
    digit.test(name[name.length - whole - 1] ?? '')
  ) {
    whole += 1;
  }
  return whole;
}

/** The length of a bracketed end such as `(import)`, including the brackets; 0 if there is none, or no room for it. */
function inBrackets(name: string): number {
  const length = [...(/\([^()]*\)$/.exec(name)?.[0] ?? '')].length;
  return isEnd(length) ? length : 0;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As much of an end, and the rest of the letter it would begin within: an accent, or half of a family, is none. */
function wholeLetters(name: string, tail: number): number {
  const end = [...name].slice(-tail).join('');
  const from = name.length - end.length;
  if (/^[\x20-\x7e]/.test(end)) return tail;
  const begins = letters.segment(name).containing(from)?.index ?? from;
  return tail + [...name.slice(begins, from)].length;
}

/** The length of the end from the word that differs. */
function sinceDifferent(name: readonly string[], differsAt: number): number {
  let from = differsAt;
  while (differsAt - from < maxPerWord && !beginsWord(name, from)) from -= 1;
  return name.length - from;
}

/**
 * After a character that is part of no word, or with a capital as in `HarbourA01`: names of tables can separate words
 * in no other way.
 */
function beginsWord(name: readonly string[], at: number): boolean {
  const [before = '', first = ''] = name.slice(Math.max(0, at - 1), at + 1);
  return !inWord.test(before) || (capital.test(first) && !capital.test(before));
}

interface Read {
  readonly name: string;
  readonly characters: readonly string[];
}

/** How many characters each shares with the beginning of another one. When sorted, the most similar one is adjacent. */
function longestInCommon(names: readonly Read[]): ReadonlyMap<string, number> {
  const sorted = names
    .map((one) => ({ ...one, key: one.characters.join('') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return new Map(
    sorted.map(({ name, characters }, index) => {
      const beside = [sorted[index - 1], sorted[index + 1]].flatMap((one) => (one === undefined ? [] : [one]));
      return [name, Math.max(0, ...beside.map((other) => sameAtStart(characters, other.characters)))];
    }),
  );
}

function sameAtStart(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((character, index) => character !== b[index]);
  return first === -1 ? a.length : first;
}
