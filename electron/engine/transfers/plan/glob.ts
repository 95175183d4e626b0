// Name patterns of --include and --exclude, which are wildcards as in a search: those that end in `/` mean all that is in
// such a folder, and so does an excluded name without wildcards, such as `node_modules`. Pure.
import { alternativesOf, wildcardMatcher } from '@shared/blob-search/wildcard';

export interface NamePatterns {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * A test of relative paths with `/` separators: included by at least one pattern (or none given), excluded by none.
 * @param patterns as a job stores them: see `storedPatterns`
 */
export function nameFilter(patterns: NamePatterns): (relativePath: string) => boolean {
  const include = (patterns.include ?? []).map((pattern) =>
    isFolder(pattern) ? insideTest(pattern) : globTest(pattern),
  );
  const exclude = (patterns.exclude ?? []).map(excludeTest);
  return (path) => (include.length === 0 || include.some((test) => test(path))) && !exclude.some((test) => test(path));
}

// Jobs of earlier versions matched `a**b` within one segment, as `a*b`, and still do. Everywhere else `**` crosses
// segments, so a new job stores such a pattern behind `**/`, which means that in every version.
/**
 * The patterns as a new job stores them.
 * @throws StowageError `invalid.input` for too many alternatives
 */
export function storedPatterns({ include = [], exclude = [] }: NamePatterns): Required<NamePatterns> {
  const stored = (pattern: string): readonly string[] =>
    pattern.includes('**')
      ? alternativesOf(pattern).map((each) => (crossesLater(each) ? `**/${each}` : each))
      : [pattern];
  return { include: include.flatMap(stored), exclude: exclude.flatMap(stored) };
}

/** Whether `**` stands in a pattern without a slash; a slash at the end only means a folder. */
const crossesLater = (pattern: string): boolean => /^[^/]*\*\*[^/]*\/*$/u.test(pattern);

/** @throws StowageError `invalid.input` for too many alternatives */
export function globTest(pattern: string): (path: string) => boolean {
  const tests = alternativesOf(pattern).map((each) =>
    wildcardMatcher(each.includes('/') ? each : each.replace(/\*{2,}/gu, '*'), 'exact'),
  );
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
