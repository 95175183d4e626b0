// Wildcards on blob names, matched in time that grows with the name only: every state is followed at once, so no
// pattern can run away. Pure.

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

/**
 * True for names that match the wildcard. Without a slash it is the last segment, in any folder; with one, the whole
 * name; a leading slash only marks it as a whole name. `*` and `?` stay within a segment, `**` does not.
 */
export function wildcardMatcher(pattern: string, letters: 'exact' | 'any'): (name: string) => boolean {
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

/** What every name that matches starts with; empty when any start is possible. Only for exact letters. */
export function wildcardPrefix(pattern: string): string {
  const whole = wholeName(pattern);
  return whole.slice(0, /[*?]/u.exec(whole)?.index ?? whole.length);
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
