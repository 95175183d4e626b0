// The preview of one blob: loaded when its tab is first shown, stored while it is open, and restored to its last state
// after a restart.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '@renderer/bridge';
import { type SavedPreview, previewKeyOf, readSavedPreview, savedPreviews } from './saved-preview';
import { type PreviewState, shownSpan } from './preview-state';
import { type PreviewActions, type PreviewPorts, createPreviewStore } from './preview-store';
import type { BlobAddress } from '../names/blob-address';

export interface BlobPreview {
  readonly blob: BlobAddress;
  readonly state: PreviewState;
  readonly actions: PreviewActions;
  readonly wrap: SavedPreview['wrap'];
  readonly setWrap: (wrap: SavedPreview['wrap']) => void;
  /** Called with the first visible byte. */
  readonly onTop: (offset: number) => void;
}

export interface BlobPreviewInput extends BlobAddress {
  /** False while another tab is active: nothing is fetched for the first time then. */
  readonly isActive: boolean;
}

export function useBlobPreview({ connectionId, container, name, isActive }: BlobPreviewInput): BlobPreview {
  const saved = useSavedPreview(connectionId, container, name);
  const blob = useMemo(() => ({ connectionId, container, name }), [connectionId, container, name]);
  const { store, actions } = useMemo(() => {
    const ports: PreviewPorts = {
      readFacts: (signal) => call('blobs.properties', blob, { signal }),
      readRange: async (range, signal) => (await call('preview.read', { ...blob, ...range }, { signal })).bytes,
    };
    return createPreviewStore(ports, saved);
  }, [blob, saved]);
  const state = useStore(store);
  const [wrap, setWrap] = useState<SavedPreview['wrap']>(saved?.wrap ?? 'none');
  const onTop = useStoredPreview({ ...blob, state, wrap });

  useEffect(() => () => actions.dispose(), [actions]);
  useEffect(() => {
    if (isActive && store.getState().facts === null) void actions.open();
  }, [isActive, actions, store]);
  return { blob, state, actions, wrap, setWrap, onTop };
}

/** How the blob was seen last. */
function useSavedPreview(connectionId: string, container: string, name: string): SavedPreview | undefined {
  const [saved] = useState(() => readSavedPreview(connectionId, container, name));
  return saved;
}

const settleMs = 250;

interface StoredPreviewInput extends BlobAddress {
  readonly state: PreviewState;
  readonly wrap: SavedPreview['wrap'];
}

/** Stores the state of the preview while its tab is open. Returns the callback for the first visible byte. */
function useStoredPreview({ connectionId, container, name, state, wrap }: StoredPreviewInput) {
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
