// Changes of properties: their effect on a list, and the differences between two lists.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Property } from '../model/entity';
import { changesBetween, valuesByName, withChanges } from './changes';
import { properties } from './fixtures/arbitraries';

const of = (name: string, type: 'Edm.Int32' | 'Edm.String', value = '5'): Property => ({
  name,
  value: { type, value },
});
const list = [of('A', 'Edm.Int32'), of('B', 'Edm.String'), of('C', 'Edm.String')];

describe('the differences between two lists', () => {
  it('makes one the other', () => {
    fc.assert(
      fc.property(properties, properties, (from, to) => {
        expect(valuesByName(withChanges(from, changesBetween(from, to)))).toEqual(valuesByName(to));
        expect(changesBetween(from, from)).toEqual([]);
      }),
    );
  });

  it('is a change also where only the type is another', () => {
    const text = of('A', 'Edm.String');
    expect(changesBetween([of('A', 'Edm.Int32')], [text])).toEqual([{ kind: 'set', ...text }]);
  });
});

describe('a list after changes', () => {
  it('preserves its order: set and renamed properties stay in position, new ones come last', () => {
    const after = withChanges(list, [
      { kind: 'set', ...of('B', 'Edm.String', '6') },
      { kind: 'set', ...of('D', 'Edm.String') },
      { kind: 'rename', name: 'C', to: 'Z' },
      { kind: 'remove', name: 'A' },
      { kind: 'remove', name: 'none' },
    ]);
    expect(after).toEqual([of('B', 'Edm.String', '6'), of('Z', 'Edm.String'), of('D', 'Edm.String')]);
    expect(list).toHaveLength(3);
  });
});
