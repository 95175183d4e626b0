import { describe, expect, it } from 'vitest';
import type { ListingEntry } from './listing';
import { selectionOf, whatIsSelected } from './selection-text';

const folder = (name: string): ListingEntry => ({ kind: 'folder', name });
const blob = (name: string): ListingEntry => ({ kind: 'blob', name, item: { name } as never });

describe('a selection', () => {
  it('is names and prefixes for the engine', () => {
    expect(selectionOf([blob('a/x'), folder('a/b/')])).toEqual({ names: ['a/x'], prefixes: ['a/b/'] });
  });

  it('is described in a few words', () => {
    expect(whatIsSelected([blob('a/x.txt')], 'a/')).toBe('x.txt');
    expect(whatIsSelected([folder('a/b/')], 'a/')).toBe('folder b');
    expect(whatIsSelected([blob('a\u202Egnp.exe')], '')).toBe('a[invisible character U+202E]gnp.exe');
    expect(whatIsSelected([blob('a'), folder('b/'), blob('c')], '')).toBe('2 blobs and 1 folder');
  });
});
