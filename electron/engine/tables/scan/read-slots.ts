// How many requests of one scan may be in flight (additive increase, multiplicative decrease): half as many each time
// the service throttles, one more after each full round without that.
import { maxParallelRanges } from '@shared/model/table-query';

export class ReadSlots {
  #requested: number;
  #allowed: number;
  #inFlight = 0;
  #throttles = 0;
  /** Responses since the allowed number last changed. */
  #calm = 0;
  /** No response has arrived since the last halving. */
  #justHalved = false;
  readonly #waiting: (() => void)[] = [];

  constructor(requested: number) {
    this.#requested = within(requested);
    this.#allowed = this.#requested;
  }

  /** The number set by the user, and the number allowed now. */
  get requested(): number {
    return this.#requested;
  }

  get allowed(): number {
    return this.#allowed;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get isFree(): boolean {
    return this.#inFlight < this.#allowed;
  }

  /** How often the service has throttled the scan. */
  get throttles(): number {
    return this.#throttles;
  }

  setRequested(requested: number): void {
    this.#requested = within(requested);
    this.#allowed = this.#requested;
    this.#calm = 0;
    this.#wake();
  }

  /** Takes a lane; false when none is free. */
  tryTake(): boolean {
    if (!this.isFree) return false;
    this.#inFlight += 1;
    return true;
  }

  async take(): Promise<void> {
    while (!this.tryTake()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Releases the lane, however the request ended. */
  give(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  /** Requests that were sent together are throttled together: they count as one halving. */
  throttled(): void {
    this.#throttles += 1;
    if (this.#justHalved) return;
    this.#justHalved = true;
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    this.#calm = 0;
  }

  succeeded(): void {
    this.#calm += 1;
    this.#justHalved = false;
    if (this.#allowed >= this.#requested || this.#calm < this.#allowed) return;
    this.#allowed += 1;
    this.#calm = 0;
    this.#wake();
  }

  #wake(): void {
    for (let free = this.#allowed - this.#inFlight; free > 0; free -= 1) this.#waiting.shift()?.();
  }
}

function within(requested: number): number {
  return Math.min(maxParallelRanges, Math.max(1, Math.round(requested)));
}
