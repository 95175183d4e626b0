// Throttling by account: when the service answers one request with a wait, everything sent to that account waits. There
// is one pacer per account and process, shared by all rooms.
import { cancelled } from '@shared/errors';
import type { Clock } from '../ports';

export interface Pacer {
  /**
   * Resolves when requests may be sent, immediately while the account is not throttled. Rejects when the signal aborts.
   * @param onWait called with the time to wait in ms, and again when it has grown
   */
  ready(signal?: AbortSignal, onWait?: (ms: number) => void): Promise<void>;
  /** Every request to the account waits at least that long from now on. */
  slowDown(ms: number): void;
  /** Milliseconds still to wait; 0 when not throttled. */
  remainingMs(): number;
  /** Ends the wait early, because the user requested it. */
  release(): void;
}

/** Waiting requests resume spread over this time, so that they do not all return at the same instant. */
const spreadMs = 200;

export function createPacer(clock: Clock, random: () => number): Pacer {
  let freeAtMs = 0;
  const releases = new Set<() => void>();
  const remainingMs = (): number => Math.max(0, freeAtMs - clock.monotonic());

  const waitOnce = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    signal?.addEventListener('abort', wake, { once: true });
    releases.add(wake);
    try {
      await clock.sleep(ms, woken.signal);
    } catch (error) {
      // An abort by `release` ends the wait normally; an abort by the caller's signal is a cancellation.
      if (signal?.aborted || !woken.signal.aborted) throw error;
    } finally {
      releases.delete(wake);
      signal?.removeEventListener('abort', wake);
    }
  };

  return {
    remainingMs,
    slowDown: (ms) => {
      freeAtMs = Math.max(freeAtMs, clock.monotonic() + ms);
    },
    release: () => {
      freeAtMs = 0;
      for (const wake of [...releases]) wake();
    },
    ready: async (signal, onWait) => {
      if (signal?.aborted) throw cancelled();
      // The wait may be extended meanwhile.
      for (let ms = remainingMs(); ms > 0; ms = remainingMs()) {
        onWait?.(ms);
        await waitOnce(ms + Math.round(random() * spreadMs), signal);
      }
    },
  };
}

/** The pacers of one process, by account. */
export interface Pacers {
  of(accountName: string, endpoint: string): Pacer;
}

export function createPacers(clock: Clock, random: () => number): Pacers {
  const pacers = new Map<string, Pacer>();
  return {
    of: (accountName, endpoint) => {
      const key = `${accountName} ${endpoint}`;
      let pacer = pacers.get(key);
      if (pacer === undefined) {
        pacer = createPacer(clock, random);
        pacers.set(key, pacer);
      }
      return pacer;
    },
  };
}
