// The most a shown rate can be under a cap. What a cap lets go at once, as in the first moment of a job, is no rate: a mean
// over few seconds would show more than the cap allows. Pure; the clock comes in.

/** As long as a rate remembers: what moved before a cap became lower was as fast as it was. */
const rememberedMs = 10_000;

export class CapInForce {
  readonly #now: () => number | null;
  #loosest = 0;
  #untilMs = -Infinity;

  /** Bytes a second; null for no cap. */
  constructor(now: () => number | null) {
    this.#now = now;
  }

  /** The loosest of the last seconds; Infinity where there was none. */
  get bytesPerSecond(): number {
    return this.#loosest;
  }

  /** To be called at regular intervals. */
  measured(monotonicMs: number): void {
    const now = this.#now() ?? Infinity;
    if (now < this.#loosest && monotonicMs < this.#untilMs) return;
    this.#loosest = now;
    this.#untilMs = monotonicMs + rememberedMs;
  }
}
