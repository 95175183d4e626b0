// The order in which the grid shows the loaded rows: as they arrived, or sorted by a column. Rows that arrive after
// sorting are appended until somebody sorts again, so that nothing moves under a reader.
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { ResultSession } from '../result/result-session';
import { withRows } from '../result/with-rows';
import type { Yielder } from '../result/row-walk';
import { type SortKey, sortRows } from './sort-rows';

export interface ColumnSort extends SortKey {
  readonly columnId: string;
}

export interface ArrangementState {
  readonly sort: ColumnSort | undefined;
  /** `unreadable` where rows could not be read back from disk: they stay as they came. */
  readonly status: 'idle' | 'sorting' | 'unreadable';
  /** Loaded indexes in the order shown; undefined while the rows are as they came. */
  readonly order: Uint32Array | undefined;
}

export interface Arrangement {
  readonly store: StoreApi<ArrangementState>;
  /** Sorts what is loaded now. */
  readonly sortBy: (sort: ColumnSort) => void;
  readonly sortAgain: () => void;
  readonly clear: () => void;
  /** Where a loaded row is shown. */
  readonly positionOf: (loadedIndex: number) => number;
}

const asTheyCame: ArrangementState = { sort: undefined, status: 'idle', order: undefined };

export function createArrangement(session: ResultSession, yielder: () => Yielder): Arrangement {
  const store = createStore<ArrangementState>(() => asTheyCame);
  let sorting: AbortController | undefined;
  let indexes: { readonly of: Uint32Array; readonly at: Uint32Array } | undefined;

  const clear = (): void => {
    sorting?.abort();
    sorting = undefined;
    indexes = undefined;
    if (store.getState() !== asTheyCame) store.setState(asTheyCame);
  };
  const sortBy = (sort: ColumnSort): void => {
    sorting?.abort();
    const own = new AbortController();
    sorting = own;
    store.setState({ sort, status: 'sorting' });
    sortRows(session.rows, session.rows.length, sort, yielder(), own.signal).then(
      (order) => {
        if (own.signal.aborted) return;
        if (order === undefined) clear();
        else store.setState({ order, status: 'idle' });
      },
      () => {
        if (!own.signal.aborted) store.setState({ order: undefined, status: 'unreadable' });
      },
    );
  };

  withRows(session, {
    take: () => store.getState(),
    startOver: clear,
    bringBack(taken) {
      clear();
      if (taken.status === 'sorting' && taken.sort !== undefined) sortBy(taken.sort);
      else store.setState(taken);
    },
  });

  return {
    store,
    sortBy,
    sortAgain() {
      const { sort } = store.getState();
      if (sort !== undefined) sortBy(sort);
    },
    clear,
    positionOf(loadedIndex) {
      const { order } = store.getState();
      if (order === undefined) return loadedIndex;
      if (indexes?.of !== order) {
        const at = new Uint32Array(order.length);
        order.forEach((index, position) => (at[index] = position));
        indexes = { of: order, at };
      }
      return indexes.at[loadedIndex] ?? loadedIndex;
    },
  };
}
