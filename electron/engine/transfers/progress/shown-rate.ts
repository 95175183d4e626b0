// The rate that a person is shown: steady where the line is. What is counted comes in lumps: sockets swallow a block at
// once and are then silent while it travels, and a copy counts when it is done. A shorter average than such a lump takes
// would show the lumps and not the line, so the average is as long as they need. Pure; clocks and counts come in.

/** Where nothing comes in lumps the rate follows within about two seconds. */
const leastHalfLifeMs = 600;
const mostHalfLifeMs = 5_000;
/** Two averages, one after the other, of that part of a lump's time leave little of it. */
const partOfLump = 0.6;
/** What is in flight at a time comes and goes with the lumps themselves. */
const lumpHalfLifeMs = 10_000;
/** So many times longer than a lump takes nothing has moved: the line is not slow, it stands. */
const standsAfter = 1.5;

export interface RateStep {
  readonly elapsedMs: number;
  /** That were counted in that time, sooner or later than they really moved. */
  readonly bytes: number;
  /** Of requests that were done in that time. */
  readonly doneBytes: number;
  /** Under way by now and counted at once, in the beginning or in the end; 0 where each is counted as it moves. */
  readonly lumpBytes: number;
}

/** An average in which what was `halfLifeMs` ago weighs half; of less than that the plain mean. */
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
    // As long as what is in flight takes at this rate; a rate that falls because the line stands says nothing of it.
    if (doneBytes > 0 && this.#perMs > 0) this.#lumpMs = this.#lumpBytes / this.#perMs;
    const once = this.#first.add(bytes / elapsedMs, elapsedMs, this.#halfLifeMs());
    this.#perMs = this.#second.add(once, elapsedMs, this.#halfLifeMs());
  }

  #halfLifeMs(): number {
    if (this.#idleMs > this.#lumpMs * standsAfter) return leastHalfLifeMs;
    return Math.min(mostHalfLifeMs, Math.max(leastHalfLifeMs, this.#lumpMs * partOfLump));
  }
}
