// React's view of the bridge: a call as state, a stream as its latest event, the engine's state.
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { StowageError } from '@shared/errors';
import type { CallInput, CallName, CallOutput, StreamEvent, StreamInput, StreamName } from '@shared/ipc/contract';
import { call, engineState, onEngineState, subscribe } from './client';
import type { EngineState } from './engine-link';

export interface CallState<T> {
  /** The last answer for this input; retained while a reload runs. */
  readonly data: T | undefined;
  readonly error: StowageError | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface Settled<T> {
  readonly key: string;
  readonly run: number;
  readonly data: T | undefined;
  readonly error: StowageError | null;
}

/** Calls whenever the input's content changes; `null` calls nothing. The answer to an older input is dropped. */
export function useCall<N extends CallName>(name: N, input: CallInput<N> | null): CallState<CallOutput<N>> {
  const key = input === null ? '' : JSON.stringify([name, input]);
  const [run, setRun] = useState(0);
  const [settled, setSettled] = useState<Settled<CallOutput<N>> | null>(null);

  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    const [, parsed] = JSON.parse(key) as [N, CallInput<N>];
    call(name, parsed, { signal: controller.signal }).then(
      (data) => setSettled({ key, run, data, error: null }),
      (thrown: unknown) => {
        if (controller.signal.aborted) return;
        const error = StowageError.from(thrown);
        setSettled((before) => ({ key, run, data: before?.key === key ? before.data : undefined, error }));
      },
    );
    return () => controller.abort();
  }, [name, key, run]);

  const mine = settled?.key === key ? settled : null;
  return {
    data: mine?.data,
    error: mine?.run === run ? mine.error : null,
    isLoading: key !== '' && mine?.run !== run,
    reload: useCallback(() => setRun((count) => count + 1), []),
  };
}

export interface StreamState<E> {
  readonly latest: E | undefined;
  readonly error: StowageError | null;
}

/** The latest event of a stream; `null` follows nothing. */
export function useStream<N extends StreamName>(name: N, input: StreamInput<N> | null): StreamState<StreamEvent<N>> {
  const [latest, setLatest] = useState<StreamEvent<N>>();
  const [error, setError] = useState<StowageError | null>(null);
  useStreamEvents(name, input, setLatest, setError);
  return { latest, error };
}

/** Every event of a stream, for those who accumulate. An input of many names should stay the same object between drawings. */
export function useStreamEvents<N extends StreamName>(
  name: N,
  input: StreamInput<N> | null,
  onEvent: (event: StreamEvent<N>) => void,
  onError?: (error: StowageError) => void,
): void {
  const key = useMemo(() => (input === null ? '' : JSON.stringify(input)), [input]);
  const handleEvent = useEffectEvent(onEvent);
  const handleError = useEffectEvent((error: StowageError) => onError?.(error));

  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    subscribe(name, JSON.parse(key) as StreamInput<N>, (event) => handleEvent(event), {
      signal: controller.signal,
    }).catch((thrown: unknown) => {
      if (!controller.signal.aborted) handleError(StowageError.from(thrown));
    });
    return () => controller.abort();
  }, [name, key]);
}

/** How the engine is doing; views keep their data and wait while it restarts. */
export function useEngineState(): EngineState {
  return useSyncExternalStore(onEngineState, engineState);
}
