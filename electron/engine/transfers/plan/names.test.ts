import fc from 'fast-check';
import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type NameFolding, blobNameOf, collisionKey, keepsNames, localSegments } from './names';

const local = (name: string): string => localSegments(name).join('/');
const awkward = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('.', ' ', '%', '~', '/', '\\', 'a', 'A', '4', ':', 'é', '😀', '\u0001', 'CON'),
    maxLength: 300,
    size: 'max',
  }),
  fc.string({ unit: fc.constantFrom('x', 'é', '😀', '%', '~', ':'), maxLength: 900, size: 'max' }),
);

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
  ])('keeps %j as %j', (name, expected) => {
    expect(local(name)).toBe(expected);
  });

  it('gives back the blob name', () => {
    fc.assert(
      fc.property(awkward, (name) => {
        expect(blobNameOf(localSegments(name))).toBe(name);
      }),
    );
  });

  it('goes on in a folder below where a name is longer than a disk takes', () => {
    expect(localSegments('x'.repeat(240))).toEqual(['x'.repeat(240)]);
    expect(localSegments('x'.repeat(241))).toEqual([`${'x'.repeat(240)}%`, 'x']);
    expect(localSegments('x'.repeat(481))).toEqual([`${'x'.repeat(240)}%`, `${'x'.repeat(240)}%`, 'x']);
    // Neither a character nor its code is torn.
    expect(localSegments(`${'x'.repeat(239)}é`)).toEqual([`${'x'.repeat(239)}%`, 'é']);
    expect(localSegments(`${'x'.repeat(238)}:y`)).toEqual([`${'x'.repeat(238)}%`, '%3Ay']);
  });

  it('keeps different names apart', () => {
    fc.assert(
      fc.property(awkward, awkward, (a, b) => {
        expect(local(a) === local(b)).toBe(a === b);
      }),
    );
  });

  it('never leaves the folder and never makes a segment that a file system refuses', () => {
    const root = resolve('/target');
    fc.assert(
      fc.property(awkward, (name) => {
        const segments = localSegments(name);
        expect(resolve(join(root, ...segments)).startsWith(root + sep)).toBe(true);
        for (const segment of segments) {
          expect(segment).not.toBe('');
          expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(255);
          expect(segment).not.toMatch(
            /[<>:"\\|?*/\u202a-\u202e\u2066-\u2069]|\p{Cc}|[. ]$|^\.\.?$|^(?:con|nul|aux|prn)(?:\.|$)/iu,
          );
        }
      }),
    );
  });

  it('sees names that one disk would fold together', () => {
    const one = (a: string, b: string, folding: NameFolding): boolean =>
      collisionKey(localSegments(a), folding) === collisionKey(localSegments(b), folding);
    const both: NameFolding = { letterCase: 'folded', form: 'folded' };
    expect(one('\u00c4/x', 'a\u0308/X', both)).toBe(true);
    expect(one('\u00c4/x', 'A\u0308/x', { ...both, letterCase: 'kept' })).toBe(true);
    expect(one('\u00c4/x', '\u00e4/X', { ...both, letterCase: 'kept' })).toBe(false);
    expect(one('\u00c4/x', '\u00e4/X', { ...both, form: 'kept' })).toBe(true);
    expect(one('\u00c4/x', 'A\u0308/x', { ...both, form: 'kept' })).toBe(false);
    expect(one('A', 'a', keepsNames)).toBe(false);
  });
});
