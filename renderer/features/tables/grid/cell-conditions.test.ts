// Conditions from cells: typed, added to what is there, and sendable.
import type { EdmValue } from '@shared/model/entity';
import { wholeParts } from '@shared/query/prefix-range';
import { describe, expect, it } from 'vitest';
import { emptyKeyDraft } from '../query/key-draft';
import { draftQuery, emptyQueryDraft } from '../query/query-draft';
import { cellConditions } from './cell-conditions';
import { allColumns } from '../result/grid-column';

const shape = { table: 'Movies', pageSize: 100, select: [] };
const keys = { partitionKey: 6, rowKey: 6 };
const columnOf = (name: string, value: EdmValue) => {
  const column = allColumns([{ name, types: [value.type], characters: 5 }], keys)[2];
  if (column === undefined) throw new Error('no column');
  return column;
};
const [partitionKey, rowKey] = allColumns([], keys);

describe('conditions of a cell', () => {
  it.each<EdmValue>([
    { type: 'Edm.String', value: "O'Brien" },
    { type: 'Edm.Int32', value: '7' },
    { type: 'Edm.Int64', value: '9007199254740993' },
    { type: 'Edm.Double', value: '4.5' },
    { type: 'Edm.DateTime', value: '2026-10-14T08:21:07.1402918Z' },
    { type: 'Edm.Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' },
    { type: 'Edm.Boolean', value: false },
    { type: 'Edm.Binary', value: 'TVqQAAMAAAAEAAAA' },
  ])('keep type and value: %j', (value) => {
    for (const condition of cellConditions(columnOf('Rating', value), value, undefined)) {
      const result = draftQuery(condition.apply(emptyQueryDraft), shape);
      expect(result).toMatchObject({
        state: 'ready',
        query: { where: { kind: 'comparison', property: 'Rating', operator: condition.id, operand: value } },
      });
    }
  });

  it('come beside the conditions that are there', () => {
    const value: EdmValue = { type: 'Edm.Double', value: '4.5' };
    const [is, isNot] = cellConditions(columnOf('Rating', value), value, undefined);
    const draft = isNot?.apply(is?.apply(emptyQueryDraft) ?? emptyQueryDraft);
    expect(new Set(draft?.properties.map(({ id }) => id)).size).toBe(2);
  });

  it('of the keys become key conditions, a prefix ending with the first part', () => {
    if (partitionKey === undefined || rowKey === undefined) throw new Error('no keys');
    const value: EdmValue = { type: 'Edm.String', value: 'Sports;Football;7' };
    const [, startsWith] = cellConditions(rowKey, value, ';');
    expect(startsWith?.apply(emptyQueryDraft).rowKey).toMatchObject({ operator: 'starts-with', text: 'Sports;' });
    const [is] = cellConditions(partitionKey, value, ';');
    expect(is?.apply(emptyQueryDraft).partitionKey).toMatchObject({ operator: 'is', text: 'Sports;Football;7' });
  });

  it.each([
    { typedAt: ';', seen: undefined, prefix: 'Sports', key: 'Sports' },
    { typedAt: ';', seen: '_', prefix: 'Sports_', key: 'Sports_7' },
    { typedAt: ';', seen: ';', prefix: 'Sports;', key: 'Sports;7' },
  ] as const)('ask for what the cell starts with, also where the field is typed in parts: %j', (given) => {
    if (rowKey === undefined) throw new Error('no keys');
    const [, startsWith] = cellConditions(rowKey, { type: 'Edm.String', value: given.key }, given.seen);
    const draft = { ...emptyQueryDraft, rowKey: { ...emptyKeyDraft, delimiter: given.typedAt } };
    const result = draftQuery(startsWith?.apply(draft) ?? draft, shape);
    if (result.state !== 'ready' || result.query.rowKey.kind !== 'starts-with') throw new Error('no prefix');
    const { prefix, delimiter } = result.query.rowKey;
    expect(wholeParts(prefix, delimiter)).toBe(given.prefix);
  });

  it('are and-ed to a filter that is typed as text', () => {
    const value: EdmValue = { type: 'Edm.Int64', value: '5' };
    const [is] = cellConditions(columnOf('Votes', value), value, undefined);
    const draft = { ...emptyQueryDraft, mode: 'text' as const, filterText: 'a eq 1 or b eq 2' };
    expect(is?.apply(draft).filterText).toBe('(a eq 1 or b eq 2) and Votes eq 5L');
  });

  it('are none where a filter cannot name the property', () => {
    const value: EdmValue = { type: 'Edm.String', value: 'x' };
    expect(cellConditions(columnOf('with space', value), value, undefined)).toEqual([]);
  });
});
