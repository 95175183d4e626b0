// The reading of a tab's whole time window: begun unasked where a window with both ends was asked for, let go with its run.
import type { TableQuery } from '@shared/query/filter';
import { useEffect, useMemo, useState } from 'react';
import { bridgePort } from '../session/bridge-port';
import type { SessionState } from '../session/session-state';
import { windowTurns } from '../session/turns';
import { type WindowReadingState, createWindowReading, nothingRead } from './window-reading';
import { windowOfCondition } from './window-draft';

export interface WholeWindow extends WindowReadingState {
  readonly start: () => void;
  readonly stop: () => void;
}

const nowMs = (): number => performance.now();

export function useWindowReading(
  connectionId: string,
  { run, query, status }: Pick<SessionState, 'run' | 'query' | 'status'>,
): WholeWindow {
  const [known, setKnown] = useState<{ readonly of: object | null; readonly state: WindowReadingState }>(() => ({
    of: null,
    state: nothingRead(),
  }));
  const reading = useMemo(() => {
    if (query === undefined) return null;
    const of = { run };
    const { start, stop, dispose } = createWindowReading({
      ...{ connectionId, query, port: bridgePort, turns: windowTurns, now: nowMs },
      onState: (state) => setKnown({ of, state }),
    });
    let isBegun = false;
    const begin = (): void => {
      if (!isBegun) start();
      isBegun = true;
    };
    return { of, begin, start, stop, dispose };
  }, [connectionId, query, run]);
  useEffect(() => () => reading?.dispose(), [reading]);

  const isAsked = status === 'waiting' && hasBothEnds(query);
  useEffect(() => {
    // Once: more pages of the rows are no reason to go on with what a person stopped.
    if (isAsked) reading?.begin();
  }, [isAsked, reading]);

  const state = known.of !== null && known.of === reading?.of ? known.state : nothingRead();
  return {
    ...state,
    start: () => reading?.start(),
    stop: () => reading?.stop(),
  };
}

function hasBothEnds(query: TableQuery | undefined): boolean {
  return query !== undefined && windowOfCondition(query.partitionKey, 'utc') !== null;
}
