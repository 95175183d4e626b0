// How well a typed text fits a name: letters in order, better at word starts and in a row. Pure.

export interface FuzzyMatch {
  /** Higher is better. */
  readonly score: number;
  /** Indices of the matched characters, for marking. */
  readonly at: readonly number[];
}

/** Null when the letters do not all occur in order. An empty text fits everything. */
export function fuzzyMatch(typed: string, name: string): FuzzyMatch | null {
  const wanted = typed.toLowerCase().replace(/\s+/g, '');
  if (wanted === '') return { score: 0, at: [] };
  const lower = name.toLowerCase();
  const whole = lower.indexOf(wanted);
  if (whole >= 0) {
    const at = Array.from({ length: wanted.length }, (_, offset) => whole + offset);
    return { score: 1000 - whole * 2 - name.length + (isWordStart(name, whole) ? 200 : 0), at };
  }
  const at: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const found = nextPlace(lower, name, letter, from);
    if (found < 0) return null;
    const last = at[at.length - 1];
    score += last !== undefined && found === last + 1 ? 12 : isWordStart(name, found) ? 10 : 1;
    at.push(found);
    from = found + 1;
  }
  return { score: score * 4 - name.length, at };
}

/** The next occurrence, a word start where there is one that still leaves the rest reachable. */
function nextPlace(lower: string, name: string, letter: string, from: number): number {
  const plain = lower.indexOf(letter, from);
  if (plain < 0 || plain === from) return plain;
  for (let at = plain; at >= 0; at = lower.indexOf(letter, at + 1)) if (isWordStart(name, at)) return at;
  return plain;
}

function isWordStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const before = name.charAt(at - 1);
  const here = name.charAt(at);
  return /[\s/_.-]/.test(before) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(here));
}
