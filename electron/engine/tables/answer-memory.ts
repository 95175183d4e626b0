// Memory for answers that are only looked through: the next answer is received where the last one was, so that thousands
// of them leave nothing to sweep.
import { KiB } from '@shared/units';
import type { BodyTarget } from '../azure/http-types';

/** About what the service answers to a hundred writes. */
const usualBytes = 32 * KiB;
/** A longer one is let go after its use. */
const mostKeptBytes = 256 * KiB;

export class AnswerMemory {
  readonly #free: ReceivedAnswer[] = [];

  /** @param look must not keep what was received */
  async lend<T>(look: (answer: ReceivedAnswer) => Promise<T>): Promise<T> {
    const answer = this.#free.pop() ?? new ReceivedAnswer();
    try {
      return await look(answer);
    } finally {
      answer.clear();
      if (answer.room().length <= mostKeptBytes) this.#free.push(answer);
    }
  }
}

export class ReceivedAnswer implements BodyTarget {
  #memory = Buffer.allocUnsafeSlow(usualBytes);
  #length = 0;

  /** What came since the last `clear`; good until the next answer. */
  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  room(): Uint8Array {
    if (this.#length === this.#memory.length) {
      const longer = Buffer.allocUnsafeSlow(this.#memory.length * 2);
      this.#memory.copy(longer);
      this.#memory = longer;
    }
    return this.#memory.subarray(this.#length);
  }

  filled(bytes: number): void {
    this.#length += bytes;
  }
}
