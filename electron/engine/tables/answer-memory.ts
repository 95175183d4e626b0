// Reused memory for responses whose bytes are not retained: each response is received into the buffer of an earlier
// one, so that thousands of them cause no garbage.
import { KiB } from '@shared/units';
import type { BodyTarget } from '../azure/http/http-types';

export interface AnswerSizes {
  readonly defaultBytes: number;
  /** A larger buffer is dropped after its use. */
  readonly maxRetainedBytes: number;
  /** How many unused buffers are retained. */
  readonly maxRetained: number;
}

/** About the size of the response to a hundred writes. */
const afterWrites: AnswerSizes = { defaultBytes: 32 * KiB, maxRetainedBytes: 256 * KiB, maxRetained: Infinity };

export class AnswerMemory {
  readonly #sizes: AnswerSizes;
  readonly #free: ReceivedAnswer[] = [];

  constructor(sizes: AnswerSizes = afterWrites) {
    this.#sizes = sizes;
  }

  /** @param use must not retain the received bytes */
  async withAnswer<T>(use: (answer: ReceivedAnswer) => Promise<T>): Promise<T> {
    const answer = this.acquire();
    try {
      return await use(answer);
    } finally {
      this.release(answer);
    }
  }

  acquire(): ReceivedAnswer {
    return this.#free.pop() ?? new ReceivedAnswer(this.#sizes.defaultBytes);
  }

  /** The received bytes must no longer be used. */
  release(answer: ReceivedAnswer): void {
    const { maxRetainedBytes, maxRetained } = this.#sizes;
    answer.clear();
    if (answer.room().length <= maxRetainedBytes && this.#free.length < maxRetained) this.#free.push(answer);
  }
}

export class ReceivedAnswer implements BodyTarget {
  #memory: Buffer;
  #length = 0;

  constructor(bytes: number) {
    this.#memory = Buffer.allocUnsafeSlow(bytes);
  }

  /** The bytes received since the last `clear`; valid until the next response. */
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
