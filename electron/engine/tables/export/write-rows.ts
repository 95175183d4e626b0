// Writes a text file with one or more lines per entity, without holding the file in memory.
import { open } from 'node:fs/promises';
import type { ExportedEntity } from './exported-columns';

export interface RowText {
  readonly head: string;
  /** Includes its line end. */
  readonly row: (entity: ExportedEntity) => string;
}

/** Rows are written in pieces of about this size. */
const pieceUnits = 1 << 18;

/** UTF-8. Overwrites `path`. Throws what the file system throws. */
export async function writeRows(
  path: string,
  entities: AsyncIterable<ExportedEntity>,
  { head, row }: RowText,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    let piece = head;
    for await (const entity of entities) {
      piece += row(entity);
      if (piece.length < pieceUnits) continue;
      await file.appendFile(piece);
      piece = '';
    }
    await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
