// What a container's tab restores after a restart: its folder, whether it showed folders or all blobs, the selection
// and the scroll position. Sizes and deleted blobs are only listed on request.
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { tabMemory } from '@renderer/storage/tab-memory';

/** Rows by their keys. */
const keptRows = z.object({
  selected: z.array(z.string()),
  anchor: z.string().nullable(),
  current: z.string().nullable(),
  scrollTopPx: z.number().nonnegative(),
});
export type KeptRows = z.infer<typeof keptRows>;
const keptPlace = z.object({
  prefix: z.string(),
  depth: z.enum(['folders', 'flat']),
  rows: keptRows.exactOptional(),
});
export type KeptPlace = z.infer<typeof keptPlace>;

const atTheTop: KeptPlace = { prefix: '', depth: 'folders' };

export const keptPlaces = tabMemory('container-tab');

/** The top of the container for a tab that is opened anew; also where what was kept makes no sense any more. */
export function readKeptPlace(connectionId: string, container: string): KeptPlace {
  const text = keptPlaces.text(connectionId, container);
  if (text === null) return atTheTop;
  try {
    return keptPlace.safeParse(JSON.parse(text)).data ?? atTheTop;
  } catch {
    return atTheTop;
  }
}

/** Where the tab was left. */
export function useKeptPlace(connectionId: string, container: string): KeptPlace {
  const [kept] = useState(() => readKeptPlace(connectionId, container));
  return kept;
}

/** Keeps the place while the tab is open. */
export function useKeepPlace(connectionId: string, container: string, { prefix, depth, rows }: KeptPlace): void {
  useEffect(() => {
    const place = { prefix, depth, ...(rows === undefined ? {} : { rows }) };
    keptPlaces.put(connectionId, container, JSON.stringify(place satisfies KeptPlace));
  }, [connectionId, container, prefix, depth, rows]);
  // The tab is closed; a page that goes away takes nothing down.
  useEffect(() => () => keptPlaces.forget(connectionId, container), [connectionId, container]);
}
