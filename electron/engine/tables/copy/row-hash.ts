// Count and hash of many rows in any order, in a form that can be stored and continued: the sum of the rows' SHA-256
// modulo 2^256. Meant to detect accidents, not forgeries.
import { createHash } from 'node:crypto';

const modulus = 1n << 256n;

export class RowHash {
  #rows: number;
  #sum: bigint;

  private constructor(rows: number, sum: bigint) {
    this.#rows = rows;
    this.#sum = sum;
  }

  static empty(): RowHash {
    return new RowHash(0, 0n);
  }

  /** @param text as returned by `text()` */
  static from(rows: number, text: string): RowHash {
    return new RowHash(rows, BigInt(`0x${text}`));
  }

  get rows(): number {
    return this.#rows;
  }

  /** @param canonical the row as rendered by `canonicalRow` */
  add(canonical: string): void {
    const digest = createHash('sha256').update(canonical, 'utf8').digest('hex');
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % modulus;
    this.#rows += 1;
  }

  /** The hash of these rows together with others, none of which may be among them. */
  plus(others: RowHash): RowHash {
    return new RowHash(this.#rows + others.#rows, (this.#sum + others.#sum) % modulus);
  }

  /** 64 hexadecimal digits. */
  text(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
