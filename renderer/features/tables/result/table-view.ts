// The ways to view the result of a query: the chosen ones, and the active one.
import type { TimeZone } from '@shared/query/ticks';
import type { TimeKeys } from '@shared/query/wad-window';
import type { SessionState } from './run-state';
import type { RowList } from './row-list';
import { useState } from 'react';

export const tableViews = ['rows', 'schema', 'partitions', 'chart', 'counters', 'figures'] as const;
export type TableView = (typeof tableViews)[number];

/** Whether it draws the samples of counters. */
export const isOfCounters = (view: TableView): boolean => view === 'counters' || view === 'figures';

/** The props of every view: the session's state, its rows and how the user reads times. */
export interface ViewInput {
  readonly connectionId: string;
  readonly table: string;
  readonly state: SessionState;
  /** The loaded rows, to be walked over; some of them may wait on disk. */
  readonly rows: RowList;
  readonly zone: TimeZone;
}

export interface ViewChoice {
  /** It becomes active again once the rows allow it. */
  readonly chosen: TableView;
  readonly inFront: TableView;
  readonly choose: (view: TableView) => void;
  /** Whether the rows are samples of performance counters. */
  readonly hasCounters: boolean;
}

export interface ViewedRows extends Pick<SessionState, 'columns'> {
  /** Where its keys hold the time, as those of a diagnostics table; null in other tables. */
  readonly time: TimeKeys | null;
}

/** The view of counters is in front only where the rows are samples of them. */
export function useViewChoice(atStart: TableView, { time, columns }: ViewedRows): ViewChoice {
  const [chosen, choose] = useState(atStart);
  const has = (name: string): boolean => columns.some((column) => column.name === name);
  // Tables without a column for the counter's name have one column for each counter.
  const hasCounters =
    time === 'minutes'
      ? columns.length > 0
      : time === 'sharded-ticks'
        ? columns.length > 0 && !has('Msg')
        : time !== null && (has('CounterValue') || (has('CounterName') && has('Average')));
  return {
    chosen,
    inFront: isOfCounters(chosen) && !hasCounters ? 'rows' : chosen,
    choose,
    hasCounters,
  };
}
