// Wildcards on names: of searches, of --include and --exclude, of arguments. `*` and `?` stay within one segment, `**`
// crosses them, `{a,b}` is either; everything else is itself. Matched in time that grows with the name only, because
// every state is followed at once: no pattern can run away. Pure.
import { invalidInput } from '../errors';
import { t } from '../strings/t';

type Token =
  | { readonly kind: 'character'; readonly code: string }
  /** `?`: one character of a segment. */
  | { readonly kind: 'one' }
  /** `*`: the rest of a segment, or less. */
  | { readonly kind: 'segment' }
  /** `**`: anything. */
  | { readonly kind: 'anything' }
  /** `**` and its slash at the start of a segment: folders, or none. Takes two states. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'inside-folders' };

/** Each is tried on every name. */
const maxAlternatives = 1_000;
/** Four times the longest name of a blob. */
const longestPattern = 4_096;

/**
 * True for names that match the wildcard. Without a slash it is the last segment, in any folder; with one, the whole
 * name; a leading slash only marks it as a whole name. `*` and `?` stay within a segment, `**` does not.
 * @throws StowageError `invalid.input` for more than 1,000 alternatives
 */
export function wildcardMatcher(pattern: string, letters: 'exact' | 'any'): (name: string) => boolean {
  const tests = alternativesOf(pattern).map((each) => matcherOfOne(each, letters));
  const [only] = tests;
  return only !== undefined && tests.length === 1 ? only : (name) => tests.some((test) => test(name));
}

/** Why it cannot be used, as a sentence; null when it can. */
export function wildcardProblem(pattern: string): string | null {
  return expand(pattern) === null ? t`The pattern has too many alternatives.` : null;
}

/** What every name that matches starts with; empty when any start is possible. Only for exact letters. */
export function wildcardPrefix(pattern: string): string {
  const prefixes = (expand(pattern) ?? ['']).map((each) => {
    const whole = wholeName(each);
    return whole.slice(0, /[*?]/u.exec(whole)?.index ?? whole.length);
  });
  return prefixes.reduce((common, each) => {
    let length = 0;
    while (length < common.length && common[length] === each[length]) length += 1;
    return common.slice(0, length);
  });
}

/**
 * All patterns that it expands to, in order: `*.{jpg,png}` is `*.jpg` and `*.png`. Groups may be nested. Braces without
 * a comma or without a counterpart are literal characters.
 * @throws StowageError `invalid.input` for more than 1,000, or a pattern longer than 4,096 characters
 */
export function alternativesOf(pattern: string): readonly string[] {
  if (pattern.length > longestPattern) {
    throw invalidInput(
      `${pattern.slice(0, 30)}…`,
      t`it is too long for a pattern.`,
      t`Use several patterns, or * and ?.`,
    );
  }
  const alternatives = expand(pattern);
  if (alternatives !== null) return alternatives;
  throw invalidInput(pattern, t`it has too many alternatives.`, t`Use several patterns, or * and ?.`);
}

/** Null for too many. */
function expand(pattern: string): readonly string[] | null {
  let done: readonly string[] = [''];
  let rest = pattern;
  for (let group = firstGroup(rest); group !== null; group = firstGroup(rest)) {
    const { start, end, parts } = group;
    const before = rest.slice(0, start);
    const expanded = parts.map(expand);
    const meant = expanded.flatMap((each) => each ?? []);
    if (expanded.includes(null) || done.length * meant.length > maxAlternatives) return null;
    done = done.flatMap((head) => meant.map((part) => head + before + part));
    rest = rest.slice(end);
  }
  return done.map((head) => head + rest);
}

interface Group {
  readonly start: number;
  /** Behind its closing brace. */
  readonly end: number;
  readonly parts: readonly string[];
}

/** The first pair of braces that directly contains a comma; outer pairs come before inner ones. Null if there is none. */
function firstGroup(pattern: string): Group | null {
  for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
    const group = groupAt(pattern, start);
    if (group !== null) return group;
  }
  return null;
}

function groupAt(pattern: string, start: number): Group | null {
  const cuts: number[] = [start];
  let depth = 0;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) cuts.push(at);
    else if (character === '}' && (depth -= 1) === 0) {
      if (cuts.length === 1) return null;
      const ends = [...cuts.slice(1), at];
      return { start, end: at + 1, parts: cuts.map((cut, index) => pattern.slice(cut + 1, ends[index])) };
    }
  }
  return null;
}

function matcherOfOne(pattern: string, letters: 'exact' | 'any'): (name: string) => boolean {
  const fold = (text: string): string => (letters === 'any' ? text.toLowerCase() : text);
  const whole = fold(wholeName(pattern));
  const matches = machineOf(tokensOf(whole));
  // Most names of a search fail here already, and cheaply. The slash of a leading folder wildcard may be none.
  const end = whole.slice(whole.search(/[^*?]*$/u)).replace(/^\//u, '');
  return (name) => {
    const folded = fold(name);
    return folded.endsWith(end) && matches(folded);
  };
}

function wholeName(pattern: string): string {
  if (pattern.startsWith('/')) return pattern.slice(1);
  return pattern.includes('/') ? pattern : `**/${pattern}`;
}

function tokensOf(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const code = characters[at] ?? '';
    if (code === '?') tokens.push({ kind: 'one' });
    else if (code !== '*') tokens.push({ kind: 'character', code });
    else if (characters[at + 1] !== '*') tokens.push({ kind: 'segment' });
    else {
      const startsSegment = at === 0 || characters[at - 1] === '/';
      while (characters[at + 1] === '*') at += 1;
      if (startsSegment && characters[at + 1] === '/') {
        tokens.push({ kind: 'folders' }, { kind: 'inside-folders' });
        at += 1;
      } else tokens.push({ kind: 'anything' });
    }
  }
  return tokens;
}

/** Follows all states at once. The lists are reused between names: a search tests a million of them. */
function machineOf(tokens: readonly Token[]): (name: string) => boolean {
  const reached = [...tokens, null].map((_, state) => [...reach(tokens, state, new Set())]);
  const seenAt = new Int32Array(tokens.length + 1);
  let step = 0;
  let states: number[] = [];
  let after: number[] = [];
  const enter = (state: number): void => {
    for (const each of reached[state] ?? []) {
      if (seenAt[each] === step) continue;
      seenAt[each] = step;
      after.push(each);
    }
  };
  return (name) => {
    seenAt.fill(0);
    step = 1;
    after = [];
    enter(0);
    for (const character of name) {
      [states, after] = [after, states];
      after.length = 0;
      step += 1;
      for (const state of states) advance(tokens[state], character, state, enter);
      if (after.length === 0) return false;
    }
    return after.includes(tokens.length);
  };
}

function advance(token: Token | undefined, character: string, state: number, enter: (state: number) => void): void {
  switch (token?.kind) {
    case 'character':
      if (token.code === character) enter(state + 1);
      break;
    case 'one':
      if (character !== '/') enter(state + 1);
      break;
    case 'segment':
      if (character !== '/') enter(state);
      break;
    case 'anything':
      enter(state);
      break;
    case 'inside-folders':
      enter(state);
      if (character === '/') enter(state + 1);
      break;
    case 'folders':
    case undefined:
      break;
  }
}

/** The state, and those that follow it without a character. */
function reach(tokens: readonly Token[], state: number, found: Set<number>): Set<number> {
  if (found.has(state)) return found;
  found.add(state);
  const kind = tokens[state]?.kind;
  if (kind === 'segment' || kind === 'anything') reach(tokens, state + 1, found);
  if (kind === 'folders') {
    reach(tokens, state + 1, found);
    reach(tokens, state + 2, found);
  }
  return found;
}
