// Streams of changing state, such as jobs: a snapshot after each change, not more often than requested, and none while
// idle. For state that rarely changes and is read from disk: watch-changes.ts.
import type { Clock } from './ports';

export interface SnapshotWatch {
  /** The observed state changed. */
  changed(): void;
  /** Pushes until `signal` aborts. */
  watch<T>(watched: Watched<T>, push: (snapshot: T) => void, signal: AbortSignal): Promise<void>;
}

export interface Watched<T> {
  readonly snapshot: () => T;
  /** While something moves, rates change without any event. */
  readonly isMoving: () => boolean;
  readonly minIntervalMs: number;
}

export function createSnapshotWatch(clock: Clock): SnapshotWatch {
  const listeners = new Set<() => void>();
  return {
    changed: () => {
      for (const listen of listeners) listen();
    },
    watch: async ({ snapshot, isMoving, minIntervalMs }, push, signal) => {
      let dirty = true;
      let sent = '';
      let wake: () => void = () => undefined;
      const mark = (): void => {
        dirty = true;
        wake();
      };
      listeners.add(mark);
      signal.addEventListener('abort', mark, { once: true });
      try {
        while (!signal.aborted) {
          if (!dirty && !isMoving()) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          dirty = false;
          const shown = snapshot();
          const text = JSON.stringify(shown);
          if (text !== sent) push(shown);
          sent = text;
          await clock.sleep(minIntervalMs, signal).catch(() => undefined);
        }
      } finally {
        listeners.delete(mark);
      }
    },
  };
}
