// The comparisons of one tab, one after another: starts, follows and stops them, and releases what the engine keeps on
// disk.
import { StowageError } from '@shared/errors';
import type { DiffRequest, DiffProgress } from '@shared/model/table-diff';
import { call, subscribe } from '@renderer/bridge';
import { type StoreApi, createStore } from 'zustand/vanilla';

export interface CompareState {
  readonly status: 'idle' | 'reading' | 'complete' | 'stopped' | 'failed';
  /** What was asked; null before the first run. */
  readonly request: DiffRequest | null;
  /** Null until the engine has begun. */
  readonly stand: DiffProgress | null;
  readonly error: StowageError | null;
}

export interface CompareSession {
  readonly store: StoreApi<CompareState>;
  start(request: DiffRequest): void;
  /** What was found so far stays to be read. */
  stop(): void;
  dispose(): void;
}

const idle: CompareState = { status: 'idle', request: null, stand: null, error: null };

export function createCompareSession(): CompareSession {
  const store = createStore<CompareState>()(() => idle);
  let running = new AbortController();
  const giveBack = (): void => {
    running.abort();
    const { stand: progress } = store.getState();
    // After a restart the engine no longer knows it and has removed its files.
    if (progress !== null) call('diffs.close', { diffId: progress.diffId }).catch(() => undefined);
  };
  return {
    store,
    start: (request) => {
      giveBack();
      const mine = new AbortController();
      running = mine;
      store.setState({ status: 'reading', request, stand: null, error: null });
      const follow = (progress: DiffProgress): void => {
        if (!mine.signal.aborted) store.setState({ stand: progress });
      };
      subscribe('diffs.run', { request }, follow, { signal: mine.signal, afterRestart: 'fail' }).then(
        () => {
          if (!mine.signal.aborted) store.setState({ status: 'complete' });
        },
        (thrown: unknown) => {
          if (!mine.signal.aborted) store.setState({ status: 'failed', error: StowageError.from(thrown) });
        },
      );
    },
    stop: () => {
      running.abort();
      store.setState({ status: 'stopped' });
    },
    dispose: giveBack,
  };
}
