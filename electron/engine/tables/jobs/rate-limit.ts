// Limits a table job to a number of entities per second. The limit can be changed while callers wait.
import type { Clock } from '../../ports';

export class RateLimit {
  readonly #clock: Clock;
  readonly #onWait: (ms: number) => void;
  #rowsPerSecond: number | null;
  /** The time at which everything sent until now is covered by the rate. */
  #freeAtMs = 0;
  #waiting = new AbortController();

  /** @param rowsPerSecond null for no limit @param onWait called before each wait with its length */
  constructor(clock: Clock, rowsPerSecond: number | null, onWait: (ms: number) => void = () => undefined) {
    this.#rowsPerSecond = rowsPerSecond;
    this.#clock = clock;
    this.#onWait = onWait;
  }

  /** The largest batch that respects the rate even within a second. */
  batchSize(max: number): number {
    return this.#rowsPerSecond === null ? max : Math.max(1, Math.min(max, Math.floor(this.#rowsPerSecond)));
  }

  set(rowsPerSecond: number | null): void {
    const nowMs = this.#clock.monotonic();
    const owedMs = Math.max(0, this.#freeAtMs - nowMs);
    const stretch = this.#rowsPerSecond === null || rowsPerSecond === null ? 0 : this.#rowsPerSecond / rowsPerSecond;
    this.#freeAtMs = nowMs + owedMs * stretch;
    this.#rowsPerSecond = rowsPerSecond;
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  /** Waits until so many rows may be sent. Throws `cancelled.by-user`. */
  async take(rows: number, signal: AbortSignal): Promise<void> {
    while (this.#rowsPerSecond !== null) {
      const nowMs = this.#clock.monotonic();
      const waitMs = this.#freeAtMs - nowMs;
      if (waitMs <= 0) {
        this.#freeAtMs = Math.max(nowMs, this.#freeAtMs) + (rows / this.#rowsPerSecond) * 1000;
        return;
      }
      this.#onWait(waitMs);
      await this.#wait(waitMs, signal);
    }
  }

  /** Waits until the time is over or the limit changes. */
  async #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting;
    const stop = new AbortController();
    const end = (): void => stop.abort();
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    waiting.signal.addEventListener('abort', end, { once: true });
    try {
      await this.#clock.sleep(waitMs, stop.signal);
    } catch (thrown) {
      if (signal.aborted || !waiting.signal.aborted) throw thrown;
    } finally {
      signal.removeEventListener('abort', end);
      waiting.signal.removeEventListener('abort', end);
    }
  }
}
