import { withChanges } from '@shared/edit/changes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { berth, double, entityOf, set, text, updateOf } from '../fixtures/edits';
import { diffOfEdit, diffSummary, excerptOf, markDifference } from './value-diff';

describe('markDifference', () => {
  const some = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f6a2}'), maxLength: 12 });

  it('loses nothing, marks nothing alike, and cuts no character', () => {
    fc.assert(
      fc.property(some, some, (own, other) => {
        const { head, differing, tail } = markDifference(own, other);
        expect(head + differing + tail).toBe(own);
        expect(other.startsWith(head) && other.endsWith(tail)).toBe(true);
        for (const part of [head, differing, tail]) expect(part).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
        if (own === other) expect(differing).toBe('');
        else expect(differing + markDifference(other, own).differing).not.toBe('');
      }),
    );
  });

  it.each([
    ['12.5', '12.25', ['12.', '', '5']],
    ['north', 'south', ['', 'nor', 'th']],
    ['', 'x', ['', '', '']],
  ])('%j against %j', (own, other, parts) => {
    expect(Object.values(markDifference(own, other))).toEqual(parts);
  });
});

describe('diffOfEdit', () => {
  const read = entityOf('B1', berth);

  it('shows set, removed and renamed properties, and nothing else', () => {
    const edit = updateOf(read, set('Depth', double('12.5')), { kind: 'rename', name: 'Crane', to: 'Lift' });
    expect(diffOfEdit(edit).map(({ name, before, after }) => [name, before?.value, after?.value])).toEqual([
      ['Depth', '12.0', '12.5'],
      ['Crane', 'north', undefined],
      ['Lift', undefined, 'north'],
    ]);
    expect(withChanges(read.properties, edit.changes)).toHaveLength(2);
  });

  it('takes a change of text alone for a change', () => {
    expect(diffOfEdit(updateOf(read, set('Depth', double('12.00'))))).toHaveLength(1);
    expect(diffOfEdit(updateOf(read, set('Depth', double('12.0'))))).toEqual([]);
  });

  it('has a short description', () => {
    const edit = updateOf(
      read,
      set('Depth', double('12.5')),
      set('Crane', text('')),
      set('Note', text('n'.repeat(40))),
    );
    expect(diffSummary(diffOfEdit(edit))).toBe('Depth 12.0 → 12.5, Crane north → "", +1');
    expect(diffSummary(diffOfEdit(edit).slice(2))).toBe(`Note ${'n'.repeat(23)}…`);
  });
});

describe('excerptOf', () => {
  it('shows the position where long texts differ, with some preceding text', () => {
    const alike = 'quay '.repeat(2_000);
    const { before, head, differing, tail, after } = excerptOf(`${alike}north side`, `${alike}south side`, undefined);
    expect([differing, tail, after]).toEqual(['north', ' side', 0]);
    expect(alike.endsWith(head)).toBe(true);
    expect(head.length).toBe(40);
    expect(before).toBe(alike.length - 40);
  });

  it('shows the same position of an unchanged text, unmarked', () => {
    const alike = 'quay '.repeat(2_000);
    const { head, differing, tail } = excerptOf(`${alike}north`, `${alike}north`, `${alike}south`);
    expect([head.length, differing, tail]).toEqual([40, '', 'north']);
  });

  it.each([
    ['paid', 'refunded', ['', 'paid', '']],
    ['refunded', 'paid', ['', 'refunded', '']],
    ['prepaid order', 'paid order', ['', 'prepaid', ' order']],
    ['gate open', 'gate opened', ['gate ', 'open', '']],
    ['ORD-0001001', 'ORD-0001002', ['ORD-000100', '1', '']],
    ['C02950', 'C02981', ['C029', '50', '']],
    ['q'.repeat(40), `${'q'.repeat(39)}r`, ['q'.repeat(39), 'q', '']],
  ])('marks whole words, and single characters elsewhere: %s, not %s', (text, against, parts) => {
    const { head, differing, tail } = excerptOf(text, against, undefined);
    expect([head, differing, tail]).toEqual(parts);
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
