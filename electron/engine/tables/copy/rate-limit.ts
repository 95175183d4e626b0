// Lets rows through at a given rate, evenly: who comes too early waits.
import type { Clock } from '../../ports';

export class RateLimit {
  readonly #clock: Clock;
  readonly #rowsPerSecond: number | null;
  readonly #onWait: (ms: number) => void;
  #freeAtMs = 0;

  /** @param rowsPerSecond null for no limit @param onWait told of each wait before it begins */
  constructor(clock: Clock, rowsPerSecond: number | null, onWait: (ms: number) => void) {
    this.#clock = clock;
    this.#rowsPerSecond = rowsPerSecond;
    this.#onWait = onWait;
  }

  /** Resolves when that many rows may go. @throws StowageError `cancelled.by-user` when `signal` aborts */
  async take(rows: number, signal: AbortSignal): Promise<void> {
    if (this.#rowsPerSecond === null) return;
    const nowMs = this.#clock.monotonic();
    const startMs = Math.max(nowMs, this.#freeAtMs);
    this.#freeAtMs = startMs + (rows / this.#rowsPerSecond) * 1000;
    if (startMs <= nowMs) return;
    this.#onWait(startMs - nowMs);
    await this.#clock.sleep(startMs - nowMs, signal);
  }
}
