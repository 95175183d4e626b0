import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NameFolding, blobNameOf, keepsNames, localSegments, numberedName } from './names';
import { createTargetNames } from './target-names';

const take = (
  names: readonly string[],
  folding: NameFolding = keepsNames,
  policy: 'never' | 'rename' = 'never',
): (string | null)[] => {
  const targets = createTargetNames(folding, policy);
  return names.map((name) => targets.take(localSegments(name, 'posix'))?.segments.join('/') ?? null);
};

const folds: NameFolding = { letterCase: 'folded', form: 'folded' };

describe('places', () => {
  it('keep a file and a folder of one name apart, in either order', () => {
    expect(take(['a', 'a/b', 'a/c/d'])).toEqual(['a', 'a%/%~/b', 'a%/%~/c/d']);
    expect(take(['x/a/b', 'x/a'])).toEqual(['x/a/b', 'x/a%/%~']);
    expect(take(['A', 'a/b'], folds)).toEqual(['A', 'a%/%~/b']);
  });

  it('refuse or number names that the disk folds', () => {
    expect(take(['A.txt', 'a.txt'])).toEqual(['A.txt', 'a.txt']);
    expect(take(['A.txt', 'a.txt'], folds)).toEqual(['A.txt', null]);
    expect(take(['A.txt', 'a.txt', 'a (1).txt'], folds, 'rename')).toEqual(['A.txt', 'a (1).txt', 'a (2).txt']);
  });

  it('keep what the disk keeps: some fold case and no accents, some accents and no case', () => {
    const names = ['\u00e9.txt', 'e\u0301.txt', '\u00c9.txt'];
    expect(take(names, { letterCase: 'folded', form: 'kept' })).toEqual(['\u00e9.txt', 'e\u0301.txt', null]);
    expect(take(names, { letterCase: 'kept', form: 'folded' })).toEqual(['\u00e9.txt', null, '\u00c9.txt']);
    expect(take(names, folds)).toEqual(['\u00e9.txt', null, null]);
  });

  it('lead back to the names and never lie in each other', () => {
    const name = fc
      .array(fc.constantFrom('a', 'A', 'b', 'a%', '', '%~'), { minLength: 1, maxLength: 4 })
      .filter((parts) => parts.at(-1) !== '');
    fc.assert(
      fc.property(
        fc.uniqueArray(
          name.map((parts) => parts.join('/')),
          { maxLength: 12 },
        ),
        (names) => {
          const given = take(names);
          expect(given.map((target) => (target === null ? null : blobNameOf(target.split('/'), 'posix')))).toEqual(
            names,
          );
          for (const target of given) {
            expect(given.filter((other) => other === target)).toHaveLength(1);
            expect(given.some((other) => other?.startsWith(`${target ?? ''}/`) === true)).toBe(false);
          }
        },
      ),
    );
  });
});

describe('numbered names', () => {
  it.each([
    ['scan.pdf', 'scan (1).pdf'],
    ['in/v1.2/', 'in/v1.2 (1)/'],
    ['in/v1.2 (1)/', 'in/v1.2 (2)/'],
    ['in//', 'in (1)//'],
    ['in/scan (1).pdf', 'in/scan (2).pdf'],
    ['in.d/README', 'in.d/README (1)'],
    ['.profile', '.profile (1)'],
    ['a/.profile', 'a/.profile (1)'],
    ['x (9)', 'x (10)'],
  ])('%s → %s', (name, next) => expect(numberedName(name)).toBe(next));
});
