// In which order the block sizes of a connection are saved, and how they read.
import { expect, it } from 'vitest';
import { MiB } from '../units';
import { type BlockSizeRow, blockSizeRow, orderedRows, rowsText } from './block-sizes';

const row = (fromBytes: number, blockBytes: BlockSizeRow['blockBytes'], parallel: BlockSizeRow['parallel']) => ({
  fromBytes,
  blockBytes,
  parallel,
});

it('block sizes: are saved in order, the later of two rows for one size, without automatic ones before all others', () => {
  expect(orderedRows([row(9, MiB, 1), row(3, 'auto', 'auto'), row(5, 'auto', 2), row(9, 'auto', 'auto')])).toEqual([
    row(5, 'auto', 2),
    row(9, 'auto', 'auto'),
  ]);
  expect(orderedRows([row(0, MiB, 'auto')])).toEqual([row(0, MiB, 'auto')]);
  expect(orderedRows([row(0, 'auto', 'auto')])).toEqual([]);
});

it('block sizes: read as one sentence, and nothing outside of what a transfer can do is saved', () => {
  const rows = [
    row(0, MiB, 4),
    row(32 * MiB, 'auto', 1),
    row(64 * MiB, 8 * MiB, 'auto'),
    row(128 * MiB, 'auto', 'auto'),
  ];
  expect(rowsText(rows).replaceAll('\u00a0', ' ')).toBe(
    'blocks of 1 MiB, 4 blocks in flight; from 32 MiB: blocks of automatic size, 1 block in flight; ' +
      'from 64 MiB: blocks of 8 MiB; from 128 MiB: automatic',
  );
  const isSaved = (one: BlockSizeRow): boolean => blockSizeRow.safeParse(one).success;
  expect([row(0, 1, 1), row(0, 4000 * MiB, 64), row(0, 'auto', 'auto')].map(isSaved)).toEqual([true, true, true]);
  expect([row(0, 0, 1), row(0, 4001 * MiB, 1), row(0, 1, 0), row(0, 1, 65), row(-1, 1, 1)].map(isSaved)).not.toContain(
    true,
  );
});
