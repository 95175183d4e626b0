// Memory for the bytes of transactions: it is transferred to the engine's thread full and returned to be reused, so
// that an import creates no garbage.
import { KiB, MiB } from '@shared/units';

const smallestBytes = KiB;
/** The most free memory that is retained for reuse; returned memory beyond it is released. */
const maxFreeBytes = 16 * MiB;

export class BytePool {
  readonly #free = new Map<number, ArrayBuffer[]>();
  #freeBytes = 0;

  /** A buffer of at least this many bytes, with undefined content, that shares its memory with no other. */
  take(bytes: number): Buffer {
    const size = sizeFor(bytes);
    const found = this.#free.get(size)?.pop();
    if (found === undefined) return Buffer.from(new ArrayBuffer(size));
    this.#freeBytes -= size;
    return Buffer.from(found);
  }

  giveBack(memory: ArrayBuffer): void {
    const { byteLength } = memory;
    if (byteLength !== sizeFor(byteLength) || this.#freeBytes + byteLength > maxFreeBytes) return;
    const ofSize = this.#free.get(byteLength);
    if (ofSize === undefined) this.#free.set(byteLength, [memory]);
    else ofSize.push(memory);
    this.#freeBytes += byteLength;
  }
}

function sizeFor(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(smallestBytes, bytes)));
}
