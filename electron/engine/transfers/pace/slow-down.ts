// The time for which a job holds its requests back because the service throttles the account.
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../ports';

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
