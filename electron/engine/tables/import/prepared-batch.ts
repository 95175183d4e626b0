// A transaction whose bytes are prepared already: sends parts of it, and recovers entities from their bytes after a
// failure.
import type { Entity } from '@shared/model/entity';
import type { ReceivedAnswer } from '../answer-memory';
import type { BatchMessage } from '../batch-write';
import { decodeEntity } from '../entity-codec';
import type { RunFrame } from './parts/row-parts';
import type { BatchPiece } from './worker/messages';

/** Some rows of one batch. */
export interface PreparedRows {
  readonly batch: PreparedBatch;
  /** Ascending positions within the batch. */
  readonly positions: readonly number[];
}

export class PreparedBatch {
  readonly id: number;
  readonly #body: Buffer;
  readonly #piece: BatchPiece;
  readonly #frame: RunFrame;
  readonly #headBytes: number;

  constructor(piece: BatchPiece, frame: RunFrame) {
    this.id = piece.id;
    this.#piece = piece;
    this.#frame = frame;
    this.#body = Buffer.from(piece.body.buffer, piece.body.byteOffset, piece.body.byteLength);
    this.#headBytes = Buffer.byteLength(frame.head);
  }

  /** The memory of its bytes; null when it is shared with others. */
  get memory(): ArrayBuffer | null {
    const { buffer } = this.#piece.body;
    return buffer instanceof ArrayBuffer ? buffer : null;
  }

  get size(): number {
    return this.#piece.ends.length;
  }

  /** Number of the row in the whole input. */
  indexAt(position: number): number {
    return this.#piece.indexes[position] ?? -1;
  }

  /** Splits positions into groups of at most `size`. */
  groups(size: number): readonly PreparedRows[] {
    const groups: PreparedRows[] = [];
    for (let start = 0; start < this.size; start += size) {
      const length = Math.min(size, this.size - start);
      groups.push({ batch: this, positions: Array.from({ length }, (_, at) => start + at) });
    }
    return groups;
  }

  /** The request body; not copied when it is the whole batch. @param lookedThrough receives the response */
  message(positions: readonly number[], lookedThrough: ReceivedAnswer | null): BatchMessage {
    const { contentType } = this.#frame;
    const keyOf = (operation: number): Entity | undefined => {
      const position = positions[operation];
      return position === undefined ? undefined : this.entityAt(position);
    };
    return { contentType, body: this.#bytes(positions), operations: positions.length, keyOf, lookedThrough };
  }

  /** The part as it is sent. */
  entityAt(position: number): Entity {
    const part = this.#part(position);
    // The JSON is the last line of the part.
    const end = part.lastIndexOf('\r\n');
    return decodeEntity(part.subarray(part.lastIndexOf('\r\n', end - 1) + 2, end));
  }

  #bytes(positions: readonly number[]): Buffer {
    if (positions.length === this.size) return this.#body;
    const { head, tail } = this.#frame;
    return Buffer.concat([Buffer.from(head), ...positions.map((position) => this.#part(position)), Buffer.from(tail)]);
  }

  #part(position: number): Buffer {
    const { ends } = this.#piece;
    return this.#body.subarray(position === 0 ? this.#headBytes : ends[position - 1], ends[position]);
  }
}
