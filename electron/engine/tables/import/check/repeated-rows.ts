// Reads the input again, if needed, to name rows that a check knows only by number or hash: rows with repeated keys,
// the largest partition.
import type { ImportReport, ImportSettings, SettledReading } from '@shared/model/table-import';
import type { InputBytes } from '../rows/input-text';
import { detachSubstring } from '../../../runtime/detach-substring';
import { type PartitionHash, isPartition } from './partition-counts';
import { readerFor } from '../rows/row-reader';
import { untypedKeys } from '../parts/untyped-rows';

/** Two lines of the input with the same keys. */
export interface RepeatedLine {
  readonly index: number;
  readonly firstIndex: number;
}

/** Adds the keys of each repeated line, in the order given. Throws what reading throws. */
export async function nameRepeatedRows(
  named: readonly RepeatedLine[],
  input: InputBytes,
  reading: SettledReading,
  settings: ImportSettings,
): Promise<ImportReport['duplicates']> {
  if (named.length === 0) return [];
  const wanted = new Set(named.map(({ index }) => index));
  const last = Math.max(...wanted);
  const keys = new Map<number, { readonly partitionKey: string; readonly rowKey: string }>();
  const reader = await readerFor(input, reading);
  const keysOf = untypedKeys(reader, settings);
  for await (const { rows } of reader.pieces()) {
    for (const row of rows) {
      if (!wanted.has(row.line)) continue;
      const found = keysOf(row);
      if (found !== null) keys.set(row.line, found);
    }
    if (rows.some(({ line }) => line >= last)) break;
  }
  return named.flatMap(({ index, firstIndex }) => {
    const found = keys.get(index);
    if (found === undefined) return [];
    return [{ line: index, firstLine: firstIndex, partitionKey: found.partitionKey, rowKey: found.rowKey }];
  });
}

/**
 * The key of the partition that was counted under this hash: reads the input up to one of its rows. Throws what reading
 * throws.
 */
export async function partitionOfHash(
  hash: PartitionHash,
  input: InputBytes,
  reading: SettledReading,
  settings: ImportSettings,
): Promise<string | null> {
  const isIt = isPartition(hash);
  const reader = await readerFor(input, reading);
  const keysOf = untypedKeys(reader, settings);
  for await (const { rows } of reader.pieces()) {
    for (const row of rows) {
      const keys = keysOf(row);
      if (keys !== null && isIt(keys.partitionKey)) return detachSubstring(keys.partitionKey);
    }
  }
  return null;
}
