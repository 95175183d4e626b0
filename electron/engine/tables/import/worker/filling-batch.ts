// A transaction under construction: its bytes as they are sent, and the original form of its rows, which is reported if
// the service rejects one. Holds no reference to the text pieces of the input it was made from.
import { KiB } from '@shared/units';
import { rawOf } from '../rows/raw-row';
import type { ReadRow } from '../parts/rejection';
import type { SourceRow } from '../rows/source-row';
import type { BytePool } from './byte-pool';
import { GrowingBytes } from './growing-bytes';

/** The text around the rows in every transaction of a run. */
export interface FrameBytes {
  readonly head: Buffer;
  readonly beforePart: Buffer;
  readonly tail: Buffer;
}

/** Bytes in memory owned by the caller, valid only during the call. */
export interface ByteSpan {
  readonly memory: Buffer;
  readonly start: number;
  readonly end: number;
}

export interface LaidOut {
  readonly body: Uint8Array & { readonly buffer: ArrayBuffer };
  /** Where each part ends in the body. */
  readonly ends: Uint32Array;
  readonly indexes: Uint32Array;
}

/** Most batches are about as long as the last full one. */
export interface DefaultSpace {
  bodyBytes: number;
  sourceBytes: number;
}

/** The initial capacity for batches of long rows is at most this, because many may wait at once. */
const maxDefaultBytes = 128 * KiB;

export class FillingBatch {
  readonly #frame: FrameBytes;
  readonly #body: GrowingBytes;
  readonly #sources: GrowingBytes;
  readonly #ends: number[] = [];
  readonly #sourceEnds: number[] = [];
  readonly #indexes: number[] = [];
  readonly #lines: number[] = [];
  /** Keys of the rows, if their order matters. */
  readonly names: string[] = [];
  #bytes = 0;

  constructor(pool: BytePool, frame: FrameBytes, room: DefaultSpace) {
    this.#frame = frame;
    this.#body = new GrowingBytes(pool, room.bodyBytes);
    this.#sources = new GrowingBytes(pool, room.sourceBytes);
    this.#body.append(frame.head, 0, frame.head.length);
  }

  /** Its size in memory once it is complete. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param bytes length of the text in UTF-8 */
  addText(row: Pick<SourceRow, 'index' | 'line' | 'source'>, text: string, bytes: number): void {
    const { beforePart } = this.#frame;
    this.#body.append(beforePart, 0, beforePart.length);
    this.#body.appendText(text, bytes);
    this.#sources.appendText(row.source, Buffer.byteLength(row.source));
    this.#note(row.index, row.line);
  }

  /** @param part begins with what the frame puts in front of it */
  addBytes(index: number, line: number, part: ByteSpan, source: ByteSpan): void {
    this.#body.append(part.memory, part.start, part.end);
    this.#sources.append(source.memory, source.start, source.end);
    this.#note(index, line);
  }

  /** Completes the batch, and records its length as the usual one. */
  layOut(defaultSpace: DefaultSpace): LaidOut {
    const { tail } = this.#frame;
    this.#body.append(tail, 0, tail.length);
    this.#bytes = this.#body.room + this.#sources.room;
    defaultSpace.bodyBytes = Math.min(maxDefaultBytes, this.#body.room);
    defaultSpace.sourceBytes = Math.min(maxDefaultBytes, this.#sources.room);
    return {
      body: this.#body.whole(),
      ends: Uint32Array.from(this.#ends),
      indexes: Uint32Array.from(this.#indexes),
    };
  }

  /** The original rows. @param delimiter empty for JSON */
  rows(delimiter: string): readonly ReadRow[] {
    return this.#indexes.map((index, at) => {
      const source = this.#sources.slice(this.#sourceEnds[at - 1] ?? 0, this.#sourceEnds[at] ?? 0).toString('utf8');
      return { index, line: this.#lines[at] ?? 0, raw: rawOf({ source }, delimiter) };
    });
  }

  /** Forgets its rows; the body has been transferred. */
  release(): void {
    this.#sources.release();
  }

  #note(index: number, line: number): void {
    this.#ends.push(this.#body.length);
    this.#sourceEnds.push(this.#sources.length);
    this.#indexes.push(index);
    this.#lines.push(line);
  }
}
