// A deletion of blobs as it runs: begun, followed, ended by a person, and gone on with where some were refused.
import { useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { BlobSelection, DeletionProgress } from '@shared/model/blob-selection';
import { call, subscribe } from '@renderer/bridge';

export interface DeletionOrder {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: BlobSelection;
}

/** What became of a run. */
export interface EndedDeletion {
  /** Its last word; null where none came. */
  readonly last: DeletionProgress | null;
  /** Nothing of what was chosen is there any more. */
  readonly isAll: boolean;
  /** See `RunningDeletion.since`. */
  readonly since: string | null;
}

export interface RunningDeletion {
  /** Of all runs together; null before the first word of the first. */
  readonly progress: DeletionProgress | null;
  readonly isRunning: boolean;
  readonly error: StowageError | null;
  /** The service's time before the first deletion; null where what is deleted cannot be brought back. */
  readonly since: string | null;
  /** `to the end`: what is refused keeps nothing else from being tried. Never rejects. */
  readonly remove: (refused: 'stop' | 'to the end') => Promise<EndedDeletion>;
  /** Ends what runs when it has said what it did; asked again, at once. */
  readonly stop: () => void;
  /** Something else went wrong that a person shall read. */
  readonly fail: (error: StowageError) => void;
}

/** @param undelete why what is deleted cannot be brought back; null where it can */
export function useRunningDeletion(order: DeletionOrder, undelete: string | null): RunningDeletion {
  const { connectionId, container } = order;
  const [progress, setProgress] = useState<DeletionProgress | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const [since, setSince] = useState<string | null>(null);
  /** `stop` waits for the last word of what is under way, `cut` for nothing. */
  const running = useRef<{ readonly stop: AbortController; readonly cut: AbortController } | null>(null);

  const remove: RunningDeletion['remove'] = async (refused) => {
    const ending = { stop: new AbortController(), cut: new AbortController() };
    running.current = ending;
    const stop = ending.stop.signal;
    setRunning(true);
    setError(null);
    const earlier = progress;
    const seen: { last: DeletionProgress | null } = { last: null };
    const follow = (one: DeletionProgress): void => {
      seen.last = earlier === null ? one : together(earlier, one);
      setProgress(seen.last);
    };
    let from = since;
    try {
      if (earlier === null) {
        // The service's time now: what was deleted before is not brought back.
        const told = await call('deleted-blobs.retention', { connectionId, container }, { signal: stop });
        from = told.kind === 'on' && undelete === null ? told.asOf : null;
        setSince(from);
      }
      const wanted = refused === 'stop' ? order : { ...order, refused };
      await subscribe('blobs.delete', wanted, follow, { signal: ending.cut.signal, stop, afterRestart: 'fail' });
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.kind !== 'cancelled') setError(failure);
    }
    setRunning(false);
    const { last } = seen;
    return { last, isAll: last?.state === 'complete' && last.failedCount === 0, since: from };
  };

  return {
    progress,
    isRunning,
    error,
    since,
    remove,
    stop: () => {
      const { stop, cut } = running.current ?? {};
      (stop?.signal.aborted === true ? cut : stop)?.abort();
    },
    fail: setError,
  };
}

/** What could not be deleted was tried again. */
function together(earlier: DeletionProgress, now: DeletionProgress): DeletionProgress {
  const { deleted, bytes, missing } = earlier;
  return { ...now, deleted: deleted + now.deleted, bytes: bytes + now.bytes, missing: missing + now.missing };
}
