// What the grid of a table tab needs beside its rows: their order, the search, the selection, and what can be done
// with columns and cells.
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { EdmValue, Entity } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { KeyDelimiters } from '../keys/seen-delimiters';
import type { QuerySession, SessionState } from '../session/query-session';
import { windowTurns } from '../session/turns';
import { type Arrangement, createArrangement } from './arrangement';
import { type CellCondition, cellConditions } from './cell-conditions';
import { type CopyForm, copiedText } from './copy-rows';
import type { EntityGridHandle, EntityGridProps } from './entity-grid';
import { type Find, createFind } from './find';
import type { GridColumn } from './grid-column';
import { type Cell, type Selection, selectedRowCount, selectionAt } from './selection';
import type { Columns } from './use-columns';

export interface ResultGridInput {
  readonly session: QuerySession;
  readonly state: SessionState;
  readonly columns: Columns;
  readonly delimiters: KeyDelimiters;
  readonly onAddCondition: (condition: CellCondition) => void;
  readonly onOpen: () => void;
}

export interface ResultGrid {
  readonly props: Omit<EntityGridProps, 'label' | 'rowCount' | 'extent' | 'tail'>;
  readonly handle: RefObject<EntityGridHandle | null>;
  readonly arrangement: Arrangement;
  readonly find: Find;
  readonly sortedWords: string;
  /** The entity under the keyboard; undefined without one, and while it is read from disk. */
  readonly activeEntity: Entity | undefined;
  readonly selection: Selection | undefined;
  readonly selectedRows: number;
  readonly go: (cell: Cell) => void;
}

const atFirstCell = selectionAt({ row: 0, column: 0 });

export function useResultGrid({
  session,
  state,
  columns,
  delimiters,
  onAddCondition,
  onOpen,
}: ResultGridInput): ResultGrid {
  const { rows } = session;
  const [arrangement] = useState(() => createArrangement(session, windowTurns));
  const [find] = useState(() => createFind(session, arrangement, windowTurns));
  const { sort, order } = useStore(arrangement.store);
  const needle = useStore(find.store, ({ text }) => text.toLowerCase());
  const readBack = useSyncExternalStore(rows.subscribe, rows.version);
  const handle = useRef<EntityGridHandle>(null);
  const { shown } = columns;

  const [selected, setSelected] = useState<{ readonly run: number; readonly selection: Selection }>();
  // A selection belongs to the run it was made in; rows of another query are other rows, of which the first is shown.
  const firstCell = state.rowCount > 0 ? atFirstCell : undefined;
  const selection = selected?.run === state.run ? selected.selection : firstCell;
  const onSelect = useCallback(
    (next: Selection) => setSelected({ run: session.store.getState().run, selection: next }),
    [session],
  );
  const go = useCallback(
    (cell: Cell) => {
      onSelect(selectionAt(cell));
      handle.current?.reveal(cell);
    },
    [onSelect],
  );

  useEffect(() => {
    // Matches name columns by their places: other columns are another search.
    const { text } = find.store.getState();
    if (text !== '') find.search(text, shown);
  }, [find, shown]);

  // Made anew when rows came back or their order changed, so that what is drawn from them is drawn again.
  const rowAt = useMemo(() => {
    const at = order ?? undefined;
    return (place: number): Entity | undefined => (readBack < 0 ? undefined : rows.at(at?.[place] ?? place));
  }, [order, readBack, rows]);

  const activeRow = selection?.active.row;
  const onShow = useCallback(
    (firstRow: number, lastRow: number) => {
      const wanted = Array.from({ length: lastRow - firstRow + 1 }, (_, at) => order?.[firstRow + at] ?? firstRow + at);
      if (activeRow !== undefined) wanted.push(order?.[activeRow] ?? activeRow);
      rows.want(wanted);
    },
    [activeRow, order, rows],
  );
  const onWant = useCallback((rowCount: number) => session.want(rowCount), [session]);

  const copy = (form: CopyForm): void => {
    if (selection === undefined) return;
    const source = { columns: shown, row: (place: number) => rows.read(arrangement.loadedIndex(place)) };
    copiedText(form, selection, source)
      .then(async (copied) => {
        await call('clipboard.write', { text: copied.text });
        showToast({ tone: 'good', title: `Copied ${copiedWords(copied.rows, copied.columns)}` });
      })
      .catch((thrown: unknown) => {
        const text = thrown instanceof RangeError ? thrown.message : StowageError.from(thrown).message;
        showToast({ tone: 'bad', title: 'Could not copy', text });
      });
  };

  const { resize, move, pin, hidden, setHidden, fit } = columns;
  const columnActions = useMemo(
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
  const conditions = (column: GridColumn, value: EdmValue): readonly CellCondition[] => {
    const delimiter = column.source === 'partition-key' ? delimiters.partitionKey : delimiters.rowKey;
    return cellConditions(column, value, delimiter ?? undefined);
  };
  const sortedWords = order === undefined ? '' : sortWords(order.length, state.rowCount);

  return {
    props: {
      rowAt,
      columns: shown,
      display: columns.choice.display,
      sort,
      sortedWords,
      needle,
      selection,
      onSelect,
      onOpen,
      columnActions,
      cellActions: { copy, conditions, addCondition: onAddCondition },
      onWant,
      onShow,
      handle,
    },
    handle,
    arrangement,
    find,
    sortedWords,
    activeEntity: activeRow === undefined ? undefined : rowAt(activeRow),
    selection,
    selectedRows: selection === undefined ? 0 : selectedRowCount(selection),
    go,
  };
}

function sortWords(sorted: number, loaded: number): string {
  const rows = loaded === 1 ? 'row' : 'rows';
  return sorted === loaded
    ? `${formatCount(loaded)} loaded ${rows} only`
    : `the first ${formatCount(sorted)} of ${formatCount(loaded)} loaded ${rows} only`;
}

function copiedWords(rows: number, columns: number): string {
  if (rows === 1 && columns === 1) return 'one cell';
  const of = columns === 1 ? 'one column' : `${formatCount(columns)} columns`;
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} of ${of}`;
}
