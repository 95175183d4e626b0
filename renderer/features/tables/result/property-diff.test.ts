import { withChanges } from '@shared/edit/changes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { berth, double, entityOf, set, text, updateOf } from '../fixtures/edits';
import { diffOfEdit, diffSummary, markDifference } from './property-diff';

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

  it('shows what is set, removed and renamed, and nothing else', () => {
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

  it('is told in half a line', () => {
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
