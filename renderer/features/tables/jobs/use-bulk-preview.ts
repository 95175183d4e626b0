// The preview of a bulk change as the engine reports it. The rows it read are kept as long as this is mounted.
import { subscribe } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import type { BulkPreview, BulkRequest } from '@shared/model/table-bulk';
import { useEffect, useState } from 'react';

export interface BulkPreviewState {
  readonly previewId: string;
  readonly preview: BulkPreview | null;
  readonly error: StowageError | null;
}

/** Reads once; ask for another by mounting anew. */
export function useBulkPreview(connectionId: string, request: BulkRequest): BulkPreviewState {
  const [previewId] = useState(() => crypto.randomUUID());
  const [requested] = useState({ connectionId, previewId, request });
  const [state, setState] = useState<Omit<BulkPreviewState, 'previewId'>>({ preview: null, error: null });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // The rows that were read are gone with the engine that read them.
    subscribe('bulk.preview', requested, (preview) => setState({ preview, error: null }), {
      signal,
      afterRestart: 'fail',
    }).catch((thrown: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, error: StowageError.from(thrown) }));
    });
    return () => stop.abort();
  }, [requested]);
  return { previewId, ...state };
}
