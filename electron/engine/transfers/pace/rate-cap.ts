// A token bucket in bytes for a rate limit that may change at any time. Holds at most one second of credit.
import type { Clock } from '../../ports';

export interface RateCap {
  /**
   * Waits until `bytes` may move; returns the waiting time in ms. A caller that aborts owes nothing, so those behind it
   * wait less.
   */
  take(bytes: number, signal?: AbortSignal): Promise<number>;
}

/** Waiting callers check this often whether the limit has changed. */
const pollEveryMs = 250;
/** Less than this is a rounding error. */
const noBytes = 1e-3;

interface Waiting {
  /** They may move once this many bytes have been refilled. */
  enoughBytes: number;
}

/** `limit`: bytes per second, evaluated each time; null for no limit. */
export function createRateCap(limit: () => number | null, clock: Clock): RateCap {
  let creditBytes: number | null = null;
  let refilledBytes = 0;
  let atMs = 0;
  const waiting = new Set<Waiting>();

  const refill = (bytesPerSecond: number): number => {
    const nowMs = clock.monotonic();
    if (creditBytes === null) creditBytes = bytesPerSecond / 4;
    else {
      const more = Math.min(((nowMs - atMs) / 1000) * bytesPerSecond, Math.max(0, bytesPerSecond - creditBytes));
      creditBytes += more;
      refilledBytes += more;
    }
    atMs = nowMs;
    return creditBytes;
  };

  const giveBack = (left: Waiting, bytes: number): void => {
    if (creditBytes !== null) creditBytes += bytes;
    for (const other of waiting) if (other.enoughBytes > left.enoughBytes) other.enoughBytes -= bytes;
  };

  return {
    take: async (bytes, signal) => {
      const first = limit();
      if (first === null || bytes === 0) {
        if (first === null) creditBytes = null;
        return 0;
      }
      const startMs = clock.monotonic();
      // Debt makes later callers wait longer, which keeps the average exact for pieces of any size.
      creditBytes = refill(first) - bytes;
      const own: Waiting = { enoughBytes: refilledBytes - creditBytes };
      waiting.add(own);
      try {
        for (let rate: number | null = first; own.enoughBytes - refilledBytes > noBytes;) {
          await clock.sleep(Math.min(pollEveryMs, ((own.enoughBytes - refilledBytes) / rate) * 1000), signal);
          rate = limit();
          if (rate === null) {
            creditBytes = null;
            break;
          }
          refill(rate);
        }
      } catch (thrown) {
        giveBack(own, bytes);
        throw thrown;
      } finally {
        waiting.delete(own);
      }
      return clock.monotonic() - startMs;
    },
  };
}
