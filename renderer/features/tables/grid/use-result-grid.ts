// Everything the grid of a table tab needs besides its rows: their order, the search, the selection and how it moves, and
// the actions on columns and cells.
import { plural, t } from '@shared/strings/t';
import type { EdmValue } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ShownRow, StagedRows } from '../staging/staged-rows';
import type { KeyDelimiters } from '../query/seen-keys';
import type { QueryRun } from '../result/query-run';
import type { SessionState } from '../result/run-state';
import { createFrameYielder } from '../result/row-walk';
import { type Arrangement, type ArrangementState, createArrangement } from './arrangement';
import { type CellCondition, cellConditions } from './cell-actions';
import { type CopyForm, copyCells } from './copy-rows';
import type { EntityGridHandle, EntityGridProps } from './entity-grid';
import { type Find, createFind } from './find';
import type { GridColumn } from '../result/grid-column';
import { type Cell, type Selection, movedDown, selectedRowCount, selectionAt } from './selection';
import { useColumnActions } from './column-actions';
import type { Columns } from '../result/columns';
import { type PlacedRows, useRowIndexes } from './use-row-indexes';

interface ResultGridInput {
  readonly session: QueryRun;
  readonly state: SessionState;
  readonly columns: Columns;
  readonly delimiters: KeyDelimiters;
  readonly onAddCondition: (condition: CellCondition) => void;
  readonly onOpen: () => void;
  /** How staged edits change what the rows show. */
  readonly staged: StagedRows;
}

export interface ResultGrid extends CellJumps, Pick<PlacedRows, 'rowIndexes' | 'shownAt' | 'readShown' | 'findIndex'> {
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
  /** Counts runs of the query: with another one, positions refer to other rows. */
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
    rowIndexes: placed.rowIndexes,
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

interface RunSelectionInput {
  readonly session: QueryRun;
  readonly arrangement: Arrangement;
  /** The run whose rows are shown. */
  readonly run: number;
  readonly rowCount: number;
  /** Rows above those of the result. */
  readonly leadRows: number;
}

interface RunSelection {
  readonly selection: Selection | undefined;
  readonly onSelect: (next: Selection) => void;
  /** Selects positions as they will be once there are so many rows above those of the result. */
  readonly selectUnder: (leadRows: number, next: Selection) => void;
}

/** A selection, and the row from which its positions count. */
interface OwnSelection {
  readonly run: number;
  readonly leadRows: number;
  readonly order: ArrangementState['order'];
  readonly selection: Selection;
}

const atFirstCell = selectionAt({ row: 0, column: 0 });

export function useRunSelection(input: RunSelectionInput): RunSelection {
  const { session, arrangement, run, rowCount, leadRows } = input;
  const order = useStore(arrangement.store, (state) => state.order);
  const [selected, setSelected] = useState<OwnSelection>();
  // A selection belongs to the run it was made in; rows of another query are other rows, of which the first is shown.
  const firstCell = rowCount + leadRows > 0 ? atFirstCell : undefined;
  const before = selected?.run === run ? selected : undefined;
  const own = before === undefined || before.order === order ? before : reordered(before, arrangement);
  if (own !== before) setSelected(own);
  const selection = useMemo(
    () => (own === undefined ? firstCell : movedDown(own.selection, leadRows - own.leadRows)),
    [firstCell, leadRows, own],
  );
  const selectUnder = useCallback(
    (above: number, next: Selection) =>
      setSelected({
        run: session.store.getState().run,
        leadRows: above,
        order: arrangement.store.getState().order,
        selection: next,
      }),
    [arrangement, session],
  );
  const onSelect = useCallback((next: Selection) => selectUnder(leadRows, next), [leadRows, selectUnder]);
  return { selection, onSelect, selectUnder };
}

/** Other rows have come between those selected: only the one that the keyboard is in is still meant. */
function reordered({ order: before, ...own }: OwnSelection, { store, positionOf }: Arrangement): OwnSelection {
  const { active, span } = own.selection;
  const index = active.row - own.leadRows;
  const row = index < 0 ? active.row : own.leadRows + positionOf(before?.[index] ?? index);
  return { ...own, order: store.getState().order, selection: { ...selectionAt({ ...active, row }), span } };
}

interface CellJumps {
  readonly go: (cell: Cell) => void;
  /** Selects the row that an insert has just put on top. */
  readonly goToInserted: () => void;
  /**
   * Selects the cell of a loaded row, given by the id of its staged edit; in its first column if none has this name.
   * Returns whether there is such a row.
   */
  readonly goToRow: (editId: string, columnName: string) => Promise<'there' | 'nowhere'>;
}

interface CellJumpsInput extends Pick<RunSelection, 'onSelect' | 'selectUnder'>, Pick<PlacedRows, 'findIndex'> {
  readonly handle: RefObject<EntityGridHandle | null>;
  readonly staged: StagedRows;
  /** As they are shown. */
  readonly columns: readonly GridColumn[];
}

function useCellJumps(input: CellJumpsInput): CellJumps {
  const { handle, staged, columns, onSelect, selectUnder, findIndex } = input;
  const go = useCallback(
    (cell: Cell) => {
      onSelect(selectionAt(cell));
      handle.current?.reveal(cell);
    },
    [handle, onSelect],
  );
  const orFirst = (column: number): number => Math.max(0, column);
  return {
    go,
    goToInserted: () => {
      const cell = { row: 0, column: orFirst(columns.findIndex(({ source }) => source === 'row-key')) };
      selectUnder(staged.lead.length + 1, selectionAt(cell));
      handle.current?.reveal(cell);
    },
    goToRow: async (editId, columnName) => {
      const lead = staged.lead.findIndex(({ edit }) => edit?.id === editId);
      const row = lead < 0 ? await findIndex(editId) : lead;
      if (row === undefined) return 'nowhere';
      go({ row, column: orFirst(columns.findIndex(({ name }) => name === columnName)) });
      handle.current?.focus();
      return 'there';
    },
  };
}
