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
  ])('%j on %j is %j', (pattern, path, expected) => {
    expect(globTest(pattern)(path)).toBe(expected);
  });

  it('excludes after including', () => {
    const keep = nameFilter({ include: ['*.log', '*.txt'], exclude: ['old/**'] });
    expect(['a.log', 'old/a.log', 'a.jpg'].map(keep)).toEqual([true, false, false]);
  });
});
