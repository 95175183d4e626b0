// Name patterns of --include and --exclude. `*` and `?` stay within one path segment, `**` crosses them, `{a,b}`
// is either; a pattern without `/` is tried on the last segment. One that ends in `/` means all that is in such a folder,
// and so does an excluded name without wildcards, such as `node_modules`. Pure.
import { alternativesOf } from './alternatives';

export interface NamePatterns {
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
