// Parses the responses of one HTTP/1.1 connection from its bytes, however they are split: heads, bodies by length, in
// chunks or to the end of the connection. Message syntax: RFC 9112.
import { type HttpHead, metadataPrefix } from '../http-types';

export interface AnswerTaker {
  head(head: HttpHead): void;
  /** The memory of the bytes is reused after the call. */
  body(piece: Buffer): void;
  end(reuse: 'keep' | 'close'): void;
}

/** Bytes that are not an HTTP response. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code = 'EPROTO';
}

const maxHeadBytes = 64 * 1024;
const lineEnd = '\r\n';
const endOfHead = Buffer.from(lineEnd + lineEnd);

type State = 'head' | 'length' | 'to-the-end' | 'chunk-size' | 'chunk' | 'after-chunk' | 'trailers' | 'ended';

/** For one response; interim responses before it are skipped. */
export class ResponseReader {
  readonly #method: string;
  readonly #taker: AnswerTaker;
  #state: State = 'head';
  /** The part of a head or of a line received so far. */
  #partial: Buffer = Buffer.alloc(0);
  #leftBytes = 0;
  #reuse: 'keep' | 'close' = 'keep';

  constructor(method: string, taker: AnswerTaker) {
    this.#method = method;
    this.#taker = taker;
  }

  get hasBegun(): boolean {
    return this.#state !== 'head' || this.#partial.length > 0;
  }
  /** The number of body bytes that come next unencoded; 0 when anything else does. */
  get plainBytes(): number {
    return this.#state === 'length' ? this.#leftBytes : 0;
  }

  /** Throws ProtocolError, also for bytes after the end of the response. */
  take(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0) rest = rest.subarray(this.#step(rest));
  }

  /** Body bytes were received where they belong. */
  readInPlace(bytes: number): void {
    this.#leftBytes -= bytes;
    if (this.#leftBytes === 0) this.#end();
  }

  /** The connection ended; returns whether that was the end of the response. */
  finish(): 'complete' | 'cut' {
    if (this.#state === 'to-the-end') this.#end();
    return this.#state === 'ended' ? 'complete' : 'cut';
  }

  /** How many bytes were used. */
  #step(rest: Buffer): number {
    switch (this.#state) {
      case 'head':
        return this.#headStep(rest);
      case 'length':
      case 'chunk': {
        const part = rest.subarray(0, this.#leftBytes);
        this.#taker.body(part);
        this.#leftBytes -= part.length;
        if (this.#leftBytes === 0) this.#afterPart();
        return part.length;
      }
      case 'to-the-end':
        this.#taker.body(rest);
        return rest.length;
      case 'chunk-size':
      case 'after-chunk':
      case 'trailers':
        return this.#lineStep(rest);
      case 'ended':
        throw new ProtocolError('Bytes came after the end of an answer.');
    }
  }

  #afterPart(): void {
    if (this.#state === 'length') this.#end();
    else this.#state = 'after-chunk';
  }

  #headStep(rest: Buffer): number {
    const before = this.#partial.length;
    const known = before === 0 ? rest : Buffer.concat([this.#partial, rest]);
    const end = known.indexOf(endOfHead, Math.max(0, before - endOfHead.length));
    if (end === -1) {
      if (known.length > maxHeadBytes) throw new ProtocolError('The head of an answer does not end.');
      this.#partial = before === 0 ? Buffer.from(known) : known;
      return rest.length;
    }
    this.#partial = Buffer.alloc(0);
    this.#readHead(known.toString('latin1', 0, end));
    return end + endOfHead.length - before;
  }

  #readHead(text: string): void {
    let end = endOfLine(text, 0);
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/u.exec(text.slice(0, end))?.[1] ?? 0);
    if (status < 100) throw new ProtocolError('The answer is not HTTP/1.1.');
    // Interim responses have no body and are followed by the real one.
    if (status < 200) return;
    const headers: Record<string, string> = {};
    const metadataNames: Record<string, string> = {};
    while (end < text.length) {
      const start = end + lineEnd.length;
      end = endOfLine(text, start);
      const colon = text.indexOf(':', start);
      if (colon <= start || colon >= end) throw new ProtocolError('A header of the answer has no name.');
      const name = text.slice(start, colon);
      const lower = lowerCaseOf(name);
      const value = text.slice(colon + 1, end).trim();
      const before = headers[lower];
      headers[lower] = before === undefined ? value : `${before}, ${value}`;
      if (lower.startsWith(metadataPrefix)) metadataNames[lower] = name.slice(metadataPrefix.length);
    }
    this.#reuse = text.startsWith('HTTP/1.1') && !/\bclose\b/iu.test(headers.connection ?? '') ? 'keep' : 'close';
    this.#state = this.#framing(status, headers);
    this.#taker.head({ status, headers, metadataNames });
    if (this.#state === 'length' && this.#leftBytes === 0) this.#end();
  }

  #framing(status: number, headers: Readonly<Record<string, string>>): State {
    if (this.#method === 'HEAD' || status === 204 || status === 304) return 'length';
    const encoding = headers['transfer-encoding'];
    if (encoding !== undefined) {
      if (encoding.toLowerCase() !== 'chunked') throw new ProtocolError('The answer is encoded in an unknown way.');
      return 'chunk-size';
    }
    const length = headers['content-length'];
    if (length === undefined) {
      this.#reuse = 'close';
      return 'to-the-end';
    }
    if (!/^\d{1,15}$/u.test(length)) throw new ProtocolError('The length of the answer is not a number.');
    this.#leftBytes = Number(length);
    return 'length';
  }

  #lineStep(rest: Buffer): number {
    const end = rest.indexOf(0x0a);
    const used = end === -1 ? rest.length : end + 1;
    this.#partial = Buffer.concat([this.#partial, rest.subarray(0, used)]);
    if (this.#partial.length > maxHeadBytes) throw new ProtocolError('A line of the answer does not end.');
    if (end === -1) return used;
    const line = this.#partial.toString('latin1').trim();
    this.#partial = Buffer.alloc(0);
    this.#takeLine(line);
    return used;
  }

  #takeLine(line: string): void {
    if (this.#state === 'after-chunk') {
      if (line !== '') throw new ProtocolError('A chunk is longer than it says.');
      this.#state = 'chunk-size';
    } else if (this.#state === 'chunk-size') {
      const size = /^([0-9a-f]{1,8})(?:;|$)/iu.exec(line)?.[1];
      if (size === undefined) throw new ProtocolError('The size of a chunk is not a number.');
      this.#leftBytes = Number.parseInt(size, 16);
      this.#state = this.#leftBytes === 0 ? 'trailers' : 'chunk';
    } else if (line === '') this.#end();
  }

  #end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#taker.end(this.#reuse);
  }
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf(lineEnd, start);
  return end === -1 ? text.length : end;
}

/** Responses repeat the names of their headers: each is converted to lower case once. */
const lowerCaseNames = new Map<string, string>();
const maxNames = 500;

function lowerCaseOf(name: string): string {
  let lower = lowerCaseNames.get(name);
  if (lower === undefined) {
    lower = name.toLowerCase();
    if (lowerCaseNames.size === maxNames) lowerCaseNames.clear();
    lowerCaseNames.set(name, lower);
  }
  return lower;
}
