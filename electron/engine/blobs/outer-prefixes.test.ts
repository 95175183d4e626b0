import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outerPrefixes } from './outer-prefixes';

/** Short names of few letters: many of them begin others. */
const names = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '/', '\0', '\ud83c', '\uffff'), maxLength: 5 }), {
  maxLength: 30,
});

describe('outerPrefixes', () => {
  it('are those that lie below no other, each once, and hold what starts with any of all', () => {
    fc.assert(
      fc.property(names, names, (prefixes, others) => {
        const outer = outerPrefixes(prefixes);
        const naive = [...new Set(prefixes)].filter(
          (one, _, all) => !all.some((other) => other !== one && one.startsWith(other)),
        );
        expect([...outer.prefixes].sort()).toEqual(naive.sort());
        for (const name of [...others, ...prefixes]) {
          expect(outer.holds(name)).toBe(prefixes.some((prefix) => name.startsWith(prefix)));
        }
      }),
    );
  });

  it('are found at once among very many', { timeout: 10_000 }, () => {
    const folders = Array.from({ length: 100_000 }, (_, index) => `${String(index).padStart(6, '0')}/`);
    const { prefixes, holds } = outerPrefixes(folders.flatMap((folder) => [`${folder}inner/`, folder]));
    expect(prefixes).toEqual(folders);
    expect(folders.filter((folder) => !holds(`${folder}x`) || holds(folder.slice(0, -1)))).toEqual([]);
  });
});
