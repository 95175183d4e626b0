// One search by name: the request, the matches until now, their order and selection. Effects are parameters; a newer
// search ends the older one.
import { type StoreApi, createStore } from 'zustand';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { StreamEvent, StreamInput } from '@shared/ipc/contract';
import type { BlobPattern } from '@shared/model/blob-search';
import { type ListingEntry, type SortColumn, type SortOrder, entryKey, keysOf, sortEntries } from '../listing/listing';
import { type Selection, keepListed, nothingSelected } from '../listing/selection';

type Found = StreamEvent<'blobs.search'>;

export type FollowSearch = (
  input: StreamInput<'blobs.search'>,
  onEvent: (event: Found) => void,
  signal: AbortSignal,
) => Promise<void>;

export interface SearchState {
  /** Null while nothing is searched for. */
  readonly requested: { readonly prefix: string; readonly pattern: BlobPattern } | null;
  /** `stopped`: by the user; what was found until then stays. */
  readonly status: 'searching' | 'complete' | 'stopped' | 'failed';
  readonly counts: Pick<Found, 'requests' | 'seen' | 'matched' | 'matchedBytes' | 'listedPrefix'>;
  readonly order: SortOrder;
  /** The matches that are listed, in that order. */
  readonly entries: readonly ListingEntry[];
  readonly selection: Selection;
  readonly error: StowageError | null;
  /** Whether the container may have changed since the search began. */
  readonly isOutdated: boolean;
}

export interface SearchActions {
  readonly start: (prefix: string, pattern: BlobPattern) => Promise<void>;
  /** The same once more. */
  readonly again: () => Promise<void>;
  readonly stop: () => void;
  /** Back to no search. */
  readonly close: () => void;
  readonly sortBy: (column: SortColumn) => void;
  readonly select: (selection: Selection) => void;
  /** Something in the container has changed: what the matches were, they may be no longer. */
  readonly noteChange: () => void;
  /** They are gone from the container. */
  readonly forget: (gone: readonly ListingEntry[]) => void;
}

export interface SearchStore {
  readonly store: StoreApi<SearchState>;
  readonly actions: SearchActions;
}

export interface SearchStoreParts {
  readonly connectionId: string;
  readonly container: string;
  readonly follow: FollowSearch;
}

const noCounts: SearchState['counts'] = { requests: 0, seen: 0, matched: 0, matchedBytes: 0, listedPrefix: '' };
const noneGone = { matched: 0, bytes: 0 };
const nothing: SearchState = {
  requested: null,
  status: 'complete',
  counts: noCounts,
  order: 'service',
  entries: [],
  selection: nothingSelected,
  error: null,
  isOutdated: false,
};

export function createSearchStore({ connectionId, container, follow }: SearchStoreParts): SearchStore {
  const store = createStore<SearchState>(() => nothing);
  let running: AbortController | null = null;
  /** Matches that were forgotten: the engine's counts go on holding them. */
  let gone = noneGone;

  const withoutGone = (counts: SearchState['counts']): SearchState['counts'] => ({
    ...counts,
    matched: counts.matched - gone.matched,
    matchedBytes: counts.matchedBytes - gone.bytes,
  });
  const add = ({ matches, state, ...counts }: Found): void => {
    const found = matches.map((item): ListingEntry => ({ kind: 'blob', name: item.name, item }));
    const { entries, order } = store.getState();
    const status = state === 'complete' ? 'complete' : 'searching';
    store.setState({ counts: withoutGone(counts), status, entries: sortEntries(entries.concat(found), order) });
  };

  const actions: SearchActions = {
    async start(prefix, pattern) {
      running?.abort();
      const mine = new AbortController();
      running = mine;
      gone = noneGone;
      const listedPrefix = prefix;
      store.setState(
        { ...nothing, requested: { prefix, pattern }, status: 'searching', counts: { ...noCounts, listedPrefix } },
        true,
      );
      try {
        await follow(
          { connectionId, container, prefix, pattern },
          (event) => {
            if (!mine.signal.aborted) add(event);
          },
          mine.signal,
        );
      } catch (thrown) {
        if (!mine.signal.aborted) store.setState({ status: 'failed', error: StowageError.from(thrown) });
      }
    },
    async again() {
      const { requested } = store.getState();
      if (requested) await actions.start(requested.prefix, requested.pattern);
    },
    stop() {
      running?.abort();
      if (store.getState().status === 'searching') store.setState({ status: 'stopped' });
    },
    close() {
      running?.abort();
      store.setState(nothing, true);
    },
    sortBy(column) {
      const { order, entries, status } = store.getState();
      if (status === 'searching') return;
      const isSame = order !== 'service' && order.column === column;
      const next: SortOrder = {
        column,
        direction: isSame && order.direction === 'ascending' ? 'descending' : 'ascending',
      };
      store.setState({ order: next, entries: sortEntries(entries, next) });
    },
    select(selection) {
      store.setState({ selection });
    },
    noteChange() {
      if (store.getState().requested !== null) store.setState({ isOutdated: true });
    },
    forget(deleted) {
      const { entries, counts, selection } = store.getState();
      const keys = new Set(deleted.map(entryKey));
      const left = entries.filter((entry) => !keys.has(entryKey(entry)));
      const removed = entries.filter((entry) => keys.has(entryKey(entry)));
      const bytes = removed.reduce((sum, entry) => sum + (entry.kind === 'blob' ? entry.item.bytes : 0), 0);
      gone = { matched: gone.matched + removed.length, bytes: gone.bytes + bytes };
      store.setState({
        entries: left,
        selection: keepListed(selection, keysOf(left), keysOf(entries)),
        counts: {
          ...counts,
          matched: counts.matched - removed.length,
          matchedBytes: counts.matchedBytes - bytes,
        },
      });
    },
  };
  return { store, actions };
}

/** Why the matches cannot be sorted now; null when they can. */
export function searchSortDisabledReason({ status }: SearchState): string | null {
  return status === 'searching' ? t`Searching; can be sorted when complete` : null;
}
