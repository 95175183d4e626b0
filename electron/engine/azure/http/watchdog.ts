// Checks running tries for time-outs with one shared timer, so that a request needs no timers of its own.

export interface Watched {
  /** Looks at the time and ends the try when one of its limits has passed. */
  check(nowMs: number): void;
  /** The index in the watchdog's list, written by the watchdog only. */
  watchedAt: number;
}

/** Checks every watched try at each tick; the timer runs only while there is something to watch. */
export class Watchdog {
  readonly #tickMs: number;
  readonly #monotonic: () => number;
  /** A list instead of a Set: the engine's Sets keep the memory of deleted entries alive under constant change. */
  readonly #watched: Watched[] = [];
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(tickMs: number, monotonic: () => number) {
    this.#tickMs = tickMs;
    this.#monotonic = monotonic;
  }

  add(watched: Watched): void {
    watched.watchedAt = this.#watched.push(watched) - 1;
    this.#timer ??= setInterval(() => {
      const nowMs = this.#monotonic();
      // Backwards, because a try that ends is replaced in the list by the last one.
      for (let at = this.#watched.length - 1; at >= 0; at -= 1) this.#watched[at]?.check(nowMs);
    }, this.#tickMs);
  }

  remove(watched: Watched): void {
    if (this.#watched[watched.watchedAt] !== watched) return;
    const last = this.#watched.pop() as Watched;
    if (last !== watched) {
      this.#watched[watched.watchedAt] = last;
      last.watchedAt = watched.watchedAt;
    }
    if (this.#watched.length > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** Bytes that must move within one stall time for a line to count as alive. */
export const aliveBytes = 1024;

/**
 * Distinguishes a slow line from a dead one: too few bytes within a whole window are a stall, even if a byte arrives
 * now and then.
 */
export class StallWindow {
  #startMs: number;
  #bytes = 0;

  constructor(nowMs: number) {
    this.#startMs = nowMs;
  }

  moved(bytes: number): void {
    this.#bytes += bytes;
  }

  restart(nowMs: number): void {
    this.#startMs = nowMs;
    this.#bytes = 0;
  }

  isStalled(nowMs: number, stallMs: number): boolean {
    if (this.#bytes >= aliveBytes) {
      this.restart(nowMs);
      return false;
    }
    return nowMs - this.#startMs >= stallMs;
  }
}
