// Records how a blob is viewed while its tab is open, so that this can be restored after a restart.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlobAddress } from '../names/blob-address';
import { type SavedPreview, savedPreviews, previewKeyOf, readSavedPreview } from './saved-preview';
import { type PreviewState, shownSpan } from './preview-state';

/** How the blob was seen last. */
export function useSavedPreview(connectionId: string, container: string, name: string): SavedPreview | undefined {
  const [saved] = useState(() => readSavedPreview(connectionId, container, name));
  return saved;
}

const settleMs = 250;

export interface KeepPreviewInput extends BlobAddress {
  readonly state: PreviewState;
  readonly wrap: SavedPreview['wrap'];
}

/** Keeps how the blob is seen while its tab is open. Returns what is to be told of the first byte in sight. */
export function useKeepPreview({ connectionId, container, name, state, wrap }: KeepPreviewInput) {
  const key = previewKeyOf(container, name);
  const { facts, view, encoding, page, status } = state;
  const topOffset = useRef(0);
  const [settledTop, setSettledTop] = useState(0);
  const settling = useRef(0);
  const onTop = useCallback((offset: number) => {
    topOffset.current = offset;
    window.clearTimeout(settling.current);
    settling.current = window.setTimeout(() => setSettledTop(topOffset.current), settleMs);
  }, []);
  useEffect(() => () => window.clearTimeout(settling.current), []);
  useEffect(() => {
    if (facts === null || page === null || status !== 'ready') return;
    const { from, to } = shownSpan({ page, view, encoding });
    const [start, end] = [page.offset + from, page.offset + to];
    const isHere = settledTop >= start && settledTop < end;
    const saved: SavedPreview = { etag: facts.etag, view, encoding, wrap, topOffset: isHere ? settledTop : start };
    savedPreviews.put(connectionId, key, JSON.stringify(saved));
  }, [connectionId, key, facts, status, page, view, encoding, wrap, settledTop]);
  // The tab is closed; a page that goes away takes nothing down.
  useEffect(() => () => savedPreviews.forget(connectionId, key), [connectionId, key]);
  return onTop;
}
