import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import { isForbiddenInKeys, loneSurrogateAt } from './key-rules';
import { keyPrefixRange, textPrefixRange } from './prefix-range';

const wellFormed = (character: string): boolean => loneSurrogateAt(character) < 0;
/** Characters around every edge that the bound must get right, besides ordinary ones. */
const edgeCharacters = [0x20, 0x22, 0x2e, 0x3b, 0x3e, 0x5b, 0x7e, 0xa0, 0xd7fe, 0xd7ff, 0xe000, 0xfffd, 0xfffe, 0xffff]
  .concat([0x10000, 0x103ff, 0x10400, 0x1f6a2, 0x10fffe, 0x10ffff])
  .map((point) => String.fromCodePoint(point));
const anyCharacter = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Array.from('aAbz09;.~'), ...edgeCharacters) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter(wellFormed) },
);
const text = fc.array(anyCharacter, { maxLength: 6 }).map((characters) => characters.join(''));
const key = text.map((value) =>
  [...value].filter((character) => !isForbiddenInKeys(character.codePointAt(0) ?? 0)).join(''),
);

const utf16Order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const codePointOrder = (left: string, right: string): number => {
  const encoder = new TextEncoder();
  return Buffer.compare(encoder.encode(left), encoder.encode(right));
};
const inside = (
  range: { readonly from: string; readonly to: string | null },
  value: string,
  order: typeof utf16Order,
): boolean => order(value, range.from) >= 0 && (range.to === null || order(value, range.to) < 0);

describe('the range of a prefix', () => {
  it('holds every string with the prefix, whichever way the service sorts', () => {
    fc.assert(
      fc.property(key, text, (prefix, rest) => {
        for (const range of [keyPrefixRange('RowKey', prefix), textPrefixRange('Name', prefix)]) {
          expect(inside(range, prefix + rest, utf16Order)).toBe(true);
          expect(inside(range, prefix + rest, codePointOrder)).toBe(true);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  /**
   * Nothing sound lies directly above U+10FFFF in UTF-16 order, nor above U+FFFF after it: such ranges hold more and
   * rows are checked again.
   */
  const hasExactBound = (prefix: string): boolean => !/\u{10ffff}\uffff*$/u.test(prefix);

  /** Keys around the bound: the prefix with another last character, near the actual one, and a suffix. */
  const near = (prefix: string): fc.Arbitrary<string> =>
    fc
      .tuple(fc.nat({ max: 6 }), fc.integer({ min: -40, max: 40 }), fc.option(anyCharacter), text)
      .map(([retained, step, other, rest]) => {
        const points = Array.from(prefix).slice(0, Math.max(1, prefix.length - (retained % 3)));
        const moved = ((points.pop() ?? 'a').codePointAt(0) ?? 0) + step;
        const isPoint = moved >= 0 && moved <= 0x10ffff && (moved < 0xd800 || moved > 0xdfff);
        return points.join('') + (other ?? (isPoint ? String.fromCodePoint(moved) : '\ue000')) + rest;
      });
  const asKey = (value: string): string =>
    [...value].filter((character) => !isForbiddenInKeys(character.codePointAt(0) ?? 0)).join('');
  const beside = (of: fc.Arbitrary<string>) =>
    of.chain((prefix) => fc.oneof(text, near(prefix)).map((other) => ({ prefix, other })));

  it('holds nothing else in the order of the service, UTF-16 units, also of what lies beside its bound', () => {
    let [within, without] = [0, 0];
    fc.assert(
      fc.property(beside(key), beside(text), (ofKey, ofText) => {
        const cases = [
          { prefix: ofKey.prefix, other: asKey(ofKey.other), range: keyPrefixRange('RowKey', ofKey.prefix) },
          { ...ofText, range: textPrefixRange('Name', ofText.prefix) },
        ];
        for (const { prefix, other, range } of cases) {
          const isMeant = other.startsWith(prefix);
          if (isMeant) within += 1;
          else without += 1;
          if (isMeant) expect(inside(range, other, codePointOrder)).toBe(true);
          if (isMeant || hasExactBound(prefix)) expect(inside(range, other, utf16Order)).toBe(isMeant);
        }
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(within, without)).toBeGreaterThan(500);
  });

  it('ends on characters that keys may contain, and is well formed', () => {
    fc.assert(
      fc.property(key, (prefix) => {
        const { to } = keyPrefixRange('RowKey', prefix);
        for (const character of to ?? '') {
          expect(isForbiddenInKeys(character.codePointAt(0) ?? 0)).toBe(false);
        }
        expect(loneSurrogateAt(to ?? '')).toBe(-1);
      }),
    );
  });

  it.each([
    ['Sh', 'Si'],
    ['a.', 'a0'],
    ['a"', 'a$'],
    ['a>', 'a@'],
    ['a[', 'a]'],
    ['a~', 'a\u00a0'],
    ['a;', 'a<'],
    ['a\ud7ff', 'a\u{10000}'],
    ['a\uffff', 'b'],
    ['a\u{10ffff}', 'b'],
    ['a\uffff\u{10ffff}\uffff', 'b'],
    ['\u{1f6a2}', '\u{1f6a3}'],
    ['\u{103ff}', '\u{10400}'],
    ['\uffff', null],
    ['', null],
  ])('of the key prefix %j ends before %j', (prefix, to) => {
    expect(keyPrefixRange('RowKey', prefix)).toEqual({ from: prefix, to });
  });

  it('skips nothing for values, which may hold any character', () => {
    expect(textPrefixRange('Name', 'a.')).toEqual({ from: 'a.', to: 'a/' });
    expect(textPrefixRange('Name', 'a~')).toEqual({ from: 'a~', to: 'a\u007f' });
  });

  it.each([
    ['Sports', ';', 'Sports;', 'Sports<'],
    ['Sports;', ';', 'Sports;', 'Sports<'],
    ['2024', '--', '2024--', '2024-.'],
    ['', ';', '', null],
  ])('of %j with the delimiter %j is whole parts', (prefix, delimiter, from, to) => {
    expect(keyPrefixRange('RowKey', prefix, delimiter)).toEqual({ from, to });
  });

  it.each(['a/b', 'a\\b', 'a#', 'a?', 'a\u0001', 'a\u0085', 'a\ud800', '\udc00b', 'x'.repeat(513)])(
    'rejects %j, which no key starts with, and names the field',
    (prefix) => {
      const rejection = rejectionOf(() => keyPrefixRange('RowKey', prefix));
      expect(rejection.code).toBe('invalid.key');
      expect(rejection.context.field).toBe('RowKey');
      expect(rejection.message).toMatch(/^RowKey .+\. .+\.$/s);
    },
  );

  it.each([
    ['a\udfff', 'position 2'],
    ['\ud800', 'position 1'],
  ])('rejects half a character in a value, and gives its position: %j', (prefix, where) => {
    const rejection = rejectionOf(() => textPrefixRange('Name', prefix));
    expect(rejection.code).toBe('invalid.filter');
    expect(rejection.message).toContain(where);
  });
});

function rejectionOf(run: () => unknown): StowageError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof StowageError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
}
