// The blobs copied or cut in one container, until they are pasted into this or another one. Contains names, no bytes.
import { createStore } from 'zustand';
import type { ListingEntry } from '../listing/listing';

export interface Clip {
  readonly kind: 'copy' | 'move';
  readonly connectionId: string;
  readonly container: string;
  /** The folder that was shown: the rest of each name after it is preserved. */
  readonly prefix: string;
  readonly entries: readonly ListingEntry[];
}

export const blobClipboard = createStore<{ readonly clip: Clip | null }>(() => ({ clip: null }));
