// Waiting requests, one queue per lane: lanes are served round robin.

/** The waiting requests of one lane. */
export interface LaneQueue<W> {
  readonly waiting: W[];
  /** Called when the last of them was taken in its turn. */
  readonly onEmptied: () => void;
}

export class RoundRobinLanes<W> {
  /** Lanes with waiting requests, in the order of their turns. */
  readonly #slots: LaneQueue<W>[] = [];
  #count = 0;

  /** Number of waiting requests in all lanes. */
  get count(): number {
    return this.#count;
  }

  add(lane: LaneQueue<W>, request: W): void {
    if (lane.waiting.push(request) === 1) this.#slots.push(lane);
    this.#count += 1;
  }

  /** The one that `takeNext` would take. */
  get next(): W | undefined {
    return this.#slots[0]?.waiting[0];
  }

  takeNext(): W | undefined {
    const lane = this.#slots.shift();
    const next = lane?.waiting.shift();
    if (lane === undefined || next === undefined) return undefined;
    if (lane.waiting.length > 0) this.#slots.push(lane);
    else lane.onEmptied();
    this.#count -= 1;
    return next;
  }

  /** Takes everything out of one lane. */
  clear(lane: LaneQueue<W>): readonly W[] {
    const at = this.#slots.indexOf(lane);
    if (at === -1) return [];
    this.#slots.splice(at, 1);
    this.#count -= lane.waiting.length;
    return lane.waiting.splice(0);
  }

  clearAll(): readonly W[] {
    this.#count = 0;
    return this.#slots.splice(0).flatMap(({ waiting }) => waiting.splice(0));
  }
}
