// The reading of a tab's whole time window: begun unasked where a window with both ends was asked for and its counters are
// looked at; kept while another view is in front, let go with its run.
import type { TableQuery } from '@shared/model/table-query';
import { useEffect, useMemo, useState } from 'react';
import { bridgeCalls } from '../result/query-run';
import type { SessionState } from '../result/run-state';
import { createFrameYielder } from '../result/row-walk';
import { type WindowReadingState, createWindowReading, nothingRead } from './window-reading';
import { rangeOfCondition } from '../query/window-draft';

export interface WholeWindow extends WindowReadingState {
  readonly start: () => void;
  readonly stop: () => void;
}

const nothing = nothingRead();
const nowMs = (): number => performance.now();

export function useWindowReading(
  connectionId: string,
  { run, query, status }: Pick<SessionState, 'run' | 'query' | 'status'>,
  counters: 'in-front' | 'behind',
): WholeWindow {
  const [known, setKnown] = useState<{ readonly of: object | null; readonly state: WindowReadingState }>({
    of: null,
    state: nothing,
  });
  const reading = useMemo(() => {
    if (query === undefined) return null;
    const of = { run };
    const { start, stop, dispose } = createWindowReading({
      connectionId,
      query,
      port: bridgeCalls,
      turns: createFrameYielder,
      now: nowMs,
      onState: (state) => setKnown({ of, state }),
    });
    return { of, start, stop, dispose };
  }, [connectionId, query, run]);
  useEffect(() => () => reading?.dispose(), [reading]);

  const state = known.of !== null && known.of === reading?.of ? known.state : nothing;
  // Once: more pages of the rows are no reason to go on with what a person stopped.
  const isRequested = counters === 'in-front' && status === 'waiting' && state.status === 'none' && hasBothEnds(query);
  useEffect(() => {
    if (isRequested) reading?.start();
  }, [isRequested, reading]);

  return {
    ...state,
    start: () => reading?.start(),
    stop: () => reading?.stop(),
  };
}

function hasBothEnds(query: TableQuery | undefined): boolean {
  return query !== undefined && rangeOfCondition(query.partitionKey) !== null;
}
