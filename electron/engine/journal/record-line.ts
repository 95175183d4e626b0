// One journal record as one line: eight hex digits of CRC-32, a space, JSON. A line that does not match its checksum
// was torn or damaged; everything from there on is not trusted.
import { crc32 } from 'node:zlib';

/** The record with its checksum and line end. */
export function encodeRecord(record: unknown): string {
  const json = JSON.stringify(record);
  return `${checksum(Buffer.from(json, 'utf8'))} ${json}\n`;
}

export interface RecordLine {
  readonly record: unknown;
  /** Byte offset of the line. */
  readonly at: number;
  /** Length in bytes, line end included. */
  readonly bytes: number;
}

export interface DecodedLines {
  readonly lines: readonly RecordLine[];
  /** Bytes of the content up to and including the last good line. */
  readonly goodBytes: number;
}

/** All lines before the first bad one, each decoded when it is requested. Never throws. */
export function* goodLines(content: Buffer): Generator<RecordLine, void> {
  let at = 0;
  for (;;) {
    const end = content.indexOf(0x0a, at);
    if (end === -1) return;
    const value = decodeLine(content.subarray(at, end));
    if (value === undefined) return;
    yield { record: value.record, at, bytes: end + 1 - at };
    at = end + 1;
  }
}

/** All lines before the first bad one. Never throws. */
export function decodeLines(content: Buffer): DecodedLines {
  const lines = [...goodLines(content)];
  const last = lines.at(-1);
  return { lines, goodBytes: last === undefined ? 0 : last.at + last.bytes };
}

export interface DecodedRecords {
  readonly values: readonly unknown[];
  /** Bytes of the file up to and including the last good line. */
  readonly goodBytes: number;
}

/** All records before the first bad line. Never throws. */
export function decodeRecords(content: Buffer): DecodedRecords {
  const { lines, goodBytes } = decodeLines(content);
  return { values: lines.map(({ record }) => record), goodBytes };
}

/** Every valid record, wherever it is: a damaged line affects no other. Never throws. */
export function decodeEach(content: Buffer): DecodedEach {
  const values: unknown[] = [];
  let start = 0;
  let damaged = 0;
  for (let end = content.indexOf(0x0a); end !== -1; end = content.indexOf(0x0a, start)) {
    const value = decodeLine(content.subarray(start, end));
    if (value !== undefined) values.push(value.record);
    else if (end > start) damaged += 1;
    start = end + 1;
  }
  return { values, damaged };
}

export interface DecodedEach {
  readonly values: readonly unknown[];
  /** Complete lines that are not records. An incomplete line at the end is normal after a crash and not counted. */
  readonly damaged: number;
}

function decodeLine(line: Buffer): { readonly record: unknown } | undefined {
  if (line.length < 10 || line[8] !== 0x20) return undefined;
  const json = line.subarray(checksumChars + 1);
  if (checksumOf(line) !== crc32(json)) return undefined;
  try {
    return { record: JSON.parse(json.toString('utf8')) as unknown };
  } catch {
    return undefined;
  }
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(checksumChars, '0');
}

const checksumChars = 8;

/** Read digit by digit: the journal of a large job has hundreds of thousands of lines. -1 where it is none. */
function checksumOf(line: Buffer): number {
  let value = 0;
  for (let at = 0; at < checksumChars; at += 1) {
    const char = line[at] ?? 0;
    const isDigit = char >= 0x30 && char <= 0x39;
    if (!isDigit && (char < 0x61 || char > 0x66)) return -1;
    value = value * 16 + char - (isDigit ? 0x30 : 0x57);
  }
  return value;
}
