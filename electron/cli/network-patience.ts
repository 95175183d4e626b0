// How long a command waits for a broken connection, or a service that does not answer, before it exits and leaves its job
// to be resumed.
import type { TransferJob } from '@shared/model/transfer';

type Moving = Pick<TransferJob, 'state' | 'waitsFor' | 'bytesDone' | 'bytesPerSecond' | 'filesDone' | 'filesTotal'>;

export interface Patience {
  /** Call it regularly with the current state of the job. */
  isOver(job: Moving): boolean;
}

/** In ms; `silentMs` null: a job that moves nothing, but still waits for answers, is left to its time-outs. */
export interface PatienceLimits {
  readonly unreachableMs: number;
  readonly silentMs: number | null;
}

/** `monotonic`: ms. The time limits start again whenever the connection is back, or something moves. */
export function createPatience({ unreachableMs, silentMs }: PatienceLimits, monotonic: () => number): Patience {
  let unreachableSinceMs: number | null = null;
  let silentSinceMs: number | null = null;
  let far = '';
  return {
    isOver: (job) => {
      const { state, waitsFor, bytesDone, bytesPerSecond, filesDone } = job;
      const nowMs = monotonic();
      const now = `${bytesDone} ${filesDone}`;
      const isUnreachable = waitsFor === 'network';
      unreachableSinceMs = isUnreachable ? (unreachableSinceMs ?? nowMs) : null;
      // An attempt that timed out and the wait for the network that follows are one silence.
      const isSilent = state === 'running' && (waitsFor === undefined || isUnreachable) && bytesPerSecond === 0;
      if (!isSilent || now !== far) [silentSinceMs, far] = [null, now];
      if (isSilent) silentSinceMs ??= nowMs;
      if (silentMs !== null && silentSinceMs !== null && nowMs - silentSinceMs >= silentMs) return true;
      return unreachableSinceMs !== null && nowMs - unreachableSinceMs >= unreachableMs;
    },
  };
}

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
