// `{jpg,png}` in a name pattern: the patterns that it stands for, as shells write them out. Pure.
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';

/** Each is tried on every name. */
const maxPatterns = 1_000;

/**
 * All patterns that it expands to, in order: `*.{jpg,png}` is `*.jpg` and `*.png`. Groups may be nested. Braces without
 * a comma or without a counterpart are literal characters.
 * @throws StowageError `invalid.input` for more than 1,000
 */
export function alternativesOf(pattern: string): readonly string[] {
  let done: readonly string[] = [''];
  let rest = pattern;
  for (let group = firstGroup(rest); group !== null; group = firstGroup(rest)) {
    const { start, end, parts } = group;
    const before = rest.slice(0, start);
    const meant = parts.flatMap(alternativesOf);
    if (done.length * meant.length > maxPatterns) {
      throw invalidInput(pattern, t`it has too many alternatives.`, t`Give several patterns, or use * and ?.`);
    }
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

/** The first pair of braces that has a comma of its own; outer pairs come before inner ones. Null if there is none. */
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
