// The course of one restoration as state.
import { call } from '@renderer/bridge';
import type { StowageError } from '@shared/errors';
import type { RestoreResult } from '@shared/model/edit-outcome';
import { useEffect, useRef, useState } from 'react';
import { runRestore } from './restore-run';

export interface Restoration {
  readonly asked: number;
  readonly result: RestoreResult;
  readonly state: 'running' | 'done';
  readonly error: StowageError | null;
}

export interface RestoreState {
  /** Null before the first, and once it was put away. */
  readonly restoration: Restoration | null;
  /** Newest first. */
  readonly start: (ids: readonly string[]) => void;
  readonly stop: () => void;
  readonly putAway: () => void;
}

export function useRestore(connectionId: string, onDone: () => void): RestoreState {
  const [restoration, setRestoration] = useState<Restoration | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    restoration,
    start: (ids) => {
      const controller = new AbortController();
      running.current = controller;
      setRestoration({ asked: ids.length, result: { restored: [], notRestored: [] }, state: 'running', error: null });
      const change = (part: Partial<Restoration>): void =>
        setRestoration((before) => (before === null ? null : { ...before, ...part }));
      void runRestore(ids, {
        restore: (some) => call('undo.restore', { connectionId, ids: some }),
        onProgress: (result) => change({ result }),
        signal: controller.signal,
      }).then((error) => {
        change({ state: 'done', error });
        onDone();
      });
    },
    stop: () => running.current?.abort(),
    putAway: () => setRestoration(null),
  };
}
