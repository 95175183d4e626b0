// The values of one applied change, for as long as it is in view.
import type { UndoLine } from '@shared/model/edit-outcome';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type EntryReader, type FoundEntry, entryKey } from './entry-reader';

/** Undefined while it is on its way. */
export function useEntry(entries: EntryReader, change: UndoLine): FoundEntry | undefined {
  useEffect(() => entries.want(change), [entries, change]);
  const key = entryKey(change);
  return useStore(entries.store, (found) => found.get(key));
}
