// Reads entities completely before a change to them is staged: their progress, and how to cancel. Staging is done by
// use-row-edits.ts.
import { mapConcurrent } from '@shared/map-concurrent';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ReadingWhole {
  readonly done: number;
  readonly total: number;
}

export interface WholeReads {
  /** Null while no read takes long enough to be shown. */
  readonly store: StoreApi<ReadingWhole | null>;
  /**
   * Processes the items, a few at a time; `work` handles its failures.
   * @returns the results in the order of the items; null if it was stopped
   */
  readAll<T, R>(items: readonly T[], work: (item: T, signal: AbortSignal) => Promise<R>): Promise<readonly R[] | null>;
  stop(): void;
}

const readsAtOnce = 8;
/** A shorter read shows no progress. */
const patienceMs = 300;

export function createWholeReads(): WholeReads {
  const store = createStore<ReadingWhole | null>(() => null);
  let stopping = new AbortController();
  let underWay = 0;
  let counts: ReadingWhole = { done: 0, total: 0 };
  let isShown = false;
  const show = (): void => store.setState(isShown ? counts : null, true);
  const count = (change: ReadingWhole): void => {
    counts = { done: counts.done + change.done, total: counts.total + change.total };
    show();
  };

  return {
    store,
    async readAll(items, work) {
      const { signal } = stopping;
      underWay += 1;
      count({ done: 0, total: items.length });
      const patience = setTimeout(() => {
        isShown = true;
        show();
      }, patienceMs);
      try {
        const results = await mapConcurrent(items, readsAtOnce, async (item) => {
          signal.throwIfAborted();
          const result = await work(item, signal);
          if (!signal.aborted) count({ done: 1, total: 0 });
          return result;
        });
        return signal.aborted ? null : results;
      } catch (thrown) {
        if (signal.aborted) return null;
        throw thrown;
      } finally {
        clearTimeout(patience);
        underWay -= 1;
        if (underWay === 0) {
          counts = { done: 0, total: 0 };
          isShown = false;
          show();
        }
      }
    },
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
  };
}
