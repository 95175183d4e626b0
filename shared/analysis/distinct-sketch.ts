// Estimates the number of distinct texts when there are too many to keep: a HyperLogLog with 4,096 registers, whose
// standard error is 1.6 %. The same set gives the same registers in any order.
import { hashText } from './text-hash';

const indexBits = 12;
const registers = 1 << indexBits;

export class DistinctSketch {
  readonly #ranks = new Uint8Array(registers);

  add(text: string): void {
    const { high, low } = hashText(text);
    const index = high >>> (32 - indexBits);
    const rank = Math.clz32(low) + 1;
    if (rank > (this.#ranks[index] ?? 0)) this.#ranks[index] = rank;
  }

  /** A whole number. Few values are counted by the registers left empty, which is more exact. */
  estimate(): number {
    let sum = 0;
    let empty = 0;
    for (const rank of this.#ranks) {
      sum += 2 ** -rank;
      if (rank === 0) empty += 1;
    }
    const raw = ((0.7213 / (1 + 1.079 / registers)) * registers * registers) / sum;
    return Math.round(raw <= 2.5 * registers && empty > 0 ? registers * Math.log(registers / empty) : raw);
  }
}
