import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blobNameOf, localSegments, numberedName } from './names';
import { createPlaces } from './places';

const take = (
  names: readonly string[],
  foldsNames: 'yes' | 'no' = 'no',
  policy: 'never' | 'rename' = 'never',
): (string | null)[] => {
  const places = createPlaces(foldsNames, policy);
  return names.map((name) => places.take(localSegments(name))?.segments.join('/') ?? null);
};

describe('places', () => {
  it('keep a file and a folder of one name apart, in either order', () => {
    expect(take(['a', 'a/b', 'a/c/d'])).toEqual(['a', 'a%/%~/b', 'a%/%~/c/d']);
    expect(take(['x/a/b', 'x/a'])).toEqual(['x/a/b', 'x/a%/%~']);
    expect(take(['A', 'a/b'], 'yes')).toEqual(['A', 'a%/%~/b']);
  });

  it('refuse or number names that the disk folds', () => {
    expect(take(['A.txt', 'a.txt'], 'no')).toEqual(['A.txt', 'a.txt']);
    expect(take(['A.txt', 'a.txt'], 'yes')).toEqual(['A.txt', null]);
    expect(take(['A.txt', 'a.txt', 'a (1).txt'], 'yes', 'rename')).toEqual(['A.txt', 'a (1).txt', 'a (2).txt']);
  });

  it('lead back to the names and never lie in each other', () => {
    const name = fc.array(fc.constantFrom('a', 'A', 'b', 'a%', '', '%~'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          name.map((parts) => parts.join('/')),
          { maxLength: 12 },
        ),
        (names) => {
          const given = take(names);
          expect(given.map((place) => (place === null ? null : blobNameOf(place.split('/'))))).toEqual(names);
          for (const place of given) {
            expect(given.filter((other) => other === place)).toHaveLength(1);
            expect(given.some((other) => other?.startsWith(`${place ?? ''}/`) === true)).toBe(false);
          }
        },
      ),
    );
  });
});

describe('numbered names', () => {
  it.each([
    ['scan.pdf', 'scan (1).pdf'],
    ['in/scan (1).pdf', 'in/scan (2).pdf'],
    ['in.d/README', 'in.d/README (1)'],
    ['.profile', '.profile (1)'],
    ['a/.profile', 'a/.profile (1)'],
    ['x (9)', 'x (10)'],
  ])('%s → %s', (name, next) => expect(numberedName(name)).toBe(next));
});
