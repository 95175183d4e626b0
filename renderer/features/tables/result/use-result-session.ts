// The session of one tab, for as long as the tab exists.
import { useEngineState } from '@renderer/bridge';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { bridgePort, waitInWindow } from './bridge-port';
import { createDiskRows } from './disk-rows';
import { type ResultSession, createResultSession } from './result-session';
import type { FailedRun, SessionState } from './run-state';

export interface LivingSession {
  readonly session: ResultSession;
  readonly state: SessionState;
}

export function useResultSession(): LivingSession {
  const [session] = useState(() => createResultSession(bridgePort, waitInWindow, createDiskRows()));
  const state = useStore(session.store);
  useEffect(() => () => session.dispose(), [session]);
  const engine = useEngineState();
  /** A refusal from before the engine went away, which has nothing to do with its absence. */
  const previousFailedRun = useRef<FailedRun>(undefined);
  /** The page from which a failed query was last resumed without being asked: its run, and the number of pages before. */
  const resumedAt = useRef('');
  useEffect(() => {
    if (engine !== 'running') return undefined;
    // Requests that failed because the engine or its store was away can work again.
    const { status, error, rejected: failedRun, run, pages } = session.store.getState();
    const page = `${run}/${pages.length}`;
    if (failedRun !== previousFailedRun.current && failedRun?.error.kind === 'network') session.retryFailedRun();
    else if (status === 'failed' && error?.kind === 'network' && resumedAt.current !== page) {
      // Only once from the same page: the page itself may be what ends the engine.
      resumedAt.current = page;
      session.resume();
    }
    return () => {
      previousFailedRun.current = session.store.getState().rejected;
    };
  }, [engine, session]);
  return { session, state };
}
