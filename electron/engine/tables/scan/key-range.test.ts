import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legalKey } from '@shared/query/fixtures/arbitraries';
import { isSafe, keyAlphabet, keysAhead, middleKey } from './key-range';

const key = fc.oneof(
  legalKey,
  fc.nat(999_999).map((number) => `row-${String(number).padStart(8, '0')}`),
  fc.stringMatching(/^[0-9a-f]{8}$/),
);

describe('a key between two keys', () => {
  it('lies strictly between them, in every order of text', () => {
    fc.assert(
      fc.property(key, fc.option(key), (one, other) => {
        const [low, high] = other === null || one < other ? [one, other] : [other, one];
        const middle = middleKey(low, high, keyAlphabet([low, high ?? '']));
        fc.pre(middle !== null);
        expect(middle !== null && middle > low && (high === null || middle < high) && isSafe(middle)).toBe(true);
      }),
    );
  });

  it('halves padded numbers and GUIDs', () => {
    expect(middleKey('row-00000000', 'row-00000900', keyAlphabet(['row-0']))).toBe('row-000004');
    expect(middleKey('00000000', 'ffffffff', keyAlphabet(['0', 'f']))).toBe('8');
  });
});

describe('keys ahead of a page', () => {
  it('ascend behind the page and stay below the end', () => {
    fc.assert(
      fc.property(key, key, fc.option(key), fc.integer({ min: 1, max: 32 }), (one, other, high, count) => {
        const [first, last] = one < other ? [one, other] : [other, one];
        const ahead = keysAhead({ first, last, high }, { distance: 3, count }, keyAlphabet([first, last]));
        const inOrder = [last, ...ahead];
        expect(ahead.length).toBeLessThanOrEqual(count);
        expect(ahead.every((each, index) => each > (inOrder[index] ?? '') && isSafe(each))).toBe(true);
        expect(high === null || ahead.every((each) => each < high)).toBe(true);
      }),
    );
  });

  it('continue as padded numbers do', () => {
    const page = { first: '00001000', last: '00001999', high: null };
    const ahead = keysAhead(page, { distance: 3, count: 3 }, keyAlphabet(['0']));
    expect(ahead).toHaveLength(3);
    for (const [index, each] of ahead.entries()) {
      const expected = 1_999 + 2_997 * (index + 1);
      expect(Math.abs(Number(each.padEnd(8, '0')) - expected)).toBeLessThan(1_500);
    }
  });
});
