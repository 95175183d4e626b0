// What a container's tab restores after a restart: its folder, whether it showed folders or all blobs, the selection
// and the scroll position. Sizes and deleted blobs are only listed on request.
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { tabMemory } from '@renderer/storage/tab-memory';

/** Rows by their keys. */
const savedRows = z.object({
  selected: z.array(z.string()),
  anchor: z.string().nullable(),
  current: z.string().nullable(),
  scrollTopPx: z.number().nonnegative(),
});
export type SavedRows = z.infer<typeof savedRows>;
const savedLocation = z.object({
  prefix: z.string(),
  depth: z.enum(['folders', 'flat']),
  rows: savedRows.exactOptional(),
});
export type SavedLocation = z.infer<typeof savedLocation>;

const atTheTop: SavedLocation = { prefix: '', depth: 'folders' };

export const savedLocations = tabMemory('container-tab');

/** The top of the container for a newly opened tab, and if the saved value is no longer valid. */
export function readSavedLocation(connectionId: string, container: string): SavedLocation {
  const text = savedLocations.text(connectionId, container);
  if (text === null) return atTheTop;
  try {
    return savedLocation.safeParse(JSON.parse(text)).data ?? atTheTop;
  } catch {
    return atTheTop;
  }
}

/** Where the tab was left. */
export function useSavedLocation(connectionId: string, container: string): SavedLocation {
  const [saved] = useState(() => readSavedLocation(connectionId, container));
  return saved;
}

/** Saves the location while the tab is open. */
export function usePersistLocation(
  connectionId: string,
  container: string,
  { prefix, depth, rows }: SavedLocation,
): void {
  useEffect(() => {
    const location = { prefix, depth, ...(rows === undefined ? {} : { rows }) };
    savedLocations.put(connectionId, container, JSON.stringify(location satisfies SavedLocation));
  }, [connectionId, container, prefix, depth, rows]);
  // The tab is closed; a page that goes away takes nothing down.
  useEffect(() => () => savedLocations.forget(connectionId, container), [connectionId, container]);
}
