// Decodes the bytes of an input piece by piece. UTF-8 uses the decoder of the runtime: plain ASCII becomes a one-byte
// string, which all later steps handle in half the time.
import type { TextEncoding } from '@shared/model/table-import';

/** The input is not in the encoding it was read with. */
export class WrongEncoding extends Error {}

export interface TextPieces {
  /** The complete characters, without a byte order mark. @throws WrongEncoding */
  add(piece: Uint8Array): string;
  /** The rest when no more bytes come. @throws WrongEncoding */
  end(): string;
}

export function createTextPieces(encoding: TextEncoding): TextPieces {
  return encoding === 'utf-8' ? new Utf8Pieces() : new DecodedPieces(encoding);
}

class DecodedPieces implements TextPieces {
  readonly #decoder;

  constructor(encoding: TextEncoding) {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  add(piece: Uint8Array): string {
    return checked(() => this.#decoder.decode(piece, { stream: true }));
  }

  end(): string {
    return checked(() => this.#decoder.decode());
  }
}

const none = Buffer.alloc(0);
const replacement = '\ufffd';
const byteOrderMark = 0xfeff;

class Utf8Pieces implements TextPieces {
  /** The first bytes of a character that is still incomplete. */
  #cut: Buffer = none;
  #isStart = true;

  add(piece: Uint8Array): string {
    const bytes = this.#cut.length === 0 ? asBuffer(piece) : Buffer.concat([this.#cut, piece]);
    const end = wholeCharacters(bytes);
    // Copied, because the piece is valid until the next one only.
    this.#cut = end === bytes.length ? none : Buffer.from(bytes.subarray(end));
    return this.#text(bytes.subarray(0, end));
  }

  end(): string {
    if (this.#cut.length > 0) throw wrong();
    return '';
  }

  #text(bytes: Buffer): string {
    const text = bytes.toString('utf8');
    // A replacement character may be in the input or result from an error: the strict decoder decides.
    if (text.includes(replacement)) checked(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isMarked = this.#isStart && text.charCodeAt(0) === byteOrderMark;
    if (text !== '') this.#isStart = false;
    return isMarked ? text.slice(1) : text;
  }
}

/** End of the last complete character. */
function wholeCharacters(bytes: Buffer): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) return length;
    if (byte < 0xc0) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return wanted > back ? length - back : length;
  }
  return length;
}

function asBuffer(piece: Uint8Array): Buffer {
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

function checked(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw wrong();
  }
}

function wrong(): WrongEncoding {
  return new WrongEncoding('The text is not of this encoding.');
}
