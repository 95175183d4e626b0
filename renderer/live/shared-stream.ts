// One subscription for the whole window, however many views follow it: starts with the first, ends with the last,
// and starts again when a failed engine is back. What it accumulates stays for the next view.
import { useEffect } from 'react';
import { type StoreApi, createStore, useStore } from 'zustand';
import { StowageError } from '@shared/errors';
import type { StreamEvent, StreamInput, StreamName } from '@shared/ipc/contract';
import { engineState, onEngineState, subscribe } from '@renderer/bridge';

export interface StreamStatus {
  /** `waiting`: no event yet. */
  readonly status: 'waiting' | 'live' | 'failed';
  readonly error: StowageError | null;
}

export interface SharedStream<S> {
  readonly store: StoreApi<S & StreamStatus>;
  /** Follows the stream until the returned function is called; counted. */
  retain(): () => void;
}

export interface SharedStreamParts<N extends StreamName, S> {
  readonly name: N;
  readonly input: StreamInput<N>;
  readonly initial: S;
  readonly reduce: (state: S, event: StreamEvent<N>) => S;
}

export function sharedStream<N extends StreamName, S extends object>({
  name,
  input,
  initial,
  reduce,
}: SharedStreamParts<N, S>): SharedStream<S> {
  const store = createStore<S & StreamStatus>(() => ({ ...initial, status: 'waiting', error: null }));
  let followers = 0;
  let running: AbortController | null = null;

  const follow = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await subscribe(
          name,
          input,
          (event) =>
            store.setState((state) => ({ ...state, ...reduce(state, event), status: 'live', error: null }), true),
          { signal },
        );
        return;
      } catch (thrown) {
        if (signal.aborted) return;
        const error = StowageError.from(thrown);
        store.setState((state) => ({ ...state, status: 'failed', error }), true);
        if (error.kind === 'bug') return;
        await engineIsBack(signal);
      }
    }
  };

  return {
    store,
    retain() {
      followers += 1;
      if (!running) {
        running = new AbortController();
        void follow(running.signal);
      }
      let released = false;
      return () => {
        if (released) return;
        released = true;
        followers -= 1;
        if (followers > 0) return;
        running?.abort();
        running = null;
      };
    },
  };
}

/** Follows the stream while the component is mounted and reads from the accumulated state. */
export function useSharedStream<S, T>(shared: SharedStream<S>, select: (state: S & StreamStatus) => T): T {
  useEffect(() => shared.retain(), [shared]);
  return useStore(shared.store, select);
}

function engineIsBack(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = onEngineState(() => {
      if (engineState() === 'running') finish();
    });
    const finish = (): void => {
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    signal.addEventListener('abort', finish, { once: true });
  });
}
