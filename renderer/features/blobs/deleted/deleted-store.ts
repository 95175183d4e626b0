// The deleted blobs below one folder: those found so far, the selection, and what is being restored. Effects are
// parameters; a newer listing ends the older one.
import { type StoreApi, createStore } from 'zustand';
import { StowageError } from '@shared/errors';
import type { StreamEvent, StreamInput } from '@shared/ipc/contract';
import type { RestoreProgress } from '@shared/model/deleted-blobs';
import { type ListingEntry, keysOf } from '../listing/listing';
import { type Selection, keepListed, nothingSelected } from '../listing/selection';

type Found = StreamEvent<'deleted-blobs.list'>;

export interface DeletedState {
  /** `stopped`: by the user; what was found until then stays. */
  readonly status: 'listing' | 'complete' | 'stopped' | 'failed';
  readonly counts: Pick<Found, 'found' | 'foundBytes' | 'seen' | 'requests'>;
  /** In the order of the service. */
  readonly entries: readonly ListingEntry[];
  readonly selection: Selection;
  readonly error: StowageError | null;
  /** Null while nothing is. */
  readonly restoring: { readonly handled: number; readonly of: number } | null;
}

export interface DeletedActions {
  readonly start: (prefix: string) => Promise<void>;
  readonly stop: () => void;
  readonly select: (selection: Selection) => void;
  /**
   * Rejects with failures that concern all blobs alike, including a stop; what was restored until then stays restored.
   */
  readonly restore: (entries: readonly ListingEntry[]) => Promise<RestoreProgress | null>;
  readonly stopRestoring: () => void;
  readonly dispose: () => void;
}

export interface DeletedStore {
  readonly store: StoreApi<DeletedState>;
  readonly actions: DeletedActions;
}

export interface DeletedStoreParts {
  readonly connectionId: string;
  readonly container: string;
  readonly follow: (
    input: StreamInput<'deleted-blobs.list'>,
    onEvent: (event: Found) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly restore: (
    input: StreamInput<'deleted-blobs.restore'>,
    onEvent: (event: RestoreProgress) => void,
    signal: AbortSignal,
  ) => Promise<void>;
}

const nothing: DeletedState = {
  status: 'listing',
  counts: { found: 0, foundBytes: 0, seen: 0, requests: 0 },
  entries: [],
  selection: nothingSelected,
  error: null,
  restoring: null,
};

export function createDeletedStore(parts: DeletedStoreParts): DeletedStore {
  const { connectionId, container } = parts;
  const store = createStore<DeletedState>(() => nothing);
  let listing: AbortController | null = null;
  let restoring: AbortController | null = null;

  const add = ({ blobs, state, ...counts }: Found): void => {
    const found = blobs.map((item): ListingEntry => ({ kind: 'blob', name: item.name, item, deleted: item }));
    store.setState({
      counts,
      status: state,
      entries: store.getState().entries.concat(found),
    });
  };

  const actions: DeletedActions = {
    async start(prefix) {
      listing?.abort();
      const mine = new AbortController();
      listing = mine;
      const { restoring: running, selection, entries: before } = store.getState();
      store.setState({ ...nothing, restoring: running }, true);
      try {
        await parts.follow(
          { connectionId, container, prefix },
          (event) => {
            if (!mine.signal.aborted) add(event);
          },
          mine.signal,
        );
        if (mine.signal.aborted) return;
        const { entries } = store.getState();
        store.setState({ selection: keepListed(selection, keysOf(entries), keysOf(before)) });
      } catch (thrown) {
        if (!mine.signal.aborted) store.setState({ status: 'failed', error: StowageError.from(thrown) });
      }
    },
    stop() {
      listing?.abort();
      if (store.getState().status === 'listing') store.setState({ status: 'stopped' });
    },
    select(selection) {
      store.setState({ selection });
    },
    async restore(entries) {
      if (store.getState().restoring !== null || entries.length === 0) return null;
      const mine = new AbortController();
      restoring = mine;
      const seen: { last: RestoreProgress | null } = { last: null };
      store.setState({ restoring: { handled: 0, of: entries.length } });
      try {
        await parts.restore(
          { connectionId, container, wish: { kind: 'names', names: entries.map(({ name }) => name) } },
          (progress) => {
            seen.last = progress;
            const handled = progress.restored + progress.missing + progress.failedCount;
            store.setState({ restoring: { handled, of: entries.length } });
          },
          mine.signal,
        );
      } finally {
        store.setState({ restoring: null });
      }
      return seen.last;
    },
    stopRestoring() {
      restoring?.abort();
    },
    dispose() {
      listing?.abort();
      restoring?.abort();
    },
  };
  return { store, actions };
}
