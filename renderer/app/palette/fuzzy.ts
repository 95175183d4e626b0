// Fuzzy matching of typed text against a name: letters in order, better at word starts and in sequence. Pure.

export interface FuzzyMatch {
  /** Higher is better. */
  readonly score: number;
  /** Indices of the matched characters, for marking. */
  readonly at: readonly number[];
}

/** More than the bonus for recent use: a user who types a whole name means it. */
const wholeNameBonus = 100;
const wordStartBonus = 200;
/**
 * The bonus for a match at the start of a name, compared with one at the start of a word: larger than the length
 * difference of two names.
 */
const nameStartBonus = 100;

/** Null when the letters do not all occur in order. An empty text fits everything. */
export function fuzzyMatch(typed: string, name: string): FuzzyMatch | null {
  const asTyped = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const wanted = asTyped.replace(/ /g, '');
  if (wanted === '') return { score: 0, at: [] };
  const lower = name.toLowerCase();
  const found = wholeMatch(asTyped, lower, name) ?? wholeMatch(wanted, lower, name);
  if (found !== null) return found;
  const at: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const found = nextIndex(lower, name, letter, from);
    if (found < 0) return null;
    const last = at[at.length - 1];
    score += last !== undefined && found === last + 1 ? 12 : isWordStart(name, found) ? 10 : 1;
    at.push(found);
    from = found + 1;
  }
  return { score: score * 4 - name.length, at };
}

function wholeMatch(wanted: string, lower: string, name: string): FuzzyMatch | null {
  const first = lower.indexOf(wanted);
  if (first < 0) return null;
  const start = wordStartOf(wanted, lower, name, first) ?? first;
  const bonuses = [
    isWordStart(name, start) ? wordStartBonus : 0,
    start === 0 ? nameStartBonus : 0,
    wanted === lower ? wholeNameBonus : 0,
  ];
  return {
    score: bonuses.reduce((sum, bonus) => sum + bonus, 1000 - start * 2 - name.length),
    at: Array.from({ length: wanted.length }, (_, offset) => start + offset),
  };
}

/** The next occurrence; preferably a word start, if the rest can still be matched after it. */
function nextIndex(lower: string, name: string, letter: string, from: number): number {
  const plain = lower.indexOf(letter, from);
  if (plain < 0 || plain === from) return plain;
  return wordStartOf(letter, lower, name, plain) ?? plain;
}

/** The first occurrence at or after `from` that begins a word; undefined if there is none. */
function wordStartOf(wanted: string, lower: string, name: string, from: number): number | undefined {
  for (let at = from; at >= 0; at = lower.indexOf(wanted, at + 1)) if (isWordStart(name, at)) return at;
  return undefined;
}

function isWordStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const before = name.charAt(at - 1);
  const here = name.charAt(at);
  return /[\s/_.-]/.test(before) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(here));
}
