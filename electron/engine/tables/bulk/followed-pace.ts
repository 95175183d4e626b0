// Follows the rate of a bulk change and says how many batches may be in flight and how large they should be.
import type { Clock } from '../../ports';
import { type Pace, adjustPace, startPace } from '../import/pace';

const lookEveryMs = 500;
const wish = { batchSize: 'auto', concurrency: 'auto' } as const;

export class FollowedPace {
  readonly #clock: Clock;
  readonly #told: (pace: Pace) => void;
  #state = startPace(wish.batchSize, wish.concurrency);
  #seen;

  constructor(clock: Clock, told: (pace: Pace) => void) {
    this.#clock = clock;
    this.#told = told;
    this.#seen = freshView(clock.monotonic());
    told(this.#state.pace);
  }

  get now(): Pace {
    return this.#state.pace;
  }

  pushedBack({ throttled, timeouts }: { readonly throttled: number; readonly timeouts: number }): void {
    this.#seen.throttled += throttled;
    this.#seen.timeouts += timeouts;
  }

  /** A batch has ended. @param inFlight how many others have not */
  ended(rows: number, inFlight: number): void {
    this.#seen.rows += rows;
    this.#seen.isSaturated &&= inFlight >= this.now.concurrency - 1;
    const atMs = this.#clock.monotonic();
    const spanMs = atMs - this.#seen.atMs;
    if (spanMs < lookEveryMs) return;
    const { throttled, timeouts, isSaturated: saturated } = this.#seen;
    const rowsPerSecond = (this.#seen.rows / spanMs) * 1000;
    const before = this.#state;
    this.#state = adjustPace(before, { atMs, rowsPerSecond, saturated, throttled, timeouts }, wish);
    if (this.#state.pace !== before.pace) this.#told(this.#state.pace);
    this.#seen = freshView(atMs);
  }
}

function freshView(atMs: number) {
  return { atMs, rows: 0, throttled: 0, timeouts: 0, isSaturated: true };
}
