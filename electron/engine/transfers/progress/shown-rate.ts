// The rate that is shown to people, steady when the line is. The counts come in lumps: a socket accepts a block at once
// and is then silent while it travels, and a copy counts when it is done. An average shorter than such a lump would
// show the lumps, so it is made as long as they require. Pure; clock and counts are passed in.

/** Without lumps, the rate follows within about two seconds. */
const minHalfLifeMs = 600;
const maxHalfLifeMs = 5_000;
/** Two successive averages over this part of a lump's duration leave little of it. */
const partOfLump = 0.6;
/** What is in flight fluctuates with the lumps themselves. */
const lumpHalfLifeMs = 10_000;
/** When nothing has moved for this many times a lump's duration, the line is not slow but stands still. */
const stalledAfter = 1.5;

export interface RateStep {
  readonly elapsedMs: number;
  /** Bytes counted in that time, sooner or later than they really moved. */
  readonly bytes: number;
  /** Bytes of requests that succeeded in that time. */
  readonly doneBytes: number;
  /**
   * Bytes under way that are counted all at once at the beginning or the end of their request; 0 if counted as they
   * move.
   */
  readonly lumpBytes: number;
}

/** An exponential average: a value from `halfLifeMs` ago has half the weight. Over a shorter time, the plain mean. */
class FadingMean {
  #sum = 0;
  #ms = 0;

  add(value: number, ms: number, halfLifeMs: number): number {
    const keep = 0.5 ** (ms / halfLifeMs);
    this.#sum = this.#sum * keep + value * ms;
    this.#ms = this.#ms * keep + ms;
    return this.#sum / this.#ms;
  }
}

export class ShownRate {
  #first = new FadingMean();
  #second = new FadingMean();
  #perMs = 0;
  #lumpBytes = 0;
  #lumpMs = 0;
  #idleMs = 0;

  get bytesPerSecond(): number {
    return this.#perMs * 1000;
  }

  /** `elapsedMs` is more than 0. */
  measured({ elapsedMs, bytes, doneBytes, lumpBytes }: RateStep): void {
    this.#idleMs = bytes > 0 || doneBytes > 0 ? 0 : this.#idleMs + elapsedMs;
    this.#lumpBytes = Math.max(lumpBytes, this.#lumpBytes * 0.5 ** (elapsedMs / lumpHalfLifeMs));
    // The time that everything in flight takes at this rate; a falling rate of a dead line must not prolong it.
    if (doneBytes > 0 && this.#perMs > 0) this.#lumpMs = this.#lumpBytes / this.#perMs;
    const once = this.#first.add(bytes / elapsedMs, elapsedMs, this.#halfLifeMs());
    this.#perMs = this.#second.add(once, elapsedMs, this.#halfLifeMs());
  }

  #halfLifeMs(): number {
    if (this.#idleMs > this.#lumpMs * stalledAfter) return minHalfLifeMs;
    return Math.min(maxHalfLifeMs, Math.max(minHalfLifeMs, this.#lumpMs * partOfLump));
  }
}
