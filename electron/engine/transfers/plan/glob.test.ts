import { describe, expect, it } from 'vitest';
import { globTest, nameFilter, storedPatterns } from './glob';

describe('name patterns', () => {
  it.each([
    ['*.jpg', 'a/b/c.jpg', true],
    ['*.jpg', 'a/b/c.jpeg', false],
    ['a/*.jpg', 'a/c.jpg', true],
    ['a/*.jpg', 'a/b/c.jpg', false],
    ['a/**', 'a/b/c', true],
    ['**/c', 'c', true],
    ['**/c', 'a/b/c', true],
    ['?.txt', 'é.txt', true],
    ['a+(b)[c]{d}-$.^', 'a+(b)[c]{d}-$.^', true],
    ['a.c', 'abc', false],
    ['*.{jpg,png}', 'a/b.png', true],
    ['*.{jpg,png}', 'a/b.gif', false],
    ['{*.log,old/**}', 'a/b.log', true],
    ['{*.log,old/**}', 'old/b.txt', true],
    ['{*.log,old/**}', 'new/b.txt', false],
    ['crane{,-{north,south}}.{t?t,c*v}', 'crane.txt', true],
    ['crane{,-{north,south}}.{t?t,c*v}', 'crane-south.csv', true],
    ['crane{,-{north,south}}.{t?t,c*v}', 'crane-.csv', false],
    ['{a', '{a', true],
    ['{a,b', '{a,b', true],
    ['a}{b,c}', 'a}c', true],
    ['{{a,b}', '{b', true],
    ['{a}{b,c}', '{a}b', true],
    ['/a.jpg', 'a.jpg', true],
    ['/a.jpg', 'b/a.jpg', false],
    ['a**c', 'x/abc', true],
    ['a**c', 'x/a/b/c', false],
  ])('%j on %j is %j', (pattern, path, expected) => {
    expect(globTest(pattern)(path)).toBe(expected);
  });

  it('rejects more alternatives than are plausible', () => {
    expect(() => globTest('{a,b}'.repeat(64))).toThrow('too many alternatives');
  });

  it.each([
    ['node_modules', 'app/node_modules/a/i.js', false],
    ['node_modules/', 'app/node_modules/a/i.js', false],
    ['**/node_modules/', 'node_modules/i.js', false],
    ['app/node_modules', 'app/node_modules/a/i.js', false],
    ['app/node_modules', 'lib/app/node_modules/i.js', true],
    ['*_modules/', 'app/node_modules/i.js', false],
    ['node_modules', 'app/node_modules.txt', true],
    ['node_modules/', 'app/node_modules', true],
    ['a*', 'abc/d.txt', true],
  ])('an excluded %j leaves %j: %j', (pattern, path, expected) => {
    expect(nameFilter({ exclude: [pattern] })(path)).toBe(expected);
  });

  it('includes all that is in a folder whose pattern ends in a slash', () => {
    const keep = nameFilter({ include: ['src/'] });
    expect(['app/src/a/b.js', 'src/c', 'src', 'app/d.js'].map(keep)).toEqual([true, true, false, false]);
  });

  it('excludes after including', () => {
    const keep = nameFilter({ include: ['*.log', '*.txt'], exclude: ['old/**'] });
    expect(['a.log', 'old/a.log', 'a.jpg'].map(keep)).toEqual([true, false, false]);
  });

  it('cross folders with ** in a new job, also without a slash', () => {
    const stored = storedPatterns({ include: ['a**c', '{*.log,b**d}'], exclude: ['**tmp**/', '**/x', 'y'] });
    expect(stored).toEqual({ include: ['**/a**c', '*.log', '**/b**d'], exclude: ['**/**tmp**/', '**/x', 'y'] });
    const keep = nameFilter(stored);
    expect(['x/a/b/c', 'b/c/d', 'e.log', 'a/tmp-1/b/c', 'other'].map(keep)).toEqual([true, true, true, false, false]);
  });

  it('match in time that grows with the name only, however many wildcards they hold', () => {
    expect(globTest(`${'*a'.repeat(200)}b`)('a'.repeat(1000))).toBe(false);
  });
});
