// How many requests of one scan may be in flight (additive increase, multiplicative decrease): half as many each time
// the service throttles, one more after each full round without that.
import { mostParallelRanges } from '@shared/query/filter';

export class ReadLanes {
  #asked: number;
  #allowed: number;
  #inFlight = 0;
  #throttles = 0;
  /** Responses since the allowed number last changed. */
  #calm = 0;
  /** No response has arrived since the last halving. */
  #justHalved = false;
  readonly #waiting: (() => void)[] = [];

  constructor(asked: number) {
    this.#asked = within(asked);
    this.#allowed = this.#asked;
  }

  /** The number set by the person, and the number allowed now. */
  get asked(): number {
    return this.#asked;
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

  setAsked(asked: number): void {
    this.#asked = within(asked);
    this.#allowed = this.#asked;
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
    if (this.#allowed >= this.#asked || this.#calm < this.#allowed) return;
    this.#allowed += 1;
    this.#calm = 0;
    this.#wake();
  }

  #wake(): void {
    for (let free = this.#allowed - this.#inFlight; free > 0; free -= 1) this.#waiting.shift()?.();
  }
}

function within(asked: number): number {
  return Math.min(mostParallelRanges, Math.max(1, Math.round(asked)));
}
