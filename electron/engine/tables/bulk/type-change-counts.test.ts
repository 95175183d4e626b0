// Every row is judged, not the first ones.
import { expect, it } from 'vitest';
import type { EdmType, Property } from '@shared/model/entity';
import type { BulkAction } from '@shared/model/table-bulk';
import { TypeChangeCounts } from './type-change-counts';

const of = (type: EdmType, name = 'Rating'): readonly Property[] => [
  { name, value: type === 'Edm.Boolean' ? { type, value: true } : { type, value: '1' } },
];
const action: BulkAction = {
  kind: 'update',
  mode: 'merge',
  changes: [{ kind: 'set', name: 'Rating', value: { type: 'Edm.String', value: 'x' } }],
};

it('counts each change of a type over all rows', () => {
  const counts = new TypeChangeCounts(action);
  for (let row = 0; row < 30; row += 1) counts.add(of('Edm.String'), of('Edm.String'));
  for (let row = 0; row < 3; row += 1) counts.add(of('Edm.Int32'), of('Edm.String'));
  counts.add(of('Edm.Double'), of('Edm.String'));
  counts.add([], of('Edm.String'));
  counts.add(of('Edm.Int32', 'Other'), of('Edm.String', 'Other'));
  expect(counts.all).toEqual([
    { name: 'Rating', from: 'Edm.Int32', to: 'Edm.String', count: 3 },
    { name: 'Rating', from: 'Edm.Double', to: 'Edm.String', count: 1 },
  ]);
});

it('type changes: are none for a row that is not written', () => {
  const counts = new TypeChangeCounts(action);
  counts.add(of('Edm.Int32'), null);
  expect(counts.all).toEqual([]);
});

it('type changes: are none for a deletion', () => {
  const counts = new TypeChangeCounts({ kind: 'delete' });
  counts.add(of('Edm.Int32'), null);
  expect(counts.all).toEqual([]);
});
