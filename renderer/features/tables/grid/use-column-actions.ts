// What can be done to a column in the grid of a result.
import { useMemo } from 'react';
import type { Columns } from '../result/columns';
import type { Arrangement } from './arrangement';
import type { ColumnActions } from './column-actions';
import type { PlacedRows } from './use-row-indexes';

export function useColumnActions(
  columns: Columns,
  arrangement: Arrangement,
  rowAt: PlacedRows['rowAt'],
): ColumnActions {
  const { resize, move, pin, hidden, setHidden, fit } = columns;
  return useMemo(
    () => ({
      resize,
      move,
      pin,
      hide: (columnId: string) => setHidden(new Set([...hidden, columnId])),
      fit: (columnId: string, firstRow: number, lastRow: number) => {
        const onScreen = Array.from({ length: lastRow - firstRow + 1 }, (_, at) => rowAt(firstRow + at));
        fit(
          columnId,
          onScreen.filter((row) => row !== undefined),
        );
      },
      sort: arrangement.sortBy,
      clearSort: arrangement.clear,
    }),
    [arrangement, fit, hidden, move, pin, resize, rowAt, setHidden],
  );
}
