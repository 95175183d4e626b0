// Columns as the user arranged them: order, pins and widths apply to columns that arrive later, and survive a restart.
import { afterEach, describe, expect, it } from 'vitest';
import {
  arrangeColumns,
  deleteLayout,
  movedColumn,
  noChoice,
  readChoice,
  readLayouts,
  rememberChoice,
  renameLayout,
  saveLayout,
} from './columns';
import { allColumns, propertyId } from './grid-column';

const summary = (name: string) => ({ name, types: ['Edm.String' as const], characters: 5 });
const of = (...names: string[]) => allColumns(names.map(summary), { partitionKey: 5, rowKey: 5 });
const namesOf = (columns: ReturnType<typeof arrangeColumns>): readonly string[] => columns.map(({ name }) => name);

afterEach(() => localStorage.clear());

describe('arranged columns', () => {
  it('are as usual without a choice', () => {
    expect(namesOf(arrangeColumns(of('A', 'B'), noChoice))).toEqual(['PartitionKey', 'RowKey', 'A', 'B', 'Timestamp']);
  });

  it('follow the order chosen, with later columns behind the one they usually follow', () => {
    const order = [...movedColumn(of('A', 'B'), propertyId('B'), propertyId('A'))];
    const arranged = arrangeColumns(of('A', 'New', 'B'), { ...noChoice, order });
    expect(namesOf(arranged)).toEqual(['PartitionKey', 'RowKey', 'B', 'A', 'New', 'Timestamp']);
  });

  it('put pinned columns first and unpin keys on request', () => {
    const arranged = arrangeColumns(of('A', 'B'), {
      ...noChoice,
      pinned: [
        [propertyId('B'), true],
        ['key:RowKey', false],
      ],
    });
    expect(namesOf(arranged)).toEqual(['PartitionKey', 'B', 'RowKey', 'A', 'Timestamp']);
  });
});

describe('saved layouts', () => {
  it('are stored per table, for the last hundred tables', () => {
    for (let number = 0; number < 101; number += 1)
      rememberChoice(`c/t${number}`, { ...noChoice, hidden: [`h${number}`] });
    expect(readChoice('c/t100').hidden).toEqual(['h100']);
    expect(readChoice('c/t0')).toEqual(noChoice);
  });

  it('is the usual where the store holds something else', () => {
    localStorage.setItem('table-columns', '{"broken"');
    expect(readChoice('c/t')).toEqual(noChoice);
  });
});

describe('layouts', () => {
  it('are saved, replaced, renamed and deleted', () => {
    expect(saveLayout({ name: 'Wide', choice: noChoice })).toBeNull();
    saveLayout({ name: 'Keys', choice: noChoice });
    saveLayout({ name: 'Wide', choice: { ...noChoice, hidden: ['x'] } });
    renameLayout('Wide', 'Wider');
    expect(readLayouts().map(({ name }) => name)).toEqual(['Keys', 'Wider']);
    expect(readLayouts()[1]?.choice.hidden).toEqual(['x']);
    deleteLayout('Keys');
    expect(readLayouts()).toHaveLength(1);
  });

  it('are limited, and report it', () => {
    for (let number = 0; number < 50; number += 1) saveLayout({ name: `L${number}`, choice: noChoice });
    expect(saveLayout({ name: 'One more', choice: noChoice })).toMatch(/Delete one first/);
    expect(saveLayout({ name: 'L3', choice: noChoice })).toBeNull();
  });
});
