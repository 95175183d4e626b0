// Where the body of one response goes: to a consumer piece by piece, into memory supplied by a target, or collected
// here.
import type { BodyTarget, HttpTry } from './http-types';

/** How much of a failed response is examined; error code and message stand at its start. */
const lookedAtBytes = 2_048;

/** Pieces below this are copied together: a buffer for each byte takes a hundred times the memory of the byte. */
const smallPieceBytes = 2_048;
const blockBytes = 16_384;

/** `shared`: the memory is reused as soon as the call returns, so what is kept must be copied. */
export type PieceMemory = 'lent' | 'given';

export class AnswerBody {
  readonly #request: Pick<HttpTry, 'onBody' | 'target'>;
  readonly #collected: Buffer[] = [];
  /** Where small pieces are copied together, once there are several, and how much of it they fill. */
  #block: Buffer | null = null;
  #blockUsed = 0;
  #taking: 'pieces' | 'target' | 'collection' = 'collection';

  constructor(request: Pick<HttpTry, 'onBody' | 'target'>) {
    this.#request = request;
  }

  /** Call it when the head has arrived and the caller wants the body; until then the body is collected. */
  handOut(): void {
    const { onBody, target } = this.#request;
    if (target !== undefined) this.#taking = 'target';
    else if (onBody !== undefined) this.#taking = 'pieces';
  }

  /** The target that supplies the memory; null when the body goes elsewhere. */
  get target(): BodyTarget | null {
    return this.#taking === 'target' ? (this.#request.target ?? null) : null;
  }

  /** Throws what the consumer throws. */
  take(piece: Buffer, memory: PieceMemory): void {
    const own = (): Buffer => (memory === 'lent' ? Buffer.from(piece) : piece);
    if (this.#taking === 'collection') {
      if (piece.length < smallPieceBytes && this.#collected.length > 0) this.#copyTogether(piece);
      else {
        this.#closeBlock();
        this.#collected.push(own());
      }
    } else if (this.#taking === 'pieces') this.#request.onBody?.(own());
    else this.#fill(piece);
  }

  /** Cuts what was collected to that many bytes. Returns whether anything lies beyond them. */
  cutTo(maxBytes: number): boolean {
    this.#closeBlock();
    let left = maxBytes;
    for (const [index, piece] of this.#collected.entries()) {
      if (piece.length > left) {
        this.#collected.splice(index, Infinity, piece.subarray(0, left));
        return true;
      }
      left -= piece.length;
    }
    return false;
  }

  /** The whole collected body. */
  whole(): Buffer {
    this.#closeBlock();
    const [first, ...more] = this.#collected;
    return more.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(this.#collected);
  }

  /** The first bytes as text, where error code and message stand. */
  beginning(): string {
    this.#closeBlock();
    const [first = Buffer.alloc(0), ...more] = this.#collected;
    const bytes = first.length >= lookedAtBytes ? first : Buffer.concat([first, ...more]);
    return bytes.toString('utf8', 0, lookedAtBytes);
  }

  #copyTogether(piece: Buffer): void {
    if (this.#blockUsed + piece.length > blockBytes) this.#closeBlock();
    this.#block ??= Buffer.allocUnsafe(blockBytes);
    this.#blockUsed += piece.copy(this.#block, this.#blockUsed);
  }

  #closeBlock(): void {
    if (this.#block !== null) this.#collected.push(this.#block.subarray(0, this.#blockUsed));
    this.#block = null;
    this.#blockUsed = 0;
  }

  #fill(piece: Buffer): void {
    const { target } = this.#request;
    for (let at = 0; target !== undefined && at < piece.length;) {
      const room = target.room();
      const part = piece.subarray(at, at + room.length);
      room.set(part);
      target.filled(part.length);
      at += part.length;
    }
  }
}
