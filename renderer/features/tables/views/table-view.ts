// The ways to look at the result of a query.
import type { Entity } from '@shared/model/entity';
import type { TimeZone } from '@shared/query/ticks';
import type { SessionState } from '../session/query-session';

export type TableView = 'rows' | 'schema' | 'partitions' | 'chart' | 'counters' | 'figures';

/** What every view is given: the session's state, its rows and how the person reads times. */
export interface ViewInput {
  readonly connectionId: string;
  readonly table: string;
  readonly state: SessionState;
  /** The row at an index of the result; undefined when it is not loaded. */
  readonly rowAt: (index: number) => Entity | undefined;
  readonly zone: TimeZone;
  readonly onCopy: (text: string, what: string) => void;
}
