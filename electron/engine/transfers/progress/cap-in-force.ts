// The highest rate that can be shown under a rate limit. The burst that a limit allows at the start of a job is not a
// rate: averaged over few seconds it would exceed the limit. Pure; the clock is passed in.

/** As long as a rate is averaged: before a limit was lowered, more was possible. */
const rememberedMs = 10_000;

export class CapInForce {
  readonly #now: () => number | null;
  #loosest = 0;
  #untilMs = -Infinity;

  /** Bytes a second; null for no cap. */
  constructor(now: () => number | null) {
    this.#now = now;
  }

  /** The loosest limit of the last seconds; Infinity when there was none. */
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
