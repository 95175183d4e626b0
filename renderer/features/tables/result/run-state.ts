// The presentation of a running query, as a value: its status, its pages and figures, the sentence under the last row,
// and how other state follows the rows of a run.
import type { StowageError } from '@shared/errors';
import type { ReadColumns } from '@shared/model/edit';
import type { PageStats, ScanState } from '@shared/model/query-page';
import { isIndexRow } from '@shared/indexes/index-rows';
import type { PackedPage } from '@shared/rows/packed-page';
import type { PackedRows } from '@shared/rows/packed-rows';
import { textAt } from '@shared/rows/text-vector';
import type { TableQuery } from '@shared/model/table-query';
import {
  type ColumnSummary,
  type KeyCharacters,
  defaultKeyCharacters,
  learnColumns,
  withKnownWidths,
} from './grid-column';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { StoreApi } from 'zustand/vanilla';

export type SessionStatus =
  /** Nothing was run yet. */
  | 'idle'
  /** A page is on its way. */
  | 'fetching'
  /** The engine went away; the query continues from the last token when it is back. */
  | 'reconnecting'
  /** More is to come and is not wanted yet. */
  | 'waiting'
  /** A user stopped it; more is to come. */
  | 'stopped'
  /** The token is exhausted. */
  | 'complete'
  | 'failed';

/** A run that failed, or was stopped, before its first page. */
export interface FailedRun {
  /** See `SessionState.firstTry`. */
  readonly firstTry: number;
  readonly connectionId: string;
  readonly query: TableQuery;
  /** The token it was to begin at; undefined for the start of the query. */
  readonly fromToken: string | undefined;
  readonly error: StowageError;
}

export interface SessionState {
  readonly status: SessionStatus;
  readonly goal: 'on-demand' | 'to-end';
  /** Counts runs; a grid starts over when it changes. */
  readonly run: number;
  /** The run that this one retries; itself for any other run. */
  readonly firstTry: number;
  readonly query: TableQuery | undefined;
  readonly rowCount: number;
  readonly pages: readonly PageStats[];
  /** The token that each page was requested from; null for the start of the query. */
  readonly startTokens: readonly (string | null)[];
  readonly emptyPages: number;
  /** Rows that belong to indexes of the table. */
  readonly indexRows: number;
  readonly bytes: number;
  /** The progress of a parallel scan after its last page; undefined for any other. */
  readonly scan?: ScanState | undefined;
  readonly columns: readonly ColumnSummary[];
  /** Whether the rows that taught the columns were read with all their properties. */
  readonly columnsRead: ReadColumns;
  readonly keyCharacters: KeyCharacters;
  readonly error: StowageError | undefined;
  /** The run that should have replaced this one but yielded nothing, so that these rows are still here. */
  readonly rejected: FailedRun | undefined;
}

/** The state of a run that was set aside for another: its pending request has been stopped. */
export function halted(state: SessionState): SessionState {
  const stays = state.status === 'complete' || state.status === 'waiting';
  return { ...state, status: stays ? state.status : 'stopped', error: undefined };
}

export const emptyState: SessionState = {
  status: 'idle',
  goal: 'on-demand',
  run: 0,
  firstTry: 0,
  query: undefined,
  rowCount: 0,
  pages: [],
  startTokens: [],
  emptyPages: 0,
  indexRows: 0,
  bytes: 0,
  scan: undefined,
  columns: [],
  columnsRead: 'all',
  keyCharacters: { partitionKey: 0, rowKey: 0 },
  error: undefined,
  rejected: undefined,
};

/**
 * The page's contribution to the state of its run.
 * @param startToken the token of the request; null for the start of the query
 */
export function withPage(state: SessionState, page: PackedPage, startToken: string | null): Partial<SessionState> {
  const { rowCount, columns, keyCharacters, query } = state;
  const { blocks } = page;
  const count = blocks.reduce((sum, block) => sum + block.count, 0);
  const firstRows = rowCount === 0 && count > 0;
  // A query for some columns reveals nothing about the others: they stay known and can be chosen again.
  const isWhole = query === undefined || query.select.length === 0;
  const startsOver = firstRows && isWhole;
  return {
    rowCount: rowCount + count,
    pages: [...state.pages, page.stats],
    startTokens: [...state.startTokens, startToken],
    emptyPages: state.emptyPages + (count === 0 ? 1 : 0),
    indexRows: state.indexRows + blocks.reduce((sum, block) => sum + indexRowsIn(block), 0),
    bytes: state.bytes + page.stats.bytes,
    scan: page.scan,
    columns: startsOver ? withKnownWidths(learnColumns([], blocks), columns) : learnColumns(columns, blocks),
    columnsRead: firstRows ? (isWhole ? 'all' : 'some') : state.columnsRead,
    keyCharacters:
      firstRows && keyCharacters === emptyState.keyCharacters ? defaultKeyCharacters(blocks) : keyCharacters,
    error: undefined,
    // The rows on screen have been continued in the meantime.
    rejected: undefined,
  };
}

function indexRowsIn({ count, partitionKeys, rowKeys }: PackedRows): number {
  let found = 0;
  for (let at = 0; at < count; at += 1) {
    if (isIndexRow({ partitionKey: textAt(partitionKeys, at), rowKey: textAt(rowKeys, at) })) found += 1;
  }
  return found;
}

/** Undefined while there are no rows: the view shows it in their place. */
export function tailText(state: SessionState): string | undefined {
  if (state.rowCount === 0) return undefined;
  switch (state.status) {
    case 'idle':
      return undefined;
    case 'fetching':
      return trailingEmptyPages(state) > 0
        ? scanningText(state)
        : t`Fetching page ${formatCount(state.pages.length + 1)}…`;
    case 'reconnecting':
      return t`Reconnecting. The query continues from its last token.`;
    case 'waiting':
      return t`More rows available: scroll, or press Read all.`;
    case 'stopped':
      return t`Stopped. More rows available.`;
    case 'complete':
      if (endedByLimit(state))
        return t`The row limit of ${counted(state.rowCount, 'row')} is reached. There may be more.`;
      return t`End of the result: ${counted(state.rowCount, 'row')}.`;
    case 'failed':
      return t`The next page failed. More rows available.`;
  }
}

type EndedParts = Pick<SessionState, 'status' | 'rowCount'> & Partial<Pick<SessionState, 'query'>>;

/** True where the row limit ended the result, not the service. */
export function endedByLimit({ status, query, rowCount }: EndedParts): boolean {
  return status === 'complete' && query?.limit !== undefined && rowCount >= query.limit;
}

/** The text for a scan without a match until now: `Still scanning: 12 empty pages so far.` */
export function scanningText(state: SessionState): string {
  const empty = state.rowCount === 0 ? state.emptyPages : trailingEmptyPages(state);
  return plural(
    empty,
  )`Scanning: ${formatCount(empty)} empty page ${state.rowCount === 0 ? t`so far` : t`in a row`}. | Scanning: ${formatCount(empty)} empty pages ${state.rowCount === 0 ? t`so far` : t`in a row`}.`;
}

function trailingEmptyPages({ pages }: SessionState): number {
  let count = 0;
  for (let index = pages.length - 1; index >= 0 && pages[index]?.rows === 0; index -= 1) count += 1;
  return count;
}

/**
 * State that belongs to the rows of a run: a new run resets it, and if that yields nothing and the previous rows return,
 * it returns with them. Returns how to stop.
 */
export function withRows<T>(
  { store }: { readonly store: StoreApi<SessionState> },
  { take, startOver, bringBack }: WithRows<T>,
): () => void {
  let aside: { readonly run: number; readonly taken: T } | undefined;
  return store.subscribe((state, before) => {
    if (state.run === before.run) {
      // From its first page on, the new run is the one that is shown.
      if (state.pages.length > before.pages.length) aside = undefined;
      return;
    }
    if (aside?.run === state.run) {
      bringBack(aside.taken);
      aside = undefined;
      return;
    }
    // A run without rows has nothing to restore; state that was set aside before it still may.
    if (before.rowCount > 0) aside = { run: before.run, taken: take() };
    startOver();
  });
}

interface WithRows<T> {
  /** The current state, with everything that `bringBack` needs. */
  readonly take: () => T;
  readonly startOver: () => void;
  readonly bringBack: (taken: T) => void;
}
