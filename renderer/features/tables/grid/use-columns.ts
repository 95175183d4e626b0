// The columns of one table tab: what the rows taught, what the person hid and how wide each is.
import { useCallback, useMemo, useState } from 'react';
import type { SessionState } from '../session/query-session';
import type { RowList } from '../session/row-list';
import { fittingWidth } from './fit-column';
import { type GridColumn, allColumns, visibleColumns } from './grid-column';

export interface Columns {
  readonly all: readonly GridColumn[];
  readonly shown: readonly GridColumn[];
  readonly hidden: ReadonlySet<string>;
  /** Property names to ask the service for; empty for all. */
  readonly select: readonly string[];
  readonly fetching: 'all' | 'shown';
  readonly setHidden: (hidden: ReadonlySet<string>) => void;
  readonly setFetching: (fetching: 'all' | 'shown') => void;
  readonly resize: (columnId: string, widthPx: number) => void;
  /** Makes a column as wide as its texts in these rows. */
  readonly fit: (columnId: string, firstRow: number, lastRow: number) => void;
}

const everything: ReadonlySet<string> = new Set();

export function useColumns({ columns, keyCharacters }: SessionState, rows: RowList): Columns {
  const [hidden, setHidden] = useState(everything);
  const [fetching, setFetching] = useState<'all' | 'shown'>('all');
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const all = useMemo(() => allColumns(columns, keyCharacters, widths), [columns, keyCharacters, widths]);
  const shown = useMemo(() => visibleColumns(all, hidden), [all, hidden]);
  const select = useMemo(
    () => (fetching === 'all' || hidden.size === 0 ? [] : shown.map(({ name }) => name)),
    [fetching, hidden, shown],
  );
  const resize = useCallback(
    (columnId: string, widthPx: number) => setWidths((before) => new Map(before).set(columnId, widthPx)),
    [],
  );
  const fit = useCallback(
    (columnId: string, firstRow: number, lastRow: number) => {
      const column = all.find(({ id }) => id === columnId);
      if (column !== undefined) resize(columnId, fittingWidth(column, rows, firstRow, lastRow));
    },
    [all, resize, rows],
  );
  return { all, shown, hidden, select, fetching, setHidden, setFetching, resize, fit };
}
