// The gate and the wait that hold a whole job: the gate while the service cannot be reached, with one probe every other
// second for all its files, and the wait while the service throttles the account.
import { setMaxListeners } from 'node:events';
import { StowageError, cancelled } from '@shared/errors';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { containerPath } from '../../azure/container-path';

export interface NetworkGate {
  /** Why it is closed; null while open. */
  reason(): StowageError | null;
  /** `was-there`: the first probe was answered already. Rejects with `cancelled.by-user` when `signal` aborts. */
  waitUntilBack(reason: StowageError, signal: AbortSignal): Promise<'was-there' | 'came-back'>;
  /** Resolves when the gate is open. Rejects with `cancelled.by-user` when `signal` aborts. */
  open(signal: AbortSignal): Promise<void>;
  /** Probes immediately. */
  tryNow(): void;
}

interface NetworkGatePorts {
  readonly clock: Clock;
  /** Whether the service answers, in any way. */
  readonly probe: (signal: AbortSignal) => Promise<'answers' | 'silent'>;
  /** Ends the waits of all. */
  readonly signal: AbortSignal;
  /** Called when the gate closes or opens. */
  readonly onChange: () => void;
}

export const probeEveryMs = 2_000;
/** A probe on a dead connection must not delay the next one. */
const probeLimitMs = 5_000;

export function createNetworkGate({ clock, probe, signal, onChange }: NetworkGatePorts): NetworkGate {
  let reason: StowageError | null = null;
  let waiting: Promise<'was-there' | 'came-back'> | null = null;
  let wake: () => void = () => undefined;

  const probeOnce = async (): Promise<'answers' | 'silent'> => {
    if (signal.aborted) throw cancelled();
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const timer = setTimeout(stop, probeLimitMs);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await probe(limit.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
  const pause = async (): Promise<void> => {
    // An aborted probe is indistinguishable from an unresponsive service.
    if (signal.aborted) throw cancelled();
    const woken = new AbortController();
    wake = () => woken.abort();
    signal.addEventListener('abort', wake, { once: true });
    try {
      await clock.sleep(probeEveryMs, woken.signal);
    } catch (error) {
      if (signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  };
  const run = async (): Promise<'was-there' | 'came-back'> => {
    if ((await probeOnce()) === 'answers') return 'was-there';
    do await pause();
    while ((await probeOnce()) !== 'answers');
    return 'came-back';
  };

  return {
    reason: () => reason,
    waitUntilBack: (why, own) => {
      if (waiting !== null) return unlessAborted(waiting, own);
      reason = why;
      onChange();
      waiting = run().finally(() => {
        waiting = null;
        reason = null;
        onChange();
      });
      return unlessAborted(waiting, own);
    },
    open: async (own) => {
      if (waiting !== null) await unlessAborted(waiting, own);
    },
    tryNow: () => wake(),
  };
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = (): void => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(cancelled());
  });
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([left, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

// The time for which a job holds its requests back because the service throttles the account.

export class SlowDown {
  readonly #clock: Clock;
  #untilMs = 0;
  #wake = createSharedController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get remainingMs(): number {
    return Math.max(0, this.#untilMs - this.#clock.monotonic());
  }

  /** Sets the remaining time; 0 ends the wait. */
  set(ms: number): void {
    const untilMs = this.#clock.monotonic() + ms;
    const isSooner = untilMs < this.#untilMs;
    this.#untilMs = untilMs;
    if (!isSooner) return;
    // Waiting requests check the time again.
    this.#wake.abort();
    this.#wake = createSharedController();
  }

  /** Resolves when it is over, with the time waited. Rejects with `cancelled.by-user` when `signal` aborts. */
  async over(signal: AbortSignal): Promise<number> {
    let waitedMs = 0;
    for (let ms = this.remainingMs; ms > 0; ms = this.remainingMs) {
      const startMs = this.#clock.monotonic();
      await this.#sleep(ms, signal);
      waitedMs += this.#clock.monotonic() - startMs;
    }
    return waitedMs;
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    const ended = this.#wake.signal;
    signal.addEventListener('abort', wake, { once: true });
    ended.addEventListener('abort', wake, { once: true });
    try {
      await this.#clock.sleep(ms, woken.signal);
    } catch (error) {
      if (signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', wake);
      ended.removeEventListener('abort', wake);
    }
  }
}

/** Each waiting request listens to it. */
function createSharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

// A small request that reveals whether a service can be reached at all; any response will do.

export async function probeService(
  account: Account,
  container: string,
  signal: AbortSignal,
): Promise<'answers' | 'silent'> {
  try {
    await account.send({
      service: 'blob',
      operation: 'GetContainerProperties',
      method: 'HEAD',
      path: containerPath(container),
      resource: container,
      query: { restype: 'container' },
      replay: 'unsafe',
      signal,
    });
    return 'answers';
  } catch (thrown) {
    const { kind } = StowageError.from(thrown);
    return kind === 'network' || kind === 'cancelled' ? 'silent' : 'answers';
  }
}

/** Two connections to the same account count as one. */
export function accountKeyOf({ descriptor }: Account): string {
  const { blob } = descriptor.endpoints;
  if (blob === undefined) return descriptor.accountName;
  const { protocol, hostname, port, pathname } = new URL(blob);
  const host = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/u.test(hostname) ? 'localhost' : hostname;
  return `${protocol}//${host}:${port}${pathname.replace(/\/+$/u, '')}`;
}
