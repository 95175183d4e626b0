// How long a command waits for a broken line before it gives the state of its job back to whoever called it.
import type { WaitReason } from '@shared/model/transfer';

export interface Patience {
  /** To be told what the job waits for, again and again. */
  isOver(waitsFor: WaitReason | undefined): boolean;
}

/** `monotonic`: ms. The time starts anew each time the line is back. */
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
