// How long a command waits for a broken connection before it exits and leaves its job to be resumed.
import type { WaitReason } from '@shared/model/job-state';
import type { TransferJob } from '@shared/model/transfer';

export interface Patience {
  /** Call it regularly with what the job waits for at the moment. */
  isOver(waitsFor: WaitReason | undefined): boolean;
}

/** `monotonic`: ms. The time limit starts again whenever the connection is back. */
export function createPatience(limitMs: number, monotonic: () => number): Patience {
  let sinceMs: number | null = null;
  return {
    isOver: (waitsFor) => {
      if (waitsFor !== 'network') {
        sinceMs = null;
        return false;
      }
      sinceMs ??= monotonic();
      return monotonic() - sinceMs >= limitMs;
    },
  };
}

type Moving = Pick<TransferJob, 'state' | 'waitsFor' | 'bytesDone' | 'bytesPerSecond' | 'filesDone' | 'filesTotal'>;

export interface SilenceWatch {
  /** Call it regularly. True once for each time in which a running job has moved nothing for the limit. */
  isNew(job: Moving): boolean;
}

/** `monotonic`: ms. */
export function createSilenceWatch(limitMs: number, monotonic: () => number): SilenceWatch {
  let sinceMs: number | null = null;
  let far = '';
  let isReported = false;
  return {
    isNew: ({ state, waitsFor, bytesDone, bytesPerSecond, filesDone, filesTotal }) => {
      const now = `${bytesDone} ${filesDone}`;
      const isMoving = bytesPerSecond > 0 || now !== far;
      if (state !== 'running' || filesTotal === 0 || waitsFor !== undefined || isMoving) {
        [sinceMs, far, isReported] = [null, now, false];
      }
      sinceMs ??= monotonic();
      if (isReported || monotonic() - sinceMs < limitMs) return false;
      return (isReported = true);
    },
  };
}
