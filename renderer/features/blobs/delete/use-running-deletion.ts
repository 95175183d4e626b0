// A running deletion of blobs: started, followed, cancelled by the user or with its view, and continued if some were
// rejected.
import { useEffect, useRef, useState } from 'react';
import { restoreDisabledReason } from '@shared/blob-details/retention';
import { StowageError } from '@shared/errors';
import type { BlobRetention, RestoreWish } from '@shared/model/deleted-blobs';
import type { BlobSelection, DeletionProgress } from '@shared/model/blob-selection';
import { call, subscribe } from '@renderer/bridge';

export interface DeletionOrder {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: BlobSelection;
}

/** Distinguishes the blobs of this deletion from those that were deleted before. */
export type WayBack = Pick<RestoreWish & { readonly kind: 'selection' }, 'since' | 'deletion'>;

/** What became of a run. */
export interface EndedDeletion {
  /** Its final event; null if there was none. */
  readonly last: DeletionProgress | null;
  /** Nobody sees it any more: what follows it went away, which has stopped it. */
  readonly isUnseen: boolean;
  /** Nothing of the selection exists any more. */
  readonly isAll: boolean;
  /** See `RunningDeletion.wayBack`. */
  readonly wayBack: WayBack | null;
}

export interface RunningDeletion {
  /** Totals of all runs; null before the first event of the first. */
  readonly progress: DeletionProgress | null;
  readonly isRunning: boolean;
  readonly error: StowageError | null;
  /** Null if the deletion cannot be undone. */
  readonly wayBack: WayBack | null;
  /** `to the end`: a rejected blob does not prevent attempts to delete the others. Never rejects. */
  readonly remove: (rejected: 'stop' | 'to the end') => Promise<EndedDeletion>;
  /** Stops the run once it has reported what it did; when called again, at once. */
  readonly stop: () => void;
  /** Something else went wrong that the user should see. */
  readonly fail: (error: StowageError) => void;
}

/** @param undelete why the deletion cannot be undone; null if it can */
export function useRunningDeletion(order: DeletionOrder, undelete: string | null): RunningDeletion {
  const { connectionId, container } = order;
  const [progress, setProgress] = useState<DeletionProgress | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const [wayBack, setWayBack] = useState<WayBack | null>(null);
  const [deletion] = useState(() => crypto.randomUUID());
  /** `stop` waits for the final event of what is in flight, `cut` does not wait. */
  const running = useRef<{ readonly stop: AbortController; readonly cut: AbortController } | null>(null);

  /** Whether a run may have deleted something: a later run passes this to an engine that was started since. */
  const hasRun = useRef(false);
  const isUnseen = useRef(false);
  useEffect(() => {
    isUnseen.current = false;
    return () => {
      isUnseen.current = true;
      running.current?.stop.abort();
    };
  }, []);

  const remove: RunningDeletion['remove'] = async (rejected) => {
    const abort = { stop: new AbortController(), cut: new AbortController() };
    running.current = abort;
    const stop = abort.stop.signal;
    setRunning(true);
    setError(null);
    const earlier = progress;
    const seen: { last: DeletionProgress | null } = { last: null };
    const follow = (one: DeletionProgress): void => {
      seen.last = earlier === null ? one : together(earlier, one);
      setProgress(seen.last);
    };
    let back = wayBack;
    try {
      if (earlier === null) {
        // The current time of the service: what was deleted earlier is not restored.
        const softDelete = await call('deleted-blobs.retention', { connectionId, container }, { signal: stop });
        back = undelete === null ? wayBackOf(softDelete, deletion) : null;
        setWayBack(back);
      }
      const run = hasRun.current ? 'further' : 'first';
      hasRun.current = true;
      const named = back === null ? {} : ({ deletion, run } as const);
      const wanted = { ...order, ...named, ...(rejected === 'stop' ? {} : { rejected }) };
      await subscribe('blobs.delete', wanted, follow, { signal: abort.cut.signal, stop, afterRestart: 'fail' });
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.kind !== 'cancelled') setError(failure);
    }
    setRunning(false);
    const { last } = seen;
    return {
      last,
      isUnseen: isUnseen.current,
      isAll: last?.state === 'complete' && last.failedCount === 0,
      wayBack: back,
    };
  };

  return {
    progress,
    isRunning,
    error,
    wayBack,
    remove,
    stop: () => {
      const { stop, cut } = running.current ?? {};
      (stop?.signal.aborted === true ? cut : stop)?.abort();
    },
    fail: setError,
  };
}

/** Versions contain no deletion time: what the deletion removed is identified by name. */
function wayBackOf(retention: BlobRetention, deletion: string): WayBack | null {
  if (restoreDisabledReason(retention) !== null) return null;
  return { since: retention.kind === 'on' ? retention.asOf : null, deletion };
}

/** What could not be deleted was tried again. */
function together(earlier: DeletionProgress, now: DeletionProgress): DeletionProgress {
  const { deleted, bytes, missing, folders } = earlier;
  return {
    ...now,
    deleted: deleted + now.deleted,
    bytes: bytes + now.bytes,
    missing: missing + now.missing,
    ...(folders === undefined ? {} : { folders: folders + (now.folders ?? 0) }),
  };
}
