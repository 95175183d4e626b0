// Everything the grid of a table tab needs besides its rows: their order, the search, the selection, and the actions on
// columns and cells.
import { plural, t } from '@shared/strings/t';
import type { EdmValue } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ShownRow, StagedRows } from '../staging/staged-rows';
import type { KeyDelimiters } from '../query/seen-keys';
import type { ResultSession } from '../result/result-session';
import type { SessionState } from '../result/run-state';
import { createFrameYielder } from '../result/row-walk';
import { type Arrangement, createArrangement } from './arrangement';
import { type CellCondition, cellConditions } from './cell-conditions';
import type { CopyForm } from './copy-rows';
import { copyCells } from './copy-cells';
import type { EntityGridHandle, EntityGridProps } from './entity-grid';
import { type Find, createFind } from './find';
import type { GridColumn } from '../result/grid-column';
import { type Selection, selectedRowCount } from './selection';
import { type CellJumps, useCellJumps } from './use-cell-jumps';
import { useColumnActions } from './use-column-actions';
import type { Columns } from '../result/columns';
import { type PlacedRows, useRowIndexes } from './use-row-indexes';
import { useRunSelection } from './use-run-selection';

export interface ResultGridInput {
  readonly session: ResultSession;
  readonly state: SessionState;
  readonly columns: Columns;
  readonly delimiters: KeyDelimiters;
  readonly onAddCondition: (condition: CellCondition) => void;
  readonly onOpen: () => void;
  /** How staged edits change what the rows show. */
  readonly staged: StagedRows;
}

export interface ResultGrid extends CellJumps, Pick<PlacedRows, 'places' | 'shownAt' | 'readShown' | 'findIndex'> {
  readonly props: Omit<
    EntityGridProps,
    | 'label'
    | 'rowCount'
    | 'extent'
    | 'tail'
    | 'editActions'
    | 'disabledReasons'
    | 'onRejected'
    | 'editor'
    | 'onScrolled'
  >;
  readonly handle: RefObject<EntityGridHandle | null>;
  readonly arrangement: Arrangement;
  readonly find: Find;
  readonly sortedText: string;
  /** Counts runs of the query: with another one, places are other rows'. */
  readonly currentRun: () => number;
  /** The row under the keyboard; undefined without one, and while it is read from disk. */
  readonly activeRow: ShownRow | undefined;
  readonly selection: Selection | undefined;
  readonly selectedRows: number;
}

export function useResultGrid({
  session,
  state,
  columns,
  delimiters,
  onAddCondition,
  onOpen,
  staged,
}: ResultGridInput): ResultGrid {
  const { rows } = session;
  const [arrangement] = useState(() => createArrangement(session, createFrameYielder));
  const [resultFind] = useState(() => createFind(session, arrangement, createFrameYielder));
  const leadRows = staged.lead.length;
  const find = useMemo(() => withLead(resultFind, leadRows), [resultFind, leadRows]);
  const { sort, order } = useStore(arrangement.store);
  const needle = useStore(find.store, ({ text }) => text.toLowerCase());
  const placed = useRowIndexes({ rows, staged, arrangement, order });
  const { shownAt, rowAt, markAt, findIndex } = placed;
  const handle = useRef<EntityGridHandle>(null);
  const { shown } = columns;

  const { run, rowCount } = state;
  const { selection, onSelect, selectUnder } = useRunSelection({ session, arrangement, run, rowCount, leadRows });
  const jumps = useCellJumps({ handle, staged, columns: shown, onSelect, selectUnder, findIndex });

  useEffect(() => resultFind.among(shown), [resultFind, shown]);

  const activeIndex = selection?.active.row;
  const onShow = useCallback(
    (firstRow: number, lastRow: number) => {
      const indexes = Array.from({ length: lastRow - firstRow + 1 }, (_, at) => firstRow + at);
      if (activeIndex !== undefined) indexes.push(activeIndex);
      const loaded = indexes.filter((index) => index >= leadRows).map((index) => index - leadRows);
      rows.want(loaded.map((index) => order?.[index] ?? index));
    },
    [activeIndex, leadRows, order, rows],
  );
  const onWant = useCallback((rowCount: number) => session.want(rowCount - leadRows), [leadRows, session]);

  const copy = (form: CopyForm, copied: Selection): void => {
    // Read at once: more rows may come while the text is put together.
    const { rowCount: loaded, status } = session.store.getState();
    const source = { columns: shown, row: async (index: number) => (await placed.readShown(index))?.entity };
    const isPart = (rows: number): boolean => status !== 'complete' && rows > 1 && rows === loaded + leadRows;
    copyCells(form, copied, source, isPart);
  };

  const columnActions = useColumnActions(columns, arrangement, rowAt);
  const conditions = (column: GridColumn, value: EdmValue): readonly CellCondition[] => {
    const delimiter = column.source === 'partition-key' ? delimiters.partitionKey : delimiters.rowKey;
    return cellConditions(column, value, delimiter ?? undefined);
  };
  const sortedText = order === undefined ? '' : sortText(order.length, state.rowCount);

  return {
    props: {
      rowAt,
      markAt,
      leadRows,
      columns: shown,
      display: columns.choice.display,
      sort,
      sortedText,
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
    sortedText,
    shownAt,
    readShown: placed.readShown,
    currentRun: () => session.store.getState().run,
    places: placed.places,
    activeRow: activeIndex === undefined ? undefined : shownAt(activeIndex),
    selection,
    selectedRows: selection === undefined ? 0 : selectedRowCount(selection),
    ...jumps,
    findIndex,
  };
}

/** Find knows the rows of the result only; those above push them down. */
function withLead(find: Find, leadRows: number): Find {
  return {
    ...find,
    step(direction, from) {
      const cell = find.step(direction, from === undefined ? undefined : { ...from, row: from.row - leadRows });
      return cell === undefined ? undefined : { ...cell, row: cell.row + leadRows };
    },
  };
}

function sortText(sorted: number, loaded: number): string {
  const all = formatCount(loaded);
  return sorted === loaded
    ? plural(loaded)`${all} loaded row only | ${all} loaded rows only`
    : t`the first ${formatCount(sorted)} of ${all} loaded rows only`;
}
