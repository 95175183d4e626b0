// The values of applied changes, read for those in view: several at once, and not for lines that only flew past.
import { StowageError } from '@shared/errors';
import { maxUndoEntries } from '@shared/ipc/contract/table-edit';
import type { UndoEntry, UndoLine } from '@shared/model/edit-outcome';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** `gone`: the record was given up since the list was read. */
export type FoundEntry = UndoEntry | StowageError | 'gone';

export interface EntryReader {
  /** By `entryKey`; what is missing is on its way. */
  readonly store: StoreApi<ReadonlyMap<string, FoundEntry>>;
  /** From now on the values of this change are in view, until the returned function is called. */
  readonly want: (change: UndoLine) => () => void;
}

/** A change that was uncertain may be another once it is settled. */
export const entryKey = ({ id, state }: UndoLine): string => `${id} ${state}`;

/** What is scrolled past is in view for less. */
const restMs = 40;
const maxRetained = 500;

export function createEntryReader(read: (ids: string[]) => Promise<readonly UndoEntry[]>): EntryReader {
  const store = createStore<ReadonlyMap<string, FoundEntry>>(() => new Map());
  const wanted = new Map<string, UndoLine>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;

  const missing = (): readonly UndoLine[] =>
    [...wanted.values()].filter((change) => !store.getState().has(entryKey(change))).slice(0, maxUndoEntries);

  const keep = (changes: readonly UndoLine[], find: (id: string) => FoundEntry): void => {
    const known = new Map(store.getState());
    for (const change of changes) known.set(entryKey(change), find(change.id));
    for (const key of known.keys()) {
      if (known.size <= maxRetained) break;
      if (!wanted.has(key)) known.delete(key);
    }
    store.setState(known, true);
  };

  const readMissing = async (): Promise<void> => {
    const changes = missing();
    if (isReading || changes.length === 0) return;
    isReading = true;
    try {
      const entries = new Map((await read(changes.map(({ id }) => id))).map((entry) => [entry.id, entry]));
      keep(changes, (id) => entries.get(id) ?? 'gone');
    } catch (thrown) {
      const error = StowageError.from(thrown);
      keep(changes, () => error);
    }
    isReading = false;
    await readMissing();
  };

  return {
    store,
    want(change) {
      const key = entryKey(change);
      if (store.getState().get(key) instanceof StowageError) {
        // Looked at once more: tried once more.
        const others = new Map(store.getState());
        others.delete(key);
        store.setState(others, true);
      }
      wanted.set(key, change);
      timer ??= setTimeout(() => {
        timer = undefined;
        void readMissing();
      }, restMs);
      return () => {
        if (wanted.get(key) === change) wanted.delete(key);
      };
    },
  };
}
