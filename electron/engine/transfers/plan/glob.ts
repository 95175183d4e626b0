// Name patterns of --include and --exclude. `*` and `?` stay within one path segment, `**` crosses them, `{a,b}`
// is either; a pattern without `/` is tried on the last segment. One that ends in `/` means all that is in such a folder,
// and so does an excluded name without wildcards, such as `node_modules`. Pure.
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';

interface NamePatterns {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** A test of relative paths with `/` separators: included by at least one pattern (or none given), excluded by none. */
export function nameFilter(patterns: NamePatterns): (relativePath: string) => boolean {
  const include = (patterns.include ?? []).map((pattern) =>
    isFolder(pattern) ? insideTest(pattern) : globTest(pattern),
  );
  const exclude = (patterns.exclude ?? []).map(excludeTest);
  return (path) => (include.length === 0 || include.some((test) => test(path))) && !exclude.some((test) => test(path));
}

/** @throws StowageError `invalid.input` for too many alternatives */
export function globTest(pattern: string): (path: string) => boolean {
  const tests = alternativesOf(pattern).map(testOfOne);
  return (path) => tests.some((test) => test(path));
}

const isFolder = (pattern: string): boolean => pattern.endsWith('/');

function excludeTest(pattern: string): (path: string) => boolean {
  if (isFolder(pattern)) return insideTest(pattern);
  const file = globTest(pattern);
  if (/[*?{]/u.test(pattern)) return file;
  const inside = insideTest(pattern);
  return (path) => file(path) || inside(path);
}

/** Whether a path is in a folder that the pattern names, at any depth below it. */
function insideTest(pattern: string): (path: string) => boolean {
  const test = globTest(pattern.replace(/\/+$/u, ''));
  return (path) => {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      if (test(path.slice(0, slash))) return true;
    }
    return false;
  };
}

function testOfOne(pattern: string): (path: string) => boolean {
  const expression = new RegExp(`^${translate(pattern)}$`, 'su');
  if (pattern.includes('/')) return (path) => expression.test(path);
  return (path) => expression.test(path.slice(path.lastIndexOf('/') + 1));
}

function translate(pattern: string): string {
  return pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\/-]/gu, (token) => {
    switch (token) {
      case '**/':
        return '(?:.*\\/)?';
      case '**':
        return '.*';
      case '*':
        return '[^\\/]*';
      case '?':
        return '[^\\/]';
      default:
        return token === '-' ? '\\x2d' : `\\${token}`;
    }
  });
}

// `{jpg,png}` in a name pattern: the patterns that it represents, expanded as in a shell. Pure.

/** Each is tried on every name. */
const maxPatterns = 1_000;

/**
 * All patterns that it expands to, in order: `*.{jpg,png}` is `*.jpg` and `*.png`. Groups may be nested. Braces without
 * a comma or without a counterpart are literal characters.
 * @throws StowageError `invalid.input` for more than 1,000
 */
function alternativesOf(pattern: string): readonly string[] {
  let done: readonly string[] = [''];
  let rest = pattern;
  for (let group = firstGroup(rest); group !== null; group = firstGroup(rest)) {
    const { start, end, parts } = group;
    const before = rest.slice(0, start);
    const meant = parts.flatMap(alternativesOf);
    if (done.length * meant.length > maxPatterns) {
      throw invalidInput(pattern, t`it has too many alternatives.`, t`Use several patterns, or * and ?.`);
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

/**
 * The first pair of braces that directly contains a comma; outer pairs come before inner ones. Null if there is none.
 */
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
