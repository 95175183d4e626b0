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
  #movedBytes = 0;

  constructor(tickMs: number, monotonic: () => number) {
    this.#tickMs = tickMs;
    this.#monotonic = monotonic;
  }

  /** Bytes that all tries have moved so far, in either direction. */
  get movedBytes(): number {
    return this.#movedBytes;
  }

  moved(bytes: number): void {
    this.#movedBytes += bytes;
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

/** A line that moves fewer bytes than this within a stall time is slow: some of its requests may have to wait longer. */
const slowLineBytes = 4 * 1024 * 1024;
/** How many stall times a request may take to move while others on a slow line do. */
const slowLinePatience = 3;

/**
 * Distinguishes a slow line from a dead one: too few bytes within a whole window are a stall, even if a byte arrives
 * now and then.
 */
export class StallWindow {
  #startMs: number;
  #bytes = 0;
  #lineBytes: number;

  /** `lineBytes`: what all requests have moved so far. */
  constructor(nowMs: number, lineBytes = 0) {
    this.#startMs = nowMs;
    this.#lineBytes = lineBytes;
  }

  moved(bytes: number): void {
    this.#bytes += bytes;
  }

  restart(nowMs: number, lineBytes = 0): void {
    this.#startMs = nowMs;
    this.#bytes = 0;
    this.#lineBytes = lineBytes;
  }

  isStalled(nowMs: number, stallMs: number, lineBytes = 0): boolean {
    if (this.#bytes >= aliveBytes) {
      this.restart(nowMs, lineBytes);
      return false;
    }
    const elapsedMs = nowMs - this.#startMs;
    if (elapsedMs < stallMs) return false;
    const ofOthers = ((lineBytes - this.#lineBytes) / elapsedMs) * stallMs;
    const isSlowLine = ofOthers >= aliveBytes && ofOthers < slowLineBytes;
    return !isSlowLine || elapsedMs >= stallMs * slowLinePatience;
  }
}
