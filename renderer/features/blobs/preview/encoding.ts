// Decodes the bytes of a blob to text, and encodes text to bytes. Pure.
import type { ByteUnits } from '@shared/preview/byte-finder';
import type { Encoding } from '@shared/preview/charsets';
import { declaredEncoding, guessEncoding } from '@shared/preview/guess-encoding';
import { tableBytes } from './multibyte';

export { type Encoding, encodings } from '@shared/preview/charsets';

/** Bytes that are examined when no mark declares the encoding. */
const sampleBytes = 64 * 1024;
/** Control characters that text does have: tab, line feed, form feed, carriage return, escape. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/**
 * The encoding that the blob itself declares applies, unless its bytes contradict: by a mark, or because they are not
 * text in it. Two names are only guesses of the program that wrote them: UTF-8, and Windows-1252, which many programs
 * use as a default. @param head the start of the blob
 */
export function encodingOf(head: Uint8Array, contentType: string): Encoding | 'binary' {
  const declared = declaredEncoding(contentType);
  const detected = detectEncoding(head);
  if (declared === null || declared === 'utf-8' || declared === 'windows-1252') return detected;
  if (markOf(head) !== null) return detected;
  // UTF-16 has bytes that no other text has, and is hardly ever valid UTF-8.
  const against = declared === 'utf-16le' || declared === 'utf-16be' ? 'utf-8' : 'binary';
  return detected === against ? detected : declared;
}

/**
 * A byte order mark decides; zeros in every other byte mean UTF-16; other zeros and many control characters mean that
 * it is no text; for what is hardly UTF-8, the encoding is guessed.
 * @param head the start of the blob
 */
export function detectEncoding(head: Uint8Array): Encoding | 'binary' {
  const marked = markOf(head);
  if (marked !== null) return marked;
  const sample = head.subarray(0, sampleBytes);
  const zeros = [0, 0];
  let controls = 0;
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    else if (byte < 0x20 && !textControls.has(byte)) controls += 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 8 && even < odd / 8) return 'utf-16le';
  if (even > sample.length / 8 && odd < even / 8) return 'utf-16be';
  if (even + odd > 0 || controls > Math.max(2, sample.length / 32)) return 'binary';
  return isUtf8(sample) ? 'utf-8' : guessEncoding(sample);
}

/** Bytes of the mark at the start of the blob that belong to no line. */
export function markBytes(head: Uint8Array, encoding: Encoding): number {
  if (markOf(head) !== encoding) return 0;
  return encoding === 'utf-8' ? 3 : 2;
}

function markOf(head: Uint8Array): Encoding | null {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/**
 * Whether it is UTF-8, save for a few bytes: a log in which one line is broken is none in Windows-1252. Text in that one
 * hardly ever has bytes that belong together as UTF-8.
 */
function isUtf8(sample: Uint8Array): boolean {
  // Decoded as a stream, so that a character cut off by the end of the sample is not an error.
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    const text = new TextDecoder('utf-8').decode(sample, { stream: true });
    const broken = text.match(/\ufffd/gu)?.length ?? 0;
    return broken < (text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0);
  }
}

const decoders = new Map<Encoding, TextDecoder>();

/** Invalid bytes become the replacement character; byte order marks inside the text stay. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  let decoder = decoders.get(encoding);
  if (decoder === undefined) {
    decoder = new TextDecoder(encoding, { ignoreBOM: true });
    decoders.set(encoding, decoder);
  }
  return decoder.decode(bytes);
}

/** The bytes of a text; null where the encoding has no bytes for one of its characters. */
export function encodeText(text: string, encoding: Encoding): Uint8Array | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return tableBytes(text, encoding);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) {
    view.setUint16(index * 2, text.charCodeAt(index), encoding === 'utf-16le');
  }
  return bytes;
}

export function unitsOf(encoding: Encoding): ByteUnits {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? encoding : 'bytes';
}
