// How quickly a job got through its rows over all the time in which it moved: without pauses and without a broken line.
// Pure but for the times it is given, ms of a monotonic clock.

/** Below, it tells more of how the job began than of how it goes. */
const leastMs = 1_000;

export class RunningMean {
  #rows = 0;
  #passedMs = 0;
  #sinceMs: number | null = null;

  moves(atMs: number): void {
    this.#sinceMs ??= atMs;
  }

  rests(atMs: number): void {
    if (this.#sinceMs !== null) this.#passedMs += atMs - this.#sinceMs;
    this.#sinceMs = null;
  }

  add(rows: number): void {
    this.#rows += rows;
  }

  /** Null until it has moved for a second, and some row is through. */
  perSecond(atMs: number): number | null {
    const ms = this.#passedMs + (this.#sinceMs === null ? 0 : atMs - this.#sinceMs);
    return ms < leastMs || this.#rows === 0 ? null : (this.#rows / ms) * 1000;
  }
}
