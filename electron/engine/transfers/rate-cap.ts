// A token bucket in bytes: what may be sent now under a rate cap. Holds at most one second of credit.
import type { Clock } from '../ports';

export interface RateCap {
  /** Waits until `bytes` may move; returns the milliseconds it waited. */
  take(bytes: number, signal?: AbortSignal): Promise<number>;
}

/** `undefined` means no cap. */
export function createRateCap(bytesPerSecond: number | undefined, clock: Clock): RateCap {
  if (bytesPerSecond === undefined) return { take: () => Promise.resolve(0) };
  let creditBytes = bytesPerSecond / 4;
  let atMs = clock.monotonic();
  return {
    take: async (bytes, signal) => {
      const nowMs = clock.monotonic();
      creditBytes = Math.min(bytesPerSecond, creditBytes + ((nowMs - atMs) / 1000) * bytesPerSecond);
      atMs = nowMs;
      // Debt makes later callers wait longer, which keeps the average exact for pieces of any size.
      creditBytes -= bytes;
      if (creditBytes >= 0) return 0;
      const waitMs = (-creditBytes / bytesPerSecond) * 1000;
      await clock.sleep(waitMs, signal);
      return waitMs;
    },
  };
}
