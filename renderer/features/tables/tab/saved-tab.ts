// What a table's tab restores after a restart: the query in its bar, whether it was run, the view, the selection and the
// scroll position. Saves it while the tab is open, and selects its cell again once the rows are loaded.
import { edmType } from '@shared/model/entity';
import { comparisonOperator, maxParallelRanges } from '@shared/model/table-query';
import { groupMatches } from '@shared/query/to-builder';
import { savedTabs } from './saved-tabs';
import { z } from 'zod';
import type { QueryDraft } from '../query/query-draft';
import { type SavedBoard, boardToSave, savedBoard } from '../insights/counter-board';
import { type TableView, tableViews } from '../result/table-view';
import { type Cell, type Selection, type SelectionRange, rangesOf } from '../grid/selection';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ResultGrid } from '../grid/use-result-grid';
import { rowId } from '@shared/rows/packed-rows';
import type { QueryRun } from '../result/query-run';
import type { SessionState } from '../result/run-state';
import { type GridScroll, useScrollBack } from '../grid/use-grid-scroll';

const keyDraft = z.object({
  operator: z.enum(['any', 'is', 'one-of', 'starts-with', 'range', 'after', 'before']),
  text: z.string(),
  delimiter: z.string().exactOptional(),
  values: z.array(z.string()),
  pending: z.string(),
  from: z.string(),
  to: z.string(),
  fromBound: z.enum(['inclusive', 'exclusive']),
  toBound: z.enum(['inclusive', 'exclusive']),
});
const propertyDraft = z.object({
  id: z.string(),
  name: z.string(),
  operator: z.union([comparisonOperator, z.enum(['starts-with', 'range'])]),
  type: edmType,
  text: z.string(),
  to: z.string().exactOptional(),
  spelling: z.enum(['hex', 'base64']).exactOptional(),
});
const queryDraft: z.ZodType<QueryDraft> = z.object({
  mode: z.enum(['conditions', 'text']),
  partitionKey: keyDraft,
  rowKey: keyDraft,
  properties: z.array(propertyDraft),
  groups: z.array(z.object({ id: z.string(), match: z.enum(groupMatches), conditions: z.array(propertyDraft) })),
  filterText: z.string(),
  reading: z.enum(['whole', 'ranges', 'parallel']),
  concurrency: z.int().min(1).max(maxParallelRanges).exactOptional(),
  limit: z.int().positive().exactOptional(),
  pageSize: z.int().min(1).max(1000).exactOptional(),
  select: z.array(z.string()).exactOptional(),
});

/** The cell under the keyboard: the row by its id, and where it was, so that it is looked for no further than that. */
const savedCell = z.object({ rowId: z.string(), place: z.int().nonnegative(), column: z.string() });

/** Counted from the row under the keyboard, which may stand elsewhere by then. */
const savedScroll = z.object({ rows: z.number(), leftPx: z.number() });

const row = z.int();
export const savedSelection = z.object({
  anchor: z.object({ row, column: z.string() }),
  span: z.enum(['cells', 'rows']),
  /** Columns are null for whole rows. */
  others: z.array(
    z.object({
      top: row,
      bottom: row,
      columns: z.object({ left: z.string(), right: z.string() }).nullable(),
      of: z.literal('everything').optional(),
    }),
  ),
});
type SavedSelection = z.infer<typeof savedSelection>;

const savedTab = z.object({
  draft: queryDraft,
  cell: savedCell.nullable(),
  /** Left out where a cell is all that is selected. */
  selection: savedSelection.exactOptional(),
  scroll: savedScroll.exactOptional(),
  view: z.enum(tableViews).exactOptional(),
  /** Of the counters of a diagnostics table, where a user arranged them. */
  board: savedBoard.exactOptional(),
});
export type SavedTab = z.infer<typeof savedTab>;

/** Undefined for a tab that was not open; also if its saved state is no longer valid. */
export function readSavedTab(connectionId: string, table: string): SavedTab | undefined {
  const text = savedTabs.text(connectionId, table);
  if (text === null) return undefined;
  try {
    return savedTab.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function writeSavedTab(connectionId: string, table: string, saved: SavedTab): void {
  savedTabs.put(connectionId, table, JSON.stringify(saved));
}

/** More would be a whole day's clicking. */
const maxOthers = 100;

interface Named {
  readonly name: string;
}

export function selectionToSave(selection: Selection, columns: readonly Named[]): SavedSelection {
  const { active, anchor, span, others } = selection;
  const nameOf = (column: number): string => columns[column]?.name ?? '';
  return {
    anchor: { row: anchor.row - active.row, column: nameOf(anchor.column) },
    span,
    others: others.slice(-maxOthers).map(({ top, bottom, left, right, of }) => ({
      ...(of === undefined ? {} : { of }),
      top: top - active.row,
      bottom: bottom - active.row,
      columns: right >= columns.length ? null : { left: nameOf(left), right: nameOf(right) },
    })),
  };
}

/** How many rows below the one under the keyboard belong to it. */
export function rowsBelow({ anchor, others }: SavedSelection): number {
  return Math.max(0, anchor.row, ...others.map(({ bottom }) => bottom));
}

/** Restores the selection for rows that are loaded and columns that are shown. */
export function restoreSelection(
  saved: SavedSelection,
  active: Cell,
  columns: readonly Named[],
  rowCount: number,
): Selection {
  const positionOf = (name: string): number => columns.findIndex((each) => each.name === name);
  const rowAt = (offset: number): number => Math.max(0, Math.min(rowCount - 1, active.row + offset));
  const anchorColumn = positionOf(saved.anchor.column);
  const others = saved.others.flatMap((range): readonly SelectionRange[] => {
    const [top, bottom] = [rowAt(range.top), rowAt(range.bottom)];
    if (range.columns === null) {
      const all = range.of === undefined ? {} : { of: range.of };
      return [{ top, bottom, left: 0, right: Number.MAX_SAFE_INTEGER, ...all }];
    }
    const ends = [positionOf(range.columns.left), positionOf(range.columns.right)];
    return ends.includes(-1) ? [] : [{ top, bottom, left: Math.min(...ends), right: Math.max(...ends) }];
  });
  const anchor = { row: rowAt(saved.anchor.row), column: anchorColumn < 0 ? active.column : anchorColumn };
  return { anchor, active, span: saved.span, others };
}

/** Whether more than one cell is selected. */
function isMoreThanACell(selection: Selection): boolean {
  return (
    selection.span === 'rows' ||
    rangesOf(selection).some(({ top, bottom, left, right }) => top < bottom || left < right) ||
    selection.others.length > 0
  );
}

/** A killed process loses at most the input of this period, and writes that the browser still buffers. */
const settleMs = 250;
/** Maximum rows to read to find the cell again, so that a long scan is not repeated without being requested. */
const maxScrollIndex = 5_000;

/** The saved state of the tab; undefined for a new one. */
export function useSavedTab(connectionId: string, table: string): SavedTab | undefined {
  const [saved] = useState(() => readSavedTab(connectionId, table));
  return saved;
}

interface KeepTabInput {
  readonly connectionId: string;
  readonly table: string;
  readonly atStart: SavedTab | undefined;
  readonly draft: QueryDraft;
  readonly view: TableView;
  readonly board: SavedBoard;
  readonly session: QueryRun;
  readonly state: SessionState;
  readonly grid: Pick<ResultGrid, 'activeRow' | 'selection' | 'props' | 'findIndex' | 'go' | 'handle'>;
}

export interface TabKeeping {
  /** Given to the grid, whose scroll position is saved too. */
  readonly onScrolled: (scroll: GridScroll) => void;
}

export function useKeepTab(input: KeepTabInput): TabKeeping {
  const { connectionId, table, atStart, draft, view, board, session, state, grid } = input;
  /** How the tab was left, until its rows are there again. */
  const wanted = useRef(atStart?.cell ? atStart : null);
  const [scrolled, setScrolled] = useState<GridScroll | null>(null);
  const settling = useRef(0);
  const { columns, sort } = grid.props;

  const keep = useEffectEvent(() => {
    const { cell, selection, scroll } = wanted.current ?? currentPosition(grid, scrolled);
    const arranged = boardToSave(board);
    writeSavedTab(connectionId, table, {
      draft,
      cell,
      view,
      ...(arranged === undefined ? {} : { board: arranged }),
      ...(selection === undefined ? {} : { selection }),
      ...(scroll === undefined ? {} : { scroll }),
    });
  });
  useEffect(() => {
    const soon = window.setTimeout(() => keep(), settleMs);
    return () => window.clearTimeout(soon);
  }, [draft, view, board.beside, board.thresholds, scrolled, sort, grid.selection, grid.activeRow]);
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
      // Saved, and drawn, once scrolling has ended.
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
