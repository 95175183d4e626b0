// How long a command waits for a broken connection before it exits and leaves its job to be resumed.
import type { WaitReason } from '@shared/model/transfer';

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
