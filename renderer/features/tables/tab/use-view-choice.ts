// Which view of a result was chosen, and which is in front: that of counters only where the rows are samples of them.
import { useState } from 'react';
import type { SeenKeys } from '../query/seen-keys';
import type { SessionState } from '../result/run-state';
import type { TableView } from '../result/table-view';

export interface ViewChoice {
  /** It comes back once the rows are such that it can be shown. */
  readonly chosen: TableView;
  readonly inFront: TableView;
  readonly choose: (view: TableView) => void;
  /** Whether the rows are samples of performance counters. */
  readonly hasCounters: 'yes' | 'no';
}

export interface ViewedRows extends Pick<SessionState, 'columns'> {
  /** What the keys say the table is. */
  readonly kind: SeenKeys['kind'];
}

export function useViewChoice(atStart: TableView, { kind, columns }: ViewedRows): ViewChoice {
  const [chosen, choose] = useState(atStart);
  const hasCounters = kind === 'diagnostics' && columns.some(({ name }) => name === 'CounterValue');
  const needsCounters = chosen === 'counters' || chosen === 'figures';
  return {
    chosen,
    inFront: needsCounters && !hasCounters ? 'rows' : chosen,
    choose,
    hasCounters: hasCounters ? 'yes' : 'no',
  };
}
