// Writes a text file with one or more lines per entity, without holding the file in memory.
import { open } from 'node:fs/promises';
import type { PackedRows } from '@shared/rows/packed-rows';

export interface RowText {
  readonly head: string;
  /** The text of each row, with its line ends. */
  readonly lines: (rows: PackedRows) => Iterable<string>;
}

/** Rows are written in pieces of about this size. */
const pieceUnits = 1 << 18;

/** UTF-8. Overwrites `path`. Throws what the file system throws. */
export async function writeRows(
  path: string,
  blocks: AsyncIterable<PackedRows>,
  { head, lines }: RowText,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    let piece = head;
    for await (const rows of blocks) {
      for (const line of lines(rows)) {
        piece += line;
        if (piece.length < pieceUnits) continue;
        await file.appendFile(piece);
        piece = '';
      }
    }
    await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
