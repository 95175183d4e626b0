// The ways to look at the result of a query.
import type { TimeZone } from '@shared/query/ticks';
import type { SessionState } from './run-state';
import type { RowList } from './row-list';

export const tableViews = ['rows', 'schema', 'partitions', 'chart', 'counters', 'figures'] as const;
export type TableView = (typeof tableViews)[number];

/** What every view is given: the session's state, its rows and how the person reads times. */
export interface ViewInput {
  readonly connectionId: string;
  readonly table: string;
  readonly state: SessionState;
  /** The loaded rows, to be walked over; some of them may wait on disk. */
  readonly rows: RowList;
  readonly zone: TimeZone;
}
