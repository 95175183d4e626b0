// Saves what a table's tab restores while it is open, and restores its active cell once rows are loaded again.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ResultGrid } from '../grid/use-result-grid';
import type { QueryDraft } from '../query/query-draft';
import { rowId } from '@shared/rows/packed-rows';
import type { ResultSession } from '../result/result-session';
import type { SessionState } from '../result/run-state';
import type { TableView } from '../result/table-view';
import type { GridScroll } from '../grid/use-grid-scroll';
import { useScrollBack } from '../grid/use-scroll-back';
import { isMoreThanACell, restoreSelection, rowsBelow, selectionToSave } from './saved-selection';
import { type SavedTab, readSavedTab, savedTabs, writeSavedTab } from './saved-tab';

/** A process that is killed loses no more than what was typed in this time, and what the browser holds wanted. */
const settleMs = 250;
/** Rows that are read to find the cell again, so that a query that was once read far is not read far unasked. */
const maxScrollIndex = 5_000;

/** What the tab was left with; undefined for one that is opened anew. */
export function useSavedTab(connectionId: string, table: string): SavedTab | undefined {
  const [saved] = useState(() => readSavedTab(connectionId, table));
  return saved;
}

export interface KeepTabInput {
  readonly connectionId: string;
  readonly table: string;
  readonly atStart: SavedTab | undefined;
  readonly draft: QueryDraft;
  readonly view: TableView;
  readonly session: ResultSession;
  readonly state: SessionState;
  readonly grid: Pick<ResultGrid, 'activeRow' | 'selection' | 'props' | 'findIndex' | 'go' | 'handle'>;
}

export interface TabKeeping {
  /** Given to the grid, whose scroll position is kept too. */
  readonly onScrolled: (scroll: GridScroll) => void;
}

export function useKeepTab(input: KeepTabInput): TabKeeping {
  const { connectionId, table, atStart, draft, view, session, state, grid } = input;
  /** How the tab was left, until its rows are there again. */
  const wanted = useRef(atStart?.cell ? atStart : null);
  const [scrolled, setScrolled] = useState<GridScroll | null>(null);
  const settling = useRef(0);
  const { columns, sort } = grid.props;

  const keep = useEffectEvent(() => {
    const { cell, selection, scroll } = wanted.current ?? currentPosition(grid, scrolled);
    writeSavedTab(connectionId, table, {
      draft,
      cell,
      view,
      ...(selection === undefined ? {} : { selection }),
      ...(scroll === undefined ? {} : { scroll }),
    });
  });
  useEffect(() => {
    const soon = window.setTimeout(() => keep(), settleMs);
    return () => window.clearTimeout(soon);
  }, [draft, view, scrolled, sort, grid.selection, grid.activeRow]);
  useEffect(() => {
    const leave = (): void => keep();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      // The tab is closed; a page that goes away takes nothing down.
      savedTabs.forget(connectionId, table);
    };
  }, [connectionId, table]);

  const bringBack = useEffectEvent(async (): Promise<void> => {
    const back = wanted.current;
    if (!back?.cell) return;
    const { rowId: id, place, column } = back.cell;
    const last = place + (back.selection === undefined ? 0 : rowsBelow(back.selection));
    const isUnderWay = state.status === 'waiting' || state.status === 'fetching';
    if (state.rowCount <= last && isUnderWay && last < maxScrollIndex) {
      session.want(last + 1);
      return;
    }
    wanted.current = null;
    const row = await grid.findIndex(id);
    if (row === undefined) return;
    const at = columns.findIndex(({ name }) => name === column);
    const cell = { row, column: Math.max(0, at) };
    grid.go(cell);
    if (back.selection !== undefined) {
      grid.props.onSelect(restoreSelection(back.selection, cell, columns, state.rowCount + grid.props.leadRows));
    }
    if (back.scroll === undefined) return;
    grid.handle.current?.scrollTo({ topRow: Math.max(0, row + back.scroll.rows), leftPx: back.scroll.leftPx });
  });
  useEffect(() => {
    if (state.rowCount > 0) void bringBack();
  }, [state.rowCount, state.status]);

  const followScroll = useScrollBack({ session, run: state.run, handle: grid.handle });
  const onScrolled = useCallback(
    (scroll: GridScroll) => {
      followScroll(scroll);
      // Kept, and drawn, once it stands still.
      window.clearTimeout(settling.current);
      settling.current = window.setTimeout(() => setScrolled(scroll), settleMs);
    },
    [followScroll],
  );
  useEffect(() => () => window.clearTimeout(settling.current), []);
  return { onScrolled };
}

/** Rows that were sorted stand in another order the next time: of them only the cell is found again. */
function currentPosition(
  { activeRow, selection, props: { columns, sort } }: Pick<ResultGrid, 'activeRow' | 'selection' | 'props'>,
  scrolled: GridScroll | null,
): Pick<SavedTab, 'cell' | 'selection' | 'scroll'> {
  if (activeRow === undefined || selection === undefined) return { cell: null };
  const place = selection.active.row;
  const column = columns[selection.active.column]?.name ?? '';
  const cell = { rowId: rowId(activeRow.entity), place, column };
  if (sort !== undefined) return { cell };
  return {
    cell,
    ...(isMoreThanACell(selection) ? { selection: selectionToSave(selection, columns) } : {}),
    ...(scrolled === null ? {} : { scroll: { rows: scrolled.topRow - place, leftPx: scrolled.leftPx } }),
  };
}
