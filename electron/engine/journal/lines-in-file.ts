// Reads the records of a file piece by piece, each with its position: a long file is never held as a whole.
import { type FileHandle, open } from 'node:fs/promises';
import { readIfExists } from '../../disk/read-if-exists';
import { type RecordLine, decodeLines } from './record-line';

const pieceBytes = 1024 * 1024;
const newLine = 0x0a;

/** The valid lines from that byte on, in groups, up to the first damaged or incomplete one; none for a missing file. */
export async function* linesInFile(path: string, from = 0): AsyncGenerator<readonly RecordLine[], void, undefined> {
  const handle = await openToRead(path);
  if (handle === null) return;
  try {
    let at = from;
    let readBytes = from;
    let rest = Buffer.alloc(0);
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, readBytes);
      if (bytesRead === 0) return;
      readBytes += bytesRead;
      const piece = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const end = piece.lastIndexOf(newLine) + 1;
      const { lines, goodBytes } = decodeLines(piece.subarray(0, end));
      const base = at;
      yield lines.map((line) => ({ ...line, at: base + line.at }));
      if (goodBytes < end) return;
      rest = piece.subarray(end);
      at += end;
    }
  } finally {
    await handle.close();
  }
}

/** The records whose lines are at these positions of a file, in their order. */
export async function recordsAt(
  path: string,
  positions: readonly Pick<RecordLine, 'at' | 'bytes'>[],
): Promise<readonly unknown[]> {
  const handle = await openToRead(path);
  if (handle === null) return [];
  try {
    const records: unknown[] = [];
    for (const { at, bytes } of positions) {
      const { buffer } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, at);
      for (const { record } of decodeLines(buffer).lines) records.push(record);
    }
    return records;
  } finally {
    await handle.close();
  }
}

function openToRead(path: string): Promise<FileHandle | null> {
  return readIfExists(path, (present) => open(present, 'r'), null);
}
