// The session of one tab, for as long as the tab exists.
import { useEngineState } from '@renderer/bridge';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { bridgePort, waitInWindow } from './bridge-port';
import { createDiskRows } from './disk-rows';
import { type ResultSession, createResultSession } from './result-session';
import type { RefusedRun, SessionState } from './session-state';

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
  const refusedBefore = useRef<RefusedRun>(undefined);
  /** The number of pages when a failed query was last resumed without being asked. */
  const resumedAt = useRef(-1);
  useEffect(() => {
    if (engine !== 'running') return undefined;
    // Requests that failed because the engine or its store was away can work again.
    const { status, error, refused, pages } = session.store.getState();
    if (refused !== refusedBefore.current && refused?.error.kind === 'network') session.runRefused();
    else if (status === 'failed' && error?.kind === 'network' && pages.length !== resumedAt.current) {
      // Only once from the same page: the page itself may be what ends the engine.
      resumedAt.current = pages.length;
      session.resume();
    }
    return () => {
      refusedBefore.current = session.store.getState().refused;
    };
  }, [engine, session]);
  return { session, state };
}
