// The copy actions of a cell's menu: the selection, and the entity around it.
import { describe, expect, it } from 'vitest';
import { gridColumnOf } from '../fixtures/grid-column';
import { type CellActions, cellConditions, cellMenuActions } from './cell-actions';
import { type Selection, isOfRows, selectedRowCount, selectionAt } from './selection';
import type { EdmValue } from '@shared/model/entity';
import { wholeParts } from '@shared/query/prefix-range';
import { emptyKeyDraft } from '../query/key-draft';
import { draftQuery, emptyQueryDraft } from '../query/query-draft';
import { allColumns } from '../result/grid-column';

const column = gridColumnOf('Status');

function copiedBy(label: string, selection: Selection): readonly [string, Selection] | undefined {
  let copied: readonly [string, Selection] | undefined;
  const actions: CellActions = {
    copy: (form, of) => (copied = [form, of]),
    conditions: () => [],
    addCondition: () => undefined,
  };
  const entries = cellMenuActions({ column, value: undefined, selection }, actions);
  const entry = entries.find((each) => typeof each === 'object' && 'label' in each && each.label === label);
  if (typeof entry === 'object' && 'onAction' in entry) entry.onAction?.();
  return copied;
}

describe('the menu of a cell', () => {
  it('copies the entity of a cell in whole', () => {
    const [form, of] = copiedBy('Copy entity as JSON', selectionAt({ row: 3, column: 2 })) ?? [];
    expect(form).toBe('json');
    expect(of && isOfRows(of)).toBe(true);
    expect(of && selectedRowCount(of)).toBe(1);
  });

  it('copies each entity of which something is selected', () => {
    const cells: Selection = {
      ...selectionAt({ row: 3, column: 2 }),
      others: [{ top: 7, bottom: 8, left: 1, right: 1 }],
    };
    const [, of] = copiedBy('Copy 3 entities as JSON', cells) ?? [];
    expect(of && isOfRows(of)).toBe(true);
    expect(of && selectedRowCount(of)).toBe(3);
  });

  it('offers it once where rows are selected as such', () => {
    const rows: Selection = { ...selectionAt({ row: 3, column: 2 }), span: 'rows' };
    expect(copiedBy('Copy entity as JSON', rows)).toBeUndefined();
    expect(copiedBy('Copy as JSON', rows)?.[1]).toBe(rows);
  });
});

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
