// Prefixes as paths, including the odd ones the service allows.
import { describe, expect, it } from 'vitest';
import { crumbsOf, foldCrumbs, leafName, parentPrefix, spokenPath } from './path';

describe('crumbsOf', () => {
  it('starts with the container', () => {
    expect(crumbsOf('photos', '')).toEqual([{ label: 'photos', prefix: '' }]);
  });

  it('returns one crumb per folder with the prefix it opens', () => {
    expect(crumbsOf('photos', '2024/05/')).toEqual([
      { label: 'photos', prefix: '' },
      { label: '2024', prefix: '2024/' },
      { label: '05', prefix: '2024/05/' },
    ]);
  });

  it('keeps empty segments', () => {
    expect(crumbsOf('c', 'a//').map((crumb) => crumb.prefix)).toEqual(['', 'a/', 'a//']);
    expect(spokenPath('c', 'a//')).toBe('c / a / (empty)');
    expect(spokenPath('c', 'x\u202egpj/')).toBe('c / x[U+202E]gpj');
  });
});

describe('foldCrumbs', () => {
  it('leaves the way to a folder that is not deep', () => {
    expect(foldCrumbs(crumbsOf('c', ''))).toBeNull();
    expect(foldCrumbs(crumbsOf('c', 'a/b/d/'))).toBeNull();
  });

  it('keeps the container, the folder that is open and the one above it, and loses none', () => {
    const crumbs = crumbsOf('c', 'a/b/d/e/');
    const folded = foldCrumbs(crumbs);
    expect(folded?.last.map(({ label }) => label)).toEqual(['d', 'e']);
    expect(folded === null ? [] : [folded.first, ...folded.between, ...folded.last]).toEqual(crumbs);
  });
});

describe('parentPrefix', () => {
  it('goes up one folder and stops at the container', () => {
    expect(parentPrefix('2024/05/')).toBe('2024/');
    expect(parentPrefix('2024/')).toBe('');
    expect(parentPrefix('a//')).toBe('a/');
    expect(parentPrefix('')).toBeNull();
  });
});

describe('leafName', () => {
  it('drops the prefix and a folder slash, nothing else', () => {
    expect(leafName('2024/05/a b%;.txt', '2024/05/')).toBe('a b%;.txt');
    expect(leafName('2024/05/', '2024/')).toBe('05');
    expect(leafName('a//', 'a/')).toBe('');
  });
});
