// Which names patterns mean, and that nothing is lost by listing only what starts with their literal part.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternLimit } from '../model/blob-search';
import { compileExpression } from './expression';
import { patternPrefix, patternProblem } from './pattern';
import { wildcardMatcher } from './wildcard';

const names = [
  'app.log',
  'logs/app.log',
  'logs/2026-10/a.json',
  'logs/2026-10/deep/b.json',
  'logs/2026-11/c.json',
  'old/logs/2026-10/d.json',
  'logs/2026-10/E.JSON',
];
const meant = (pattern: string, letters: 'exact' | 'any' = 'exact'): readonly string[] =>
  names.filter(wildcardMatcher(pattern, letters));

describe('wildcards', () => {
  it.each<[string, readonly string[]]>([
    ['*.log', ['app.log', 'logs/app.log']],
    ['/*.log', ['app.log']],
    ['logs/*.log', ['logs/app.log']],
    ['**/2026-*/*.json', ['logs/2026-10/a.json', 'logs/2026-11/c.json', 'old/logs/2026-10/d.json']],
    ['logs/**/*.json', ['logs/2026-10/a.json', 'logs/2026-10/deep/b.json', 'logs/2026-11/c.json']],
    ['logs/2026-1?/?.json', ['logs/2026-10/a.json', 'logs/2026-11/c.json']],
    ['logs/**', names.filter((name) => name.startsWith('logs/'))],
    ['**deep**', ['logs/2026-10/deep/b.json']],
    ['APP.log', []],
    ['{old/**,*.log}', ['app.log', 'logs/app.log', 'old/logs/2026-10/d.json']],
    ['/logs/2026-1{0,1}/{a,c}.json', ['logs/2026-10/a.json', 'logs/2026-11/c.json']],
    ['{app.log}', []],
  ])('%s', (pattern, expected) => expect(meant(pattern)).toEqual(expected));

  it('match either case on request', () => {
    expect(meant('e.json', 'any')).toEqual(['logs/2026-10/E.JSON']);
  });

  it('count a character beyond the basic plane as one', () => {
    expect(wildcardMatcher('?.png', 'exact')('🌊.png')).toBe(true);
  });

  it('take what other patterns would run away on', () => {
    expect(wildcardMatcher(`${'*a'.repeat(200)}b`, 'exact')('a'.repeat(1000))).toBe(false);
  });

  it.each([`${'{a,'.repeat(2_000)}${'}'.repeat(2_000)}`, '*a'.repeat(2_100)])(
    'are rejected when they are longer than names can need',
    (long) => {
      expect(() => wildcardMatcher(long, 'exact')).toThrow(/too long for a pattern/u);
    },
  );

  it('take nested groups as deep as a pattern can be', () => {
    const nested = `${'{a,'.repeat(900)}b${'}'.repeat(900)}`;
    expect(wildcardMatcher(nested, 'exact')('b')).toBe(true);
  });

  it('agree with the expression they stand for', () => {
    const asExpression = (pattern: string): RegExp =>
      new RegExp(
        `^${pattern
          .slice(1)
          .replace(/(?<=^|\/)\*{2,}\/|\*{2,}|\*|\?|\./gu, (mark) =>
            mark === '?'
              ? '[^/]'
              : mark === '*'
                ? '[^/]*'
                : mark === '.'
                  ? '\\.'
                  : mark.endsWith('/')
                    ? '(.*/)?'
                    : '.*',
          )}$`,
        'su',
      );
    fc.assert(
      fc.property(fc.stringMatching(/^[ab./*?]{0,8}$/u), fc.stringMatching(/^[ab./]{0,8}$/u), (text, name) => {
        expect(wildcardMatcher(`/${text}`, 'exact')(name)).toBe(asExpression(`/${text}`).test(name));
      }),
      { numRuns: 5000, examples: [['**/**/?', '.']] },
    );
  });

  it('mean the name itself when it holds no wildcard', () => {
    const name = fc.stringMatching(/^[a-z.]{1,4}(\/[a-z.]{1,4}){0,3}$/u);
    fc.assert(
      fc.property(name, name, (pattern, other) => {
        expect(wildcardMatcher(`/${pattern}`, 'exact')(pattern)).toBe(true);
        expect(wildcardMatcher(`/${pattern}`, 'exact')(other)).toBe(pattern === other);
      }),
    );
  });
});

describe('the prefix that is listed', () => {
  const letters = 'exact' as const;
  it.each([
    ['*.log', ''],
    ['report.pdf', ''],
    ['/report.pdf', 'report.pdf'],
    ['logs/2026-*/*.json', 'logs/2026-'],
    ['a/?b', 'a/'],
    ['/logs/{2026,2027}/a', 'logs/202'],
    ['{a/b,c}', ''],
  ])('of the wildcard %s is %j', (text, prefix) => {
    expect(patternPrefix({ kind: 'wildcard', text, letters })).toBe(prefix);
  });

  it.each([
    ['2026', ''],
    ['^logs/2026-\\d+', 'logs/2026-'],
    ['^a\\.b\\/c$', 'a.b/c'],
    ['^abc?d', 'ab'],
    ['^abc*', 'ab'],
    ['^ab+c', 'ab'],
    ['^ab{2}', 'a'],
    ['^a|b', ''],
    ['^a\\|b', 'a|b'],
    ['^(logs)/', ''],
    ['^🌊x', '🌊x'],
  ])('of the expression %s is %j', (text, prefix) => {
    expect(patternPrefix({ kind: 'expression', text, letters })).toBe(prefix);
  });

  it('is nothing when the case does not count', () => {
    expect(patternPrefix({ kind: 'wildcard', text: '/Logs/*', letters: 'any' })).toBe('');
  });

  it('hides no wildcard match', () => {
    const text = fc.stringMatching(/^[ab/*?{,}]{1,8}$/u);
    fc.assert(
      fc.property(text, fc.stringMatching(/^[ab/]{0,8}$/u), (pattern, name) => {
        if (!wildcardMatcher(pattern, letters)(name)) return;
        expect(name.startsWith(patternPrefix({ kind: 'wildcard', text: pattern, letters }))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('hides no expression match', () => {
    const text = fc.stringMatching(/^\^?[ab|().*+?{\\[\]0,}]{1,8}$/u).filter((pattern) => {
      return patternProblem({ kind: 'expression', text: pattern }) === null;
    });
    fc.assert(
      fc.property(text, fc.stringMatching(/^[ab|.*(]{0,6}$/u), (pattern, name) => {
        if (!compileExpression(pattern, letters).test(name)) return;
        expect(name.startsWith(patternPrefix({ kind: 'expression', text: pattern, letters }))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a pattern that cannot be searched for', () => {
  it('reports why', () => {
    expect(patternProblem({ kind: 'wildcard', text: '' })).toBe('Enter the names to search for.');
    expect(patternProblem({ kind: 'wildcard', text: '{a,b}'.repeat(64) })).toMatch(/too many alternatives/u);
    expect(patternProblem({ kind: 'expression', text: 'a(' })).toBe('Invalid regular expression: unterminated group.');
    expect(patternProblem({ kind: 'expression', text: 'a' })).toBeNull();
    expect(patternProblem({ kind: 'wildcard', text: 'a'.repeat(patternLimit) })).toBeNull();
    expect(patternProblem({ kind: 'wildcard', text: 'a'.repeat(patternLimit + 1) })).toMatch(/at most 512 characters/u);
  });
});
