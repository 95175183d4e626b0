// The hints for a filter that found nothing, based on the rows read before.
import { describe, expect, it } from 'vitest';
import type { ReadColumns } from '@shared/model/edit';
import type { TableQuery } from '@shared/model/table-query';
import type { ColumnSummary } from '../result/grid-column';
import { mismatches } from './filter-pitfalls';

const any = { kind: 'any' } as const;
const columns: readonly ColumnSummary[] = [
  { name: 'Amount', types: ['Edm.Int32', 'Edm.Double'], characters: 4 },
  { name: 'Status', types: ['Edm.String'], characters: 7 },
  { name: 'Express', types: ['Edm.Boolean'], characters: 5 },
];

function mismatchesOf(filterText: string, read = columns, columnsRead: ReadColumns = 'all'): readonly string[] {
  const query: TableQuery = { table: 'Orders', partitionKey: any, rowKey: any, select: [], pageSize: 1000, filterText };
  return mismatches(query, { columns: read, columnsRead });
}

describe('what does not fit the rows read before', () => {
  it('is a name with other capitals, each once', () => {
    expect(mismatchesOf("amount gt 3 and (amount lt 5 or rowkey eq 'a')")).toEqual([
      'Previously read rows contain Amount, not amount: comparisons are case-sensitive.',
      'Previously read rows contain RowKey, not rowkey: comparisons are case-sensitive.',
    ]);
  });

  it('is a name that no row has', () => {
    expect(mismatchesOf("not (State eq 'open')")).toEqual(['No previously read row has a property State.']);
  });

  it('is no name that rows may have where only some of their columns were read', () => {
    expect(mismatchesOf("State eq 'open' and amount gt 3", columns, 'some')).toEqual([
      'Previously read rows contain Amount, not amount: comparisons are case-sensitive.',
    ]);
  });

  it('is a value of another type', () => {
    expect(mismatchesOf("Amount eq '5' or RowKey eq 5")).toEqual([
      'In previously read rows, Amount is of type Int32, Double; the filter compares it with String.',
      'In previously read rows, RowKey is of type String; the filter compares it with Int32.',
    ]);
  });

  it('is nothing where numbers are compared with numbers, and where all fits', () => {
    expect(
      mismatchesOf("Amount gt 5L and Status eq 'x' and Express and Timestamp gt datetime'2026-10-14T00:00:00Z'"),
    ).toEqual([]);
  });

  it('is nothing before anything was read', () => {
    expect(mismatchesOf('amount gt 3', [])).toEqual([]);
  });
});
