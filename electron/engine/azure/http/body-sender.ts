// Writes a request body in pieces whose size follows the line, so that progress is seen while it happens and a
// stall is noticed, without paying for tiny writes on a fast line.
import type { Readable } from 'node:stream';

const smallestPieceBytes = 4 * 1024;
const firstPieceBytes = 64 * 1024;
const largestPieceBytes = 1024 * 1024;
/**
 * A piece is at most this part of what its try has sent already. A piece counts as progress only when all of it was
 * taken, so one that is large for the line would look like a stall; what other tries learned may be long over.
 */
const shareOfSent = 1 / 4;
/** In pieces of the current size. */
const longestPiece = 1.5;
const quickMs = 4;
const slowMs = 100;

/** The size of the next piece, learned from how long the last ones took to leave; shared by all requests. */
export class PieceSize {
  #bytes = firstPieceBytes;

  get bytes(): number {
    return this.#bytes;
  }

  /** Of the next piece of a try that has sent so many bytes. */
  after(sentBytes: number): number {
    return Math.min(this.#bytes, Math.max(firstPieceBytes, Math.floor(sentBytes * shareOfSent)));
  }

  /** Reports that one piece of that size was sent within `elapsedMs`. */
  learn(pieceBytes: number, elapsedMs: number): void {
    if (elapsedMs <= quickMs) this.#bytes = Math.max(this.#bytes, Math.min(largestPieceBytes, pieceBytes * 2));
    else if (elapsedMs > slowMs) this.#bytes = Math.max(smallestPieceBytes, this.#bytes / 2);
  }
}

/** What a body is written to. */
export interface BodySink {
  isDestroyed(): boolean;
  write(piece: Uint8Array, taken: (error?: Error | null) => void): unknown;
  /** As `write`, for the last piece. */
  end(piece: Uint8Array, taken: (error?: Error | null) => void): unknown;
}

export interface BodySenderOptions {
  readonly request: BodySink;
  readonly pieceSize: PieceSize;
  readonly monotonic: () => number;
  /** The kernel took that many bytes. */
  readonly onSent: (bytes: number) => void;
  readonly onDone: () => void;
  /** The source of the body failed; errors of the connection are reported by the request itself. */
  readonly onSourceError: (error: unknown) => void;
}

/** Sends and ends the request. Stops by itself when the request is destroyed. */
export function sendBody(body: Uint8Array | Readable, options: BodySenderOptions): void {
  if (body instanceof Uint8Array) sendBytes(body, options);
  else sendStream(body, options);
}

function sendBytes(body: Uint8Array, { request, pieceSize, monotonic, onSent, onDone }: BodySenderOptions): void {
  let offset = 0;
  const next = (): void => {
    if (request.isDestroyed()) return;
    const startedMs = monotonic();
    const left = body.length - offset;
    const max = pieceSize.after(offset);
    // A short rest is sent with the piece before it, because a write costs more than the few bytes it would carry.
    const piece = body.subarray(offset, left <= max * longestPiece ? body.length : offset + max);
    const full = piece.length >= max;
    offset += piece.length;
    const sent = (error?: Error | null): void => {
      if (error) return;
      if (full) pieceSize.learn(max, monotonic() - startedMs);
      onSent(piece.length);
      if (offset < body.length) next();
      else onDone();
    };
    if (offset < body.length) request.write(piece, sent);
    else request.end(piece, sent);
  };
  next();
}

const nothing = Buffer.alloc(0);

function sendStream(body: Readable, { request, onSent, onDone, onSourceError }: BodySenderOptions): void {
  body.on('data', (piece: Buffer | string) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    body.pause();
    request.write(bytes, (error) => {
      if (error) return;
      onSent(bytes.length);
      body.resume();
    });
  });
  body.on('end', () => request.end(nothing, () => onDone()));
  body.on('error', onSourceError);
}
