// Lets rows through at a given rate, evenly: who comes too early waits.
import type { Clock } from '../../ports';

export class RateLimit {
  readonly #clock: Clock;
  readonly #rowsPerSecond: number | null;
  #freeAtMs = 0;

  /** @param rowsPerSecond null for no limit */
  constructor(clock: Clock, rowsPerSecond: number | null) {
    this.#clock = clock;
    this.#rowsPerSecond = rowsPerSecond;
  }

  /** Resolves when that many rows may go. @throws StowageError `cancelled.by-user` when `signal` aborts */
  async take(rows: number, signal: AbortSignal): Promise<void> {
    if (this.#rowsPerSecond === null) return;
    const nowMs = this.#clock.monotonic();
    const startMs = Math.max(nowMs, this.#freeAtMs);
    this.#freeAtMs = startMs + (rows / this.#rowsPerSecond) * 1000;
    if (startMs > nowMs) await this.#clock.sleep(startMs - nowMs, signal);
  }
}
