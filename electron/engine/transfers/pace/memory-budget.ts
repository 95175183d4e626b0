// Limits the bytes that transfers hold in buffers. Memory is reserved before a source is opened and granted in order,
// so that small blocks cannot starve a large one.
import { cancelled } from '@shared/errors';

export interface MemoryBudget {
  readonly totalBytes: number;
  freeBytes(): number;
  /** Reserves at once, or returns null. A reservation larger than the whole budget is granted when nothing else is held. */
  tryReserve(bytes: number): (() => void) | null;
  /** As `tryReserve`, but waits in line; rejects with `cancelled.by-user` when `signal` aborts. */
  reserve(bytes: number, signal?: AbortSignal): Promise<() => void>;
}

interface Waiter {
  readonly bytes: number;
  readonly grant: (release: () => void) => void;
}

export function createMemoryBudget(totalBytes: number): MemoryBudget {
  let heldBytes = 0;
  const waiting: Waiter[] = [];

  const take = (bytes: number): (() => void) => {
    heldBytes += bytes;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      heldBytes -= bytes;
      serve();
    };
  };
  const fits = (bytes: number): boolean => heldBytes === 0 || heldBytes + bytes <= totalBytes;
  const serve = (): void => {
    for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      next.grant(take(next.bytes));
    }
  };

  return {
    totalBytes,
    freeBytes: () => Math.max(0, totalBytes - heldBytes),
    tryReserve: (bytes) => (waiting.length === 0 && fits(bytes) ? take(bytes) : null),
    reserve: (bytes, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(cancelled());
          return;
        }
        const abort = (): void => {
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(cancelled());
          serve();
        };
        const waiter: Waiter = {
          bytes,
          grant: (release) => {
            signal?.removeEventListener('abort', abort);
            resolve(release);
          },
        };
        waiting.push(waiter);
        signal?.addEventListener('abort', abort, { once: true });
        serve();
      }),
  };
}
