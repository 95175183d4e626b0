// The rows that both subjects import: the same values, from a file for Stowage and from memory for the SDK.

export interface ImportedRow {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly values: Readonly<{ Name: string; Count: number; Rating: number; Sealed: boolean }>;
}

const maxPartitions = 20;
const pieceUnits = 65_536;

/** Batches of 100, each for one partition. */
export function importPartitions(entities: number): { readonly partitions: number } {
  return { partitions: Math.min(maxPartitions, Math.max(1, Math.floor(entities / 100))) };
}

export function importedRow(index: number, partition: number): ImportedRow {
  const values = { Name: `container ${index}`, Count: index, Rating: index + 0.5, Sealed: index % 2 === 0 };
  return { PartitionKey: `pier-${partition}`, RowKey: String(index).padStart(9, '0'), values };
}

/**
 * A CSV file in pieces. The rows alternate between all partitions, as in many real files.
 * @param noteLength letters of a seventh column; 0 for none
 * @param salt separates the rows of the subjects, because replacing a row costs the emulator more than twice as much as
 * inserting one
 */
export function* importedLines(entities: number, salt: string, noteLength = 0): Generator<string, void, undefined> {
  const { partitions } = importPartitions(entities);
  const [heading, note] = noteLength === 0 ? ['', ''] : [',Note', `,${'sea '.repeat(noteLength / 4)}`];
  let piece = `PartitionKey,RowKey,Name,Count,Rating,Sealed${heading}\n`;
  for (let index = 0; index < entities; index += 1) {
    const { PartitionKey, RowKey, values } = importedRow(Math.floor(index / partitions), index % partitions);
    piece += `${PartitionKey}-${salt},${RowKey},${values.Name},${values.Count},${values.Rating},${values.Sealed}${note}\n`;
    if (piece.length < pieceUnits) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
