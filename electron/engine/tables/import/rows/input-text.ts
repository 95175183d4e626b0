// The input as text: opens it, detects its encoding, and reads it in pieces of text. Rows are made of it by
// row-reader.ts.
import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { StowageError } from '@shared/errors';
import type { TextEncoding } from '@shared/model/table-import';
import { encodings } from '@shared/preview/charsets';
import { KiB } from '@shared/units';
import { t } from '@shared/strings/t';
import { localError } from '../../../../disk/local-error';
import { createTextPieces } from './text-pieces';

export type InputLocation =
  /** `part`: only these bytes, after those of the header at the start of the file. */
  | { readonly kind: 'file'; readonly path: string; readonly part?: FilePart | undefined }
  | { readonly kind: 'text'; readonly text: string };

export interface FilePart {
  readonly headerBytes: number;
  readonly from: number;
  readonly to: number;
}

export interface InputBytes {
  /** File name, or `pasted rows`. */
  readonly name: string;
  readonly bytes: number;
  /** Only for files; changes when the file changes. */
  readonly modifiedAtMs: number;
  /** Differs between two files and between two states of one file; null for pasted rows. */
  readonly identity: string | null;
  /** At most so many bytes from the start. */
  head(bytes: number): Promise<Buffer>;
  /** The bytes of a part, fewer where the input ends before. */
  range(start: number, end: number): Promise<Buffer>;
  /** Reads from start to end; a piece is valid until the next one. */
  pieces(): AsyncGenerator<Buffer, void, undefined>;
}

export interface EncodingVerdict {
  readonly encoding: TextEncoding;
  readonly note: string;
}

/** Small enough that most objects made from a piece are collected as young garbage. */
const pieceBytes = 128 * KiB;

/** @throws StowageError `local.*`, `invalid.input` for a folder */
export async function openInput(location: InputLocation): Promise<InputBytes> {
  if (location.kind === 'text') return textInput(Buffer.from(location.text, 'utf8'));
  const { path } = location;
  const found = await stat(path).catch((thrown: unknown) => Promise.reject(localError(thrown, path)));
  if (!found.isFile()) {
    const problem = t`${basename(path)} is not a file.`;
    throw new StowageError('invalid.input', problem, {
      context: { field: 'Input', problem, fix: t`Choose a CSV, TSV, JSON, JSON Lines or Parquet file.` },
    });
  }
  if (location.part !== undefined) return partOf(path, location.part, found);
  return {
    name: basename(path),
    bytes: found.size,
    modifiedAtMs: Math.floor(found.mtimeMs),
    identity: JSON.stringify([path, found.dev, found.ino, found.size, found.mtimeMs, found.ctimeMs]),
    head: (bytes) => fileRange(path, 0, Math.min(bytes, found.size)),
    range: (start, end) => fileRange(path, start, Math.min(end, found.size)),
    pieces: () => filePieces(path),
  };
}

/** The header and the part, as if they were a file. */
function partOf(path: string, { headerBytes, from, to }: FilePart, found: Stats): InputBytes {
  const bytes = headerBytes + Math.max(0, Math.min(to, found.size) - from);
  const range = async (start: number, end: number): Promise<Buffer> => {
    const last = Math.min(end, bytes);
    const header = start < headerBytes ? [await fileRange(path, start, Math.min(last, headerBytes))] : [];
    const shift = from - headerBytes;
    const rest = last > headerBytes ? [await fileRange(path, Math.max(start, headerBytes) + shift, last + shift)] : [];
    return Buffer.concat([...header, ...rest]);
  };
  return {
    name: basename(path),
    bytes,
    modifiedAtMs: Math.floor(found.mtimeMs),
    identity: JSON.stringify([path, found.dev, found.ino, found.size, found.mtimeMs, headerBytes, from, to]),
    head: (wanted) => range(0, wanted),
    range,
    async *pieces() {
      for (let start = 0; start < bytes; start += pieceBytes) yield await range(start, start + pieceBytes);
    },
  };
}

/**
 * A byte order mark decides; zeros in every other byte mean UTF-16; the encoding of text that is not UTF-8 is guessed.
 * @param isWhole `head` is the whole input, so that a truncated character at its end is an error
 */
export async function detectEncoding(head: Buffer, isWhole: 'whole' | 'start'): Promise<EncodingVerdict> {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', note: '' };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', note: '' };
  const sample = head.subarray(0, 4096);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 8 && even < odd / 8)
    return { encoding: 'utf-16le', note: t`Read as UTF-16: every other byte is zero.` };
  if (even > sample.length / 8 && odd < even / 8)
    return { encoding: 'utf-16be', note: t`Read as UTF-16: every other byte is zero.` };
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isWhole === 'start' });
    return { encoding: 'utf-8', note: '' };
  } catch {
    const encoding = await guess(head);
    return { encoding, note: guessNote(encoding) };
  }
}

/** Loaded with the first text that needs it. */
async function guess(bytes: Uint8Array): Promise<TextEncoding> {
  const { guessEncoding } = await import('@shared/preview/guess-encoding');
  return guessEncoding(bytes);
}

export function guessNote(encoding: TextEncoding): string {
  const label = encodings.find(({ value }) => value === encoding)?.label ?? encoding;
  return t`It is not valid UTF-8, so it is read as ${label}. Check letters with accents, or choose another encoding.`;
}

/** The bytes that an encoding is guessed from, at most. */
const guessedFromBytes = 64 * KiB;

/**
 * The encoding for a text that could not be read in a detected one: for UTF-8 a guess, which needs the part that is not
 * ASCII; for a guess Windows-1252, in which every byte is a character. Null if there is nothing else to try.
 */
export async function nextEncoding(input: InputBytes, failed: TextEncoding): Promise<TextEncoding | null> {
  if (failed !== 'utf-8') return /^(?:utf-16|windows-1252)/u.test(failed) ? null : 'windows-1252';
  const telltale: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input.pieces()) {
    const at = piece.findIndex((byte) => byte >= 0x80);
    if (at === -1) continue;
    // From the line that it is in. Copied, because the piece is valid until the next one only.
    const start = piece.lastIndexOf(0x0a, at) + 1;
    telltale.push(Buffer.from(piece.subarray(start, start + guessedFromBytes)));
    bytes += telltale.at(-1)?.length ?? 0;
    if (bytes >= guessedFromBytes) break;
  }
  return guess(Buffer.concat(telltale));
}

/** Text without the byte order mark, with the number of bytes already read. @throws WrongEncoding, StowageError */
export async function* decodedPieces(
  input: InputBytes,
  encoding: TextEncoding,
): AsyncGenerator<{ readonly text: string; readonly bytesDone: number }, void, undefined> {
  const decoder = createTextPieces(encoding);
  let bytesDone = 0;
  for await (const piece of input.pieces()) {
    bytesDone += piece.length;
    yield { text: decoder.add(piece), bytesDone };
  }
  const rest = decoder.end();
  if (rest !== '') yield { text: rest, bytesDone };
}

function textInput(content: Buffer): InputBytes {
  return {
    name: t`pasted rows`,
    bytes: content.length,
    modifiedAtMs: 0,
    identity: null,
    head: (bytes) => Promise.resolve(content.subarray(0, bytes)),
    range: (start, end) => Promise.resolve(content.subarray(start, end)),
    async *pieces() {
      for (let start = 0; start < content.length; start += pieceBytes) {
        yield await Promise.resolve(content.subarray(start, start + pieceBytes));
      }
    },
  };
}

async function fileRange(path: string, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, end - start));
  const filled = await withFile(path, async (file) => (await file.read(buffer, 0, buffer.length, start)).bytesRead);
  return buffer.subarray(0, filled);
}

async function* filePieces(path: string): AsyncGenerator<Buffer, void, undefined> {
  const file = await open(path, 'r').catch((thrown: unknown) => Promise.reject(localError(thrown, path)));
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r').catch((thrown: unknown) => Promise.reject(localError(thrown, path)));
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
