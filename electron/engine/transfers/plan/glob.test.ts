import { describe, expect, it } from 'vitest';
import { globTest, nameFilter } from './glob';

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
  ])('%j on %j is %j', (pattern, path, expected) => {
    expect(globTest(pattern)(path)).toBe(expected);
  });

  it('refuses more alternatives than anybody means', () => {
    expect(() => globTest('{a,b}'.repeat(64))).toThrow('too many alternatives');
  });

  it('excludes after including', () => {
    const keep = nameFilter({ include: ['*.log', '*.txt'], exclude: ['old/**'] });
    expect(['a.log', 'old/a.log', 'a.jpg'].map(keep)).toEqual([true, false, false]);
  });
});
