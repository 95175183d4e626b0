// What a query in the window has come to: its standing, its pages, and what was learnt of its rows.
import type { StowageError } from '@shared/errors';
import type { ReadColumns } from '@shared/model/edit';
import type { PageStats, ScanState } from '@shared/model/query-page';
import type { TableQuery } from '@shared/query/filter';
import type { ColumnSummary, KeyCharacters } from './column-summary';

export type SessionStatus =
  /** Nothing was run yet. */
  | 'idle'
  /** A page is on its way. */
  | 'fetching'
  /** The engine went away; the query goes on from the last token when it is back. */
  | 'reconnecting'
  /** More is to come and nobody wants it yet. */
  | 'waiting'
  /** A person stopped it; more is to come. */
  | 'stopped'
  /** The token is exhausted. */
  | 'complete'
  | 'failed';

export interface SessionState {
  readonly status: SessionStatus;
  readonly goal: 'on-demand' | 'to-end';
  /** Counts runs; a grid starts over when it changes. */
  readonly run: number;
  readonly query: TableQuery | undefined;
  readonly rowCount: number;
  readonly pages: readonly PageStats[];
  /** The token that each page was asked for from; null for the start of the query. */
  readonly startTokens: readonly (string | null)[];
  readonly emptyPages: number;
  readonly bytes: number;
  /** How a parallel reading stood after its last page; undefined for any other. */
  readonly scan?: ScanState | undefined;
  readonly columns: readonly ColumnSummary[];
  /** Whether the rows that taught the columns were read with all their properties. */
  readonly columnsRead: ReadColumns;
  readonly keyCharacters: KeyCharacters;
  readonly error: StowageError | undefined;
}

export const emptyState: SessionState = {
  status: 'idle',
  goal: 'on-demand',
  run: 0,
  query: undefined,
  rowCount: 0,
  pages: [],
  startTokens: [],
  emptyPages: 0,
  bytes: 0,
  scan: undefined,
  columns: [],
  columnsRead: 'all',
  keyCharacters: { partitionKey: 0, rowKey: 0 },
  error: undefined,
};
