import fc from 'fast-check';
import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type LocalNaming,
  type NameFolding,
  blobNameOf,
  codesOfRejectedName,
  collisionKey,
  isReadBack,
  keepsNames,
  localSegments,
  numberedName,
  createTargetNames,
} from './names';

const local = (name: string, naming: LocalNaming = 'earlier'): string => localSegments(name, naming).join('/');
const systems = ['posix', 'windows'] as const;
const awkward = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('.', ' ', '%', '~', '/', '\\', 'a', 'A', '4', ':', 'é', '😀', '\u0001', 'CON'),
    maxLength: 300,
    size: 'max',
  }),
  fc.string({ unit: fc.constantFrom('x', 'é', '😀', '%', '~', ':'), maxLength: 900, size: 'max' }),
);

/** A file name as users and other programs choose them, some of which look encoded. */
const named = fc.oneof(
  fc
    .string({
      unit: fc.constantFrom('%', '2', '5', '3', 'A', 'E', '8', '0', '~', '.', ' ', ':', 'é', 'con'),
      minLength: 1,
      maxLength: 8,
    })
    .filter((name) => !/^\.\.?$/u.test(name)),
  fc.constantFrom(
    '%E2%80%AE',
    '%25E2%80%AE',
    '%0A',
    '%250A',
    '%2E%2E',
    '%5C',
    '%F0%9F%98%80',
    `${'x'.repeat(239)}%`,
    'x'.repeat(255),
  ),
);

/** No segment that an upload rejects, and no trailing `/`. */
function isUploadable(name: string): boolean {
  return name
    .split('/')
    .every((segment, at, all) => !/^\.\.?$|[\0-\x1f\\]/u.test(segment) && (segment !== '' || at < all.length - 1));
}

describe('local names', () => {
  it.each([
    ['photos/a.jpg', 'photos/a.jpg'],
    ['100%.txt', '100%.txt'],
    ['a%20b', 'a%2520b'],
    ['../../x', '%2E%2E/%2E%2E/x'],
    ['C:\\x', 'C%3A%5Cx'],
    ['\\\\srv\\x', '%5C%5Csrv%5Cx'],
    ['/abs', '%~/abs'],
    ['CON', '%43ON'],
    ['con.txt', '%63on.txt'],
    ['CONIN$', '%43ONIN$'],
    ['com¹.txt', '%63om¹.txt'],
    ['conout$.log', '%63onout$.log'],
    ['CONIN', 'CONIN'],
    ['console', 'console'],
    ['a.', 'a%2E'],
    ['a ', 'a%20'],
    ['a:b', 'a%3Ab'],
    ['.hidden', '.hidden'],
    ['.a:b', '.a%3Ab'],
    ['a\tb', 'a%09b'],
    ['a\u001fb\u007f', 'a%1Fb%7F'],
    ['a!b :', 'a!b %3A'],
    ['rtl\u202egpj.exe', 'rtl%E2%80%AEgpj.exe'],
    ['\u009b31m.txt', '%C2%9B31m.txt'],
    ['a\u2066b\u2069', 'a%E2%81%A6b%E2%81%A9'],
    ['zero\u200bwidth', 'zero%E2%80%8Bwidth'],
    ['pay\u200dpal', 'pay%E2%80%8Dpal'],
    ['\ufeffx\u2028', '%EF%BB%BFx%E2%80%A8'],
    ['\u{e0041}x', '%F3%A0%81%81x'],
    ['\u0645\u06cc\u200c\u062e.txt', '\u0645\u06cc\u200c\u062e.txt'],
    ['👩\u200d🚀.png', '👩\u200d🚀.png'],
    ['größe 語.txt', 'größe 語.txt'],
    ['%~:', '%25~%3A'],
    ['50% off:', '50% off%3A'],
    ['%4:', '%4%3A'],
    ['%41:', '%2541%3A'],
  ])('leave %j as %j in jobs of earlier versions', (name, expected) => {
    expect(local(name)).toBe(expected);
  });

  it.each([
    ['c:x', 'c:x', 'c%3Ax'],
    ['a?b*c|d"e<f>g', 'a?b*c|d"e<f>g', 'a%3Fb%2Ac%7Cd%22e%3Cf%3Eg'],
    ['a.', 'a.', 'a%2E'],
    ['a ', 'a ', 'a%20'],
    ['con.txt', 'con.txt', '%63on.txt'],
    ['c%3Ax', 'c%3Ax', 'c%253Ax'],
    ['a%20b', 'a%20b', 'a%20b'],
    ['100%25.txt', '100%25.txt', '100%25.txt'],
    ['50%', '50%', '50%'],
    ['50%//x', '50%25/%~/x', '50%25/%~/x'],
    ['rtl\u202egpj.exe', 'rtl%E2%80%AEgpj.exe', 'rtl%E2%80%AEgpj.exe'],
    ['rtl%E2%80%AEgpj.exe', 'rtl%25E2%2580%25AEgpj.exe', 'rtl%25E2%2580%25AEgpj.exe'],
    ['../x', '%2E%2E/x', '%2E%2E/x'],
  ])('leave %j as %j, and as %j under Windows rules', (name, posix, windows) => {
    expect(systems.map((system) => local(name, system))).toEqual([posix, windows]);
  });

  it.each(systems)('map back to the blob name: %s', (system) => {
    fc.assert(
      fc.property(awkward.filter(isUploadable), (name) => {
        expect(blobNameOf(localSegments(name, system), system)).toBe(name);
      }),
    );
  });

  it.each(systems)('map back to the path of a file that a user named: %s', (system) => {
    const segment = (
      system === 'posix' ? named : named.filter((name) => !/[ .]$|[:\\]|^con(?=$|[. ])/iu.test(name))
    ).filter((name) => !/\p{Cc}/u.test(name));
    // A folder of that name represents an empty segment, or below `a%` the name of a folder beside a file `a`.
    const isMark = (name: string): boolean => /^%(?:25)*~+$/u.test(name);
    const paths = fc
      .array(fc.oneof(segment, fc.constantFrom('%~', '%25~', '%~~', '%2525~')), { minLength: 1, maxLength: 4 })
      .filter((all) => !all.some((name, at) => isMark(name) && (at < all.length - 1 || all[at - 1]?.endsWith('%'))));
    fc.assert(
      fc.property(paths, (segments) => {
        expect(localSegments(blobNameOf(segments, system), system)).toEqual(segments);
      }),
    );
  });

  it.each(['%~', '%25~', '%~~', '%25~~', 'in/%~', '%x/%~'])('leave a file %j its name in both directions', (path) => {
    for (const system of systems) {
      expect(blobNameOf(path.split('/'), system)).toBe(path);
      expect(local(path, system)).toBe(path);
    }
  });

  it('continue in a subfolder when a name exceeds the limit of the disk', () => {
    for (const system of systems) {
      expect(localSegments('x'.repeat(255), system)).toEqual(['x'.repeat(255)]);
      expect(localSegments('x'.repeat(256), system)).toEqual([`${'x'.repeat(240)}%`, 'x'.repeat(16)]);
      expect(localSegments('x'.repeat(481), system)).toEqual([`${'x'.repeat(240)}%`, `${'x'.repeat(240)}%`, 'x']);
      // Neither a character nor its code is torn.
      expect(localSegments(`${'x'.repeat(239)}é${'x'.repeat(15)}`, system)[0]).toBe(`${'x'.repeat(239)}%`);
    }
    expect(localSegments(`${'x'.repeat(238)}:y${'x'.repeat(20)}`, 'windows')[0]).toBe(`${'x'.repeat(238)}%`);
    expect(localSegments('x'.repeat(241), 'earlier')).toEqual([`${'x'.repeat(240)}%`, 'x']);
  });

  it.each([...systems, 'earlier'] as const)('never merge different names: %s', (naming) => {
    const name = naming === 'earlier' ? awkward : awkward.filter(isUploadable);
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(local(a, naming) === local(b, naming)).toBe(a === b);
      }),
    );
  });

  it.each([...systems, 'earlier'] as const)(
    'never leave the folder and never contain a segment that a file system rejects: %s',
    (naming) => {
      const root = resolve('/target');
      const rejected =
        naming === 'posix'
          ? /[/\u202a-\u202e\u2066-\u2069]|\p{Cc}|^\.\.?$/u
          : /[<>:"\\|?*/\u202a-\u202e\u2066-\u2069]|\p{Cc}|[. ]$|^\.\.?$|^(?:con|nul|aux|prn)(?:\.|$)/iu;
      fc.assert(
        fc.property(awkward, (name) => {
          const segments = localSegments(name, naming);
          expect(resolve(join(root, ...segments)).startsWith(root + sep)).toBe(true);
          for (const segment of segments) {
            expect(segment).not.toBe('');
            expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(255);
            expect(segment).not.toMatch(rejected);
          }
        }),
      );
    },
  );

  it('sees names that one disk would fold together', () => {
    const one = (a: string, b: string, folding: NameFolding): boolean =>
      collisionKey(localSegments(a, 'posix'), folding) === collisionKey(localSegments(b, 'posix'), folding);
    const both: NameFolding = { letterCase: 'folded', form: 'folded' };
    expect(one('\u00c4/x', 'a\u0308/X', both)).toBe(true);
    expect(one('\u00c4/x', 'A\u0308/x', { ...both, letterCase: 'kept' })).toBe(true);
    expect(one('\u00c4/x', '\u00e4/X', { ...both, letterCase: 'kept' })).toBe(false);
    expect(one('\u00c4/x', '\u00e4/X', { ...both, form: 'kept' })).toBe(true);
    expect(one('\u00c4/x', 'A\u0308/x', { ...both, form: 'kept' })).toBe(false);
    expect(one('A', 'a', keepsNames)).toBe(false);
  });
});

describe('names that no upload may store', () => {
  const rejected = ['a/', 'a\u0001b', '../a', 'a/./b', 'a//', '\u001f/x'];
  const accepted = ['a//b', 'a:b', 'a%', '100%25.txt', 'a\u202eb', 'x'.repeat(300), 'plain'];

  it.each(systems)('names: reports on %s those that an upload does not map back', (rules) => {
    const isLost = (name: string): boolean => {
      const segments = localSegments(name, rules);
      expect(codesOfRejectedName(segments.join('/'), rules)).toBe(!isReadBack(name, segments, rules));
      return !isReadBack(name, segments, rules);
    };
    expect(rejected.filter(isLost)).toEqual(rejected);
    expect(accepted.filter(isLost)).toEqual([]);
  });
});

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
  it('separate a file and a folder of one name, in either order', () => {
    expect(take(['a', 'a/b', 'a/c/d'])).toEqual(['a', 'a%/%~/b', 'a%/%~/c/d']);
    expect(take(['x/a/b', 'x/a'])).toEqual(['x/a/b', 'x/a%/%~']);
    expect(take(['A', 'a/b'], folds)).toEqual(['A', 'a%/%~/b']);
  });

  it('reject or number names that the disk folds', () => {
    expect(take(['A.txt', 'a.txt'])).toEqual(['A.txt', 'a.txt']);
    expect(take(['A.txt', 'a.txt'], folds)).toEqual(['A.txt', null]);
    expect(take(['A.txt', 'a.txt', 'a (1).txt'], folds, 'rename')).toEqual(['A.txt', 'a (1).txt', 'a (2).txt']);
  });

  it('separate names that the disk separates: some fold case and no accents, some accents and no case', () => {
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
