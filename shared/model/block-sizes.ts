// Block sizes and parallel blocks by file size, which a connection may have instead of automatic ones.
import { z } from 'zod';
import { plural, t } from '../strings/t';
import { MiB, formatRoundBytes } from '../units';

const automatic = z.literal('auto');
export const maxBlockBytes = 4000 * MiB;
export const maxParallelBlocks = 64;

/** For files of at least `fromBytes`, up to the next row. */
export const blockSizeRow = z.object({
  fromBytes: z.int().min(0),
  blockBytes: z.union([automatic, z.int().min(1).max(maxBlockBytes)]),
  /** Blocks of one file in flight. */
  parallel: z.union([automatic, z.int().min(1).max(maxParallelBlocks)]),
});
export type BlockSizeRow = z.infer<typeof blockSizeRow>;

export const maxBlockSizeRows = 20;
export const blockSizeRows = z.array(blockSizeRow).max(maxBlockSizeRows);

/** As a job uses them. `from`: the run of the lab that they were taken from; empty if the user entered them. */
export const blockSizes = z.object({ rows: blockSizeRows, from: z.string() });
export type BlockSizes = z.infer<typeof blockSizes>;

/** Ascending, the last of several rows for one size, without rows that leave everything automatic before any other. */
export function orderedRows(rows: readonly BlockSizeRow[]): readonly BlockSizeRow[] {
  const bySize = new Map(rows.map((row) => [row.fromBytes, row]));
  const ordered = [...bySize.values()].sort((one, other) => one.fromBytes - other.fromBytes);
  const first = ordered.findIndex(({ blockBytes, parallel }) => blockBytes !== 'auto' || parallel !== 'auto');
  return first < 0 ? [] : ordered.slice(first);
}

/** `1 MiB × 4; from 32 MiB: 8 MiB × automatic` */
export function rowsText(rows: readonly BlockSizeRow[]): string {
  return rows
    .map((row) => (row.fromBytes === 0 ? rowText(row) : t`from ${formatRoundBytes(row.fromBytes)}: ${rowText(row)}`))
    .join('; ');
}

function rowText({ blockBytes, parallel }: BlockSizeRow): string {
  if (blockBytes === 'auto' && parallel === 'auto') return t`automatic`;
  const size = blockBytes === 'auto' ? t`blocks of automatic size` : t`blocks of ${formatRoundBytes(blockBytes)}`;
  return parallel === 'auto'
    ? size
    : `${size}, ${plural(parallel)`${parallel} block in flight | ${parallel} blocks in flight`}`;
}
