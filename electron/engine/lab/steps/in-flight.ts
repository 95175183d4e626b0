// Requests that are sent without waiting for their responses: how many at a time, which row of the timeline each has,
// and the first that failed.

export class InFlight {
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();
  readonly #slots = new Set<number>();
  #failure: { readonly thrown: unknown } | null = null;

  constructor(max: number) {
    this.#most = max;
  }

  get count(): number {
    return this.#running.size;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  async room(): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running);
  }

  start(send: (slot: number) => Promise<void>): void {
    const slot = this.#lowestFreeSlot();
    this.#slots.add(slot);
    // It may fail while no caller waits for it: an unhandled rejection would end the whole engine.
    const sent = send(slot)
      .catch((thrown: unknown) => void (this.#failure ??= { thrown }))
      .finally(() => {
        this.#slots.delete(slot);
        this.#running.delete(sent);
      });
    this.#running.add(sent);
  }

  /** Resolves when all have ended. */
  async drained(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Throws the error of the first of them that failed. */
  throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.thrown;
  }

  #lowestFreeSlot(): number {
    let slot = 0;
    while (this.#slots.has(slot)) slot += 1;
    return slot;
  }
}
