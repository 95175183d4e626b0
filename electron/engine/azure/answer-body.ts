// Where the body of one answer goes: to who takes it piece by piece, into memory that somebody lends, or collected.
import type { BodyTarget, HttpTry } from './http-types';

/** Of a failed answer: code and message stand at its beginning. */
const lookedAtBytes = 2_048;

/** `lent`: the memory is its owner's again as soon as the piece was taken. */
export type PieceMemory = 'lent' | 'given';

export class AnswerBody {
  readonly #request: Pick<HttpTry, 'onBody' | 'target'>;
  readonly #collected: Buffer[] = [];
  #taking: 'pieces' | 'target' | 'collection' = 'collection';

  constructor(request: Pick<HttpTry, 'onBody' | 'target'>) {
    this.#request = request;
  }

  /** To be called once the head came and somebody wants the body; it is collected until then. */
  handOut(): void {
    const { onBody, target } = this.#request;
    if (target !== undefined) this.#taking = 'target';
    else if (onBody !== undefined) this.#taking = 'pieces';
  }

  /** Where it is to be received in place; null when it goes elsewhere. */
  get target(): BodyTarget | null {
    return this.#taking === 'target' ? (this.#request.target ?? null) : null;
  }

  /** Throws what its taker throws. */
  take(piece: Buffer, memory: PieceMemory): void {
    const own = (): Buffer => (memory === 'lent' ? Buffer.from(piece) : piece);
    if (this.#taking === 'collection') this.#collected.push(own());
    else if (this.#taking === 'pieces') this.#request.onBody?.(own());
    else this.#fill(piece);
  }

  /** What was collected. */
  whole(): Buffer {
    const [first, ...more] = this.#collected;
    return more.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(this.#collected);
  }

  /** How it begins, as far as an error is told there. */
  beginning(): string {
    return (this.#collected[0] ?? Buffer.alloc(0)).toString('utf8', 0, lookedAtBytes);
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
