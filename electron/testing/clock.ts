// Time for tests: a clock that is moved by hand, and the real one for tests with real sockets.
import { cancelled } from '@shared/errors';
import type { Clock } from '../engine/ports';

export { systemClock } from '../engine/system-clock';

export interface FakeClock extends Clock {
  /** Moves time and wakes sleepers in the order of their deadlines, letting each run before the next. */
  advance(ms: number): Promise<void>;
  /** Moves wall time only, as when the user sets the machine's clock. */
  shiftWallTime(ms: number): void;
  /** Deadlines that are still ahead, in ms from now, the soonest first. */
  pending(): readonly number[];
  /** Every sleep requested so far, in ms. */
  readonly sleeps: readonly number[];
}

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/** `startMs`: initial wall time. */
export function createFakeClock(startMs = Date.UTC(2024, 0, 1)): FakeClock {
  let elapsedMs = 0;
  let wallShiftMs = 0;
  const sleepers = new Set<Sleeper>();
  const sleeps: number[] = [];
  const sorted = (): Sleeper[] => [...sleepers].sort((a, b) => a.dueMs - b.dueMs);

  return {
    sleeps,
    now: () => startMs + elapsedMs + wallShiftMs,
    monotonic: () => elapsedMs,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(cancelled());
          return;
        }
        const abort = (): void => {
          sleepers.delete(sleeper);
          reject(cancelled());
        };
        const sleeper: Sleeper = {
          dueMs: elapsedMs + Math.max(0, ms),
          wake: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
    advance: async (ms) => {
      const endMs = elapsedMs + ms;
      await settled();
      for (let next = sorted()[0]; next !== undefined && next.dueMs <= endMs; next = sorted()[0]) {
        sleepers.delete(next);
        elapsedMs = Math.max(elapsedMs, next.dueMs);
        next.wake();
        await settled();
      }
      elapsedMs = endMs;
    },
    shiftWallTime: (ms) => {
      wallShiftMs += ms;
    },
    pending: () => sorted().map((sleeper) => sleeper.dueMs - elapsedMs),
  };
}

/** Lets every promise settle that can do so already. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
