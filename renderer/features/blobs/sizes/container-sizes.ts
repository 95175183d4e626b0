// One store of counted sizes per container, for as long as the app runs.
import { subscribe } from '@renderer/bridge';
import { type SizesStore, createSizesStore } from './sizes-store';

const stores = new Map<string, SizesStore>();

export function containerSizes(connectionId: string, container: string): SizesStore {
  const key = JSON.stringify([connectionId, container]);
  const known = stores.get(key);
  if (known) return known;
  const made = createSizesStore({
    connectionId,
    container,
    follow: (input, onEvent, signal) => subscribe('blobs.sizes', input, onEvent, { signal, afterRestart: 'fail' }),
  });
  stores.set(key, made);
  return made;
}
