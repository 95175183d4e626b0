// The preview of one blob: loaded when its tab first comes to the front, and restored to its last state.
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '@renderer/bridge';
import type { SavedPreview } from './saved-preview';
import type { PreviewState } from './preview-state';
import { type PreviewActions, type PreviewPorts, createPreviewStore } from './preview-store';
import type { BlobAddress } from '../names/blob-address';
import { useKeepPreview, useSavedPreview } from './use-saved-preview';

export interface BlobPreview {
  readonly blob: BlobAddress;
  readonly state: PreviewState;
  readonly actions: PreviewActions;
  readonly wrap: SavedPreview['wrap'];
  readonly setWrap: (wrap: SavedPreview['wrap']) => void;
  /** To be told of the first byte in sight. */
  readonly onTop: (offset: number) => void;
}

export interface BlobPreviewInput extends BlobAddress {
  /** False while another tab is in front: nothing is fetched for the first time then. */
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
  const onTop = useKeepPreview({ ...blob, state, wrap });

  useEffect(() => () => actions.dispose(), [actions]);
  useEffect(() => {
    if (isActive && store.getState().facts === null) void actions.open();
  }, [isActive, actions, store]);
  return { blob, state, actions, wrap, setWrap, onTop };
}
