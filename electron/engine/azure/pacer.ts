// When the service asks one request of an account for patience, everything sent to that account waits: one pacer
// for each account in the process, shared by all rooms.
import { cancelled } from '@shared/errors';
import type { Clock } from '../ports';

export interface Pacer {
  /**
   * Resolves when the account may be used; at once when it is free. Rejects when the signal aborts.
   * @param onWait told how long it takes, in ms, also when that has grown
   */
  ready(signal?: AbortSignal, onWait?: (ms: number) => void): Promise<void>;
  /** Everything of the account waits at least that long from now on. */
  slowDown(ms: number): void;
  /** Ms still to wait; 0 when free. */
  remainingMs(): number;
  /** Ends the wait early, because a person asked for it. */
  release(): void;
}

/** Waiters come back spread over this time, so that they do not all return at the same instant. */
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
      // Woken by a release the wait is over; woken by the caller's signal it is the caller's cancellation.
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
      // The pause may grow while somebody waits for it.
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
