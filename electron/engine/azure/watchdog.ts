// Watches running tries for time-outs with one shared timer, so that a request costs no timers of its own.

export interface Watched {
  /** Looks at the time and ends the try when one of its limits has passed. */
  check(nowMs: number): void;
}

/** Calls every watched try at each tick; the timer runs only while there is something to watch. */
export class Watchdog {
  readonly #tickMs: number;
  readonly #monotonic: () => number;
  readonly #watched = new Set<Watched>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(tickMs: number, monotonic: () => number) {
    this.#tickMs = tickMs;
    this.#monotonic = monotonic;
  }

  add(watched: Watched): void {
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => {
      const nowMs = this.#monotonic();
      for (const one of this.#watched) one.check(nowMs);
    }, this.#tickMs);
  }

  remove(watched: Watched): void {
    this.#watched.delete(watched);
    if (this.#watched.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** Bytes that must move within one stall time for a line to count as alive. */
export const aliveBytes = 1024;

/** Tells a slow line from a dead one: too few bytes in a whole window is a stall, one byte now and then too. */
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
