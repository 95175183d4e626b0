// A byte buffer that grows at its end, in memory of the pool.
import type { BytePool } from './byte-pool';

export class GrowingBytes {
  readonly #pool: BytePool;
  #memory: Buffer;
  #length = 0;

  constructor(pool: BytePool, firstBytes: number) {
    this.#pool = pool;
    this.#memory = pool.take(firstBytes);
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes that fit without growing. */
  get room(): number {
    return this.#memory.length;
  }

  append(from: Buffer, start: number, end: number): void {
    this.#makeRoom(end - start);
    this.#length += from.copy(this.#memory, this.#length, start, end);
  }

  /** @param bytes length of the text in UTF-8 */
  appendText(text: string, bytes: number): void {
    this.#makeRoom(bytes);
    this.#length += this.#memory.write(text, this.#length, 'utf8');
  }

  /** The bytes from `start` to `end`; valid until something is appended. */
  slice(start: number, end: number): Buffer {
    return this.#memory.subarray(start, end);
  }

  /** Everything that was appended, in memory that may be transferred; nothing may be appended afterwards. */
  whole(): Uint8Array & { readonly buffer: ArrayBuffer } {
    return new Uint8Array(memoryOf(this.#memory), 0, this.#length);
  }

  /** Returns the memory; it must not be used afterwards. */
  release(): void {
    this.#pool.giveBack(memoryOf(this.#memory));
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#memory.length) return;
    const grown = this.#pool.take(this.#length + bytes);
    this.#memory.copy(grown, 0, 0, this.#length);
    this.#pool.giveBack(memoryOf(this.#memory));
    this.#memory = grown;
  }
}

/** All memory of the pool is of this type. */
function memoryOf({ buffer }: Buffer): ArrayBuffer {
  return buffer as ArrayBuffer;
}
