import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { compareSides, isSameTime } from './merge';
import { type AnyItem, type SyncSide, compareNames } from './sides';

const never = new AbortController().signal;

function item(name: string, bytes: number, modifiedMs: number): AnyItem {
  const path = { at: 'local' as const, path: name, segments: name.split('/'), mtimeNs: '0', ino: '0', ctimeNs: '0' };
  return { ...path, name, bytes, modifiedMs, timeOf: 'content', etag: '', contentMd5: '' };
}

/** In pages of that size, some of them empty. */
function side(items: readonly AnyItem[], pageItems: number): SyncSide {
  return {
    where: 'side',
    etags: 'none',
    async *list() {
      for (let at = 0; at < items.length; at += pageItems) {
        yield { items: [], asides: [] };
        yield { items: items.slice(at, at + pageItems), asides: [] };
      }
    },
  };
}

async function compared(
  source: SyncSide,
  target: SyncSide,
  how: 'mtime-size' | 'etag' = 'mtime-size',
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const options = { how, keep: () => true, signal: never } as const;
  for await (const { pairs } of compareSides(source, target, options)) {
    for (const { name, what } of pairs) found[name] = what;
  }
  return found;
}

// Names that differ where UTF-16 and UTF-8 do, and around the slash.
const names = fc.uniqueArray(
  fc.string({
    unit: fc.constantFrom('a', 'B', '.', '/', '-', '\u{ff01}', '\u{1f600}', 'é'),
    minLength: 1,
    maxLength: 6,
  }),
  { maxLength: 40 },
);
const files = names.chain((all) =>
  fc.tuple(...all.map((name) => fc.record({ name: fc.constant(name), bytes: fc.nat(2), modifiedMs: fc.nat(2) }))),
);
const ordered = (all: readonly { name: string; bytes: number; modifiedMs: number }[]): AnyItem[] =>
  all.map(({ name, bytes, modifiedMs }) => item(name, bytes, modifiedMs)).sort((a, b) => compareNames(a.name, b.name));

const unusual = fc.string({
  unit: fc.constantFrom('a', '~', '\u{7f}', 'é', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{1f600}'),
  maxLength: 4,
});

describe('order of names', () => {
  it('compareNames: orders names as their UTF-8 bytes', () => {
    fc.assert(
      fc.property(unusual, unusual, (one, other) => {
        expect(Math.sign(compareNames(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
      }),
    );
  });
});

describe('comparison of two sides', () => {
  it('compareSides: judges every name once, as two complete lists would', async () => {
    await fc.assert(
      fc.asyncProperty(files, files, fc.integer({ min: 1, max: 5 }), async (here, there, pageItems) => {
        const [from, to] = [ordered(here), ordered(there)];
        const byName = new Map(to.map((one) => [one.name, one]));
        const expected: Record<string, string> = {};
        for (const one of to) expected[one.name] = 'only there';
        for (const one of from) {
          const other = byName.get(one.name);
          const isSame = other?.bytes === one.bytes && isSameTime(one, other);
          expected[one.name] = other === undefined ? 'new' : isSame ? 'same' : 'changed';
        }
        expect(await compared(side(from, pageItems), side(to, 3))).toEqual(expected);
      }),
    );
  });

  it('compareSides: rejects a listing that is out of order instead of calling its names missing', async () => {
    const mixed = [item('b', 1, 0), item('a', 1, 0)];
    const failure = await compared(side(mixed, 5), side([item('a', 1, 0)], 5)).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(StowageError);
    expect((failure as StowageError).code).toBe('conflict.other');
  });

  it('isSameTime: takes an object that was written after the change for equal, and none that was written before', () => {
    const changed = { modifiedMs: 5_500, timeOf: 'content' } as const;
    expect(isSameTime(changed, { modifiedMs: 5_000, timeOf: 'write' })).toBe(true);
    expect(isSameTime(changed, { modifiedMs: 4_000, timeOf: 'write' })).toBe(false);
    expect(isSameTime(changed, { modifiedMs: 6_000, timeOf: 'content' })).toBe(false);
  });

  const md5s = ['x', 'y'].map((text) => createHash('md5').update(text).digest('hex'));
  const [x = '', y = ''] = md5s;
  const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
  /** `inProperties`: the MD5 that the properties of each object reveal. */
  it.each([
    ['the same', `"${x}"`, `"${x}"`, ['', ''], 1, 'same'],
    ['two different MD5s', `"${x}"`, `"${y}"`, [x, y], 9_000, 'changed'],
    ['an MD5 and one of an encrypted object, which was written later', `"${x}"`, `"${y}"`, [x, ''], 9_000, 'same'],
    ['an MD5 and one of an encrypted object, which was written earlier', `"${x}"`, `"${y}"`, [x, ''], 1, 'changed'],
    ['two encrypted objects of equal content', `"${x}"`, `"${y}"`, [x, x], 1, 'same'],
    ['parts of the same sizes', `"${x}-2"`, `"${x}-2"`, ['', ''], 1, 'same'],
    ['parts of other sizes, and a later time', `"${x}-2"`, `"${y}"`, ['', y], 9_000, 'same'],
    ['parts of other sizes, and an earlier time', `"${x}-2"`, `"${y}"`, ['', y], 1, 'changed'],
    ['parts of other sizes, with the MD5 in their metadata', `"${x}-2"`, `"${y}-3"`, [x, x], 1, 'same'],
    ['parts whose metadata have another MD5', `"${x}-2"`, `"${y}"`, [x, y], 9_000, 'changed'],
  ])('compareSides: judges ETags of S3 that are %s', async (_what, from, to, inProperties, writtenMs, what) => {
    const sides = [from, to].map((etag, index): SyncSide => {
      const blob = { ...item('a', 1, index === 0 ? 5_000 : writtenMs), at: 'blob', timeOf: 'write', blob: {}, etag };
      const md5Of = async (): Promise<string> => base64(inProperties[index] ?? '');
      return { ...side([blob as AnyItem], 1), etags: 'content', md5Of };
    });
    expect(await compared(sides[0] as SyncSide, sides[1] as SyncSide, 'etag')).toEqual({ a: what });
  });
});
