// Counts the pieces of work that are under way, and tells when none is. Work that throws could not record its outcome.
import { StowageError } from '@shared/errors';

export class WorkUnderWay {
  readonly #onSettled: () => void;
  readonly #untilIdle: (() => void)[] = [];
  #count = 0;
  #broken: StowageError | null = null;

  /** `onSettled`: called after each piece. */
  constructor(onSettled: () => void) {
    this.#onSettled = onSettled;
  }

  get count(): number {
    return this.#count;
  }

  async run(work: () => Promise<void>): Promise<void> {
    this.#count += 1;
    try {
      await work();
    } catch (error) {
      this.#broken ??= StowageError.from(error);
    }
    this.#count -= 1;
    this.#onSettled();
    if (this.#count === 0) for (const resolve of this.#untilIdle.splice(0)) resolve();
  }

  /** Resolves when nothing is under way. Throws what the first piece to throw has thrown. */
  async settled(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#untilIdle.push(resolve));
    if (this.#broken !== null) throw this.#broken;
  }
}
