// The average rate of a job over the time in which it moved, without pauses and interruptions. Pure; times are passed
// in, in ms of a monotonic clock.

/** A shorter time would mostly reflect how the job started. */
const minMs = 1_000;

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

  /** Null until it has moved for a second and processed a row. */
  perSecond(atMs: number): number | null {
    const ms = this.#passedMs + (this.#sinceMs === null ? 0 : atMs - this.#sinceMs);
    return ms < minMs || this.#rows === 0 ? null : (this.#rows / ms) * 1000;
  }
}
