// The bodies of one attempt: how a request's leaves, where a response's goes, and how large that may be.
import type { Readable } from 'node:stream';
import type { BodyTarget, HttpRequest } from './http-types';
import { KiB, MiB } from '@shared/units';
import type { Operation } from '../../metrics/request-record';

const smallestPieceBytes = 4 * 1024;
const firstPieceBytes = 64 * 1024;
const largestPieceBytes = 1024 * 1024;
/**
 * A piece is at most this part of what its attempt has sent already. A piece counts as progress only when all of it was
 * accepted, so one that is large for the network would look like a stall; what other attempts learned may be outdated.
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

  /** Of the next piece of an attempt that has sent so many bytes. */
  after(sentBytes: number): number {
    return Math.min(this.#bytes, Math.max(firstPieceBytes, Math.floor(sentBytes * shareOfSent)));
  }

  /** Reports that one piece of that size was sent within `elapsedMs`. */
  learn(pieceBytes: number, elapsedMs: number): void {
    if (elapsedMs <= quickMs) this.#bytes = Math.max(this.#bytes, Math.min(largestPieceBytes, pieceBytes * 2));
    else if (elapsedMs > slowMs) this.#bytes = Math.max(smallestPieceBytes, this.#bytes / 2);
  }
}

/** The destination of a body. */
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
  /** The kernel accepted that many bytes. */
  readonly onSent: (bytes: number) => void;
  readonly onDone: () => void;
  /** The source of the body failed; errors of the connection are reported by the request itself. */
  readonly onSourceError: (error: unknown) => void;
}

/** Sends and ends the request. Stops when the request is destroyed. */
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
    // A short remainder is sent with the previous piece, because a write costs more than the few bytes it would carry.
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

/** How much of a failed response is examined; error code and message are at its start. */
const lookedAtBytes = 2_048;

/** Pieces below this are copied together: a buffer for each byte takes a hundred times the memory of the byte. */
const smallPieceBytes = 2_048;
const blockBytes = 16_384;

/** `borrowed`: the memory is reused as soon as the call returns, so retained bytes must be copied. */
export type PieceMemory = 'borrowed' | 'owned';

export class AnswerBody {
  readonly #request: Pick<HttpRequest, 'onBody' | 'target'>;
  readonly #collected: Buffer[] = [];
  /** Where small pieces are copied together, once there are several, and how much of it they fill. */
  #block: Buffer | null = null;
  #blockUsed = 0;
  #taking: 'pieces' | 'target' | 'collection' = 'collection';

  constructor(request: Pick<HttpRequest, 'onBody' | 'target'>) {
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
    const own = (): Buffer => (memory === 'borrowed' ? Buffer.from(piece) : piece);
    if (this.#taking === 'collection') {
      if (piece.length < smallPieceBytes && this.#collected.length > 0) this.#copyTogether(piece);
      else {
        this.#closeBlock();
        this.#collected.push(own());
      }
    } else if (this.#taking === 'pieces') this.#request.onBody?.(own());
    else this.#fill(piece);
  }

  /** Truncates the collected bytes to that many. Returns whether there are more. */
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

  /** The first bytes as text, which contain error code and message. */
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

/** Code and message of a failure are at its beginning; the remainder is not received. */
export const maxFailureBytes = 64 * KiB;

/** The largest number of entries that one page of a list holds. */
const maxListedEntries = 5_000;
/**
 * Of one entry: a name of 1,024 characters that XML cannot carry (nine bytes each), 8 KiB of metadata with its escapes,
 * ten tags, and about fifty properties.
 */
const maxEntryBytes = 32 * KiB;
const listHeadBytes = MiB;

/**
 * Fixed limits. An entity holds 1 MiB of UTF-16, which is up to three times as long in JSON. A page holds 1,000 entities;
 * the service ends it at 4 MiB, but emulators send all of them. A block list names 150,000 blocks with ids of 88
 * characters. A batch has at most 256 parts, each with a head and a message.
 */
const maxBytesOf: ReadonlyMap<Operation, number> = new Map([
  ['QueryEntities', 256 * MiB],
  ['GetEntity', 8 * MiB],
  ['InsertEntity', 8 * MiB],
  ['QueryTables', 4 * MiB],
  ['GetBlockList', 40 * MiB],
  ['GetPageRanges', 40 * MiB],
  ['EntityGroupTransaction', 8 * MiB],
  ['BlobBatch', 8 * MiB],
]);
const otherBytes = MiB;

const listOperations: ReadonlySet<Operation> = new Set(['ListBlobs', 'ListContainers', 'FindBlobsByTags']);

/** @param query encoded; `maxresults` limits a list further */
export function maxAnswerBytes(operation: Operation, query: string): number {
  // A range or a whole blob: the receiver knows its length and checks it.
  if (operation === 'GetBlob' || operation === 'QueryBlobContents') return Infinity;
  if (!listOperations.has(operation)) return maxBytesOf.get(operation) ?? otherBytes;
  const entries = Number(/(?:^|&)maxresults=(\d{1,4})(?:&|$)/u.exec(query)?.[1] ?? maxListedEntries);
  // A service that does not know the parameter sends full pages.
  return listHeadBytes + Math.max(1_000, Math.min(entries, maxListedEntries)) * maxEntryBytes;
}
