// The course of one restoration as state.
import { call } from '@renderer/bridge';
import type { StowageError } from '@shared/errors';
import type { RestoreResult } from '@shared/model/edit-outcome';
import { useEffect, useRef, useState } from 'react';
import { runRestore } from './restore-run';

export interface Restoration {
  readonly requested: number;
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

/** `onDone` is given the ids of what was restored. */
export function useRestore(connectionId: string, onDone: (restored: readonly string[]) => void): RestoreState {
  const [restoration, setRestoration] = useState<Restoration | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    restoration,
    start: (ids) => {
      const controller = new AbortController();
      running.current = controller;
      setRestoration({
        requested: ids.length,
        result: { restored: [], notRestored: [] },
        state: 'running',
        error: null,
      });
      const change = (part: Partial<Restoration>): void =>
        setRestoration((before) => (before === null ? null : { ...before, ...part }));
      let restored: readonly string[] = [];
      // One restoration, however many calls it takes.
      const applyId = crypto.randomUUID();
      void runRestore(ids, {
        restore: (some) => call('undo.restore', { connectionId, ids: some, applyId }),
        onProgress: (result) => {
          restored = result.restored;
          change({ result });
        },
        signal: controller.signal,
      }).then((error) => {
        change({ state: 'done', error });
        onDone(restored);
      });
    },
    stop: () => running.current?.abort(),
    putAway: () => setRestoration(null),
  };
}
