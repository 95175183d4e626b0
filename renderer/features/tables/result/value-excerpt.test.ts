import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from './value-excerpt';

describe('excerptOf', () => {
  it('shows the place where long texts part, with a little of what is before', () => {
    const alike = 'quay '.repeat(2_000);
    const { before, head, differing, tail, after } = excerptOf(`${alike}north side`, `${alike}south side`, undefined);
    expect([differing, tail, after]).toEqual(['nor', 'th side', 0]);
    expect(alike.endsWith(head)).toBe(true);
    expect(head.length).toBe(40);
    expect(before).toBe(alike.length - 40);
  });

  it('shows the same place of a text that did not change, unmarked', () => {
    const alike = 'quay '.repeat(2_000);
    const { head, differing, tail } = excerptOf(`${alike}north`, `${alike}north`, `${alike}south`);
    expect([head.length, differing, tail]).toEqual([40, '', 'north']);
  });

  it('leaves a short beginning whole', () => {
    expect(excerptOf('12.5', '12.25', undefined)).toEqual({
      before: 0,
      head: '12.',
      differing: '',
      tail: '5',
      after: 0,
    });
  });

  it('accounts for every character and cuts none in two', () => {
    const some = fc
      .tuple(
        fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f6a2}'), maxLength: 6 }),
        fc.integer({ min: 1, max: 900 }),
      )
      .map(([piece, times]) => piece.repeat(times));
    fc.assert(
      fc.property(some, some, some, (text, against, near) => {
        const { before, head, differing, tail, after } = excerptOf(text, against, near);
        const shown = head + differing + tail;
        expect(text.slice(before, text.length - after)).toBe(shown);
        expect(shown).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
      }),
    );
  });
});
