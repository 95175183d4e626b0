// Describes the block sizes of a run, in the order in which they were used. Pure.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';

/** More of them than these are summed up. */
const maxNamed = 4;

/** @param blockBytes of each sample, 0 while nothing moved in blocks */
export function blockSizesText(blockBytes: readonly number[]): string {
  const sizes = blockBytes.filter((bytes) => bytes > 0);
  const inTurn = sizes.filter((bytes, index) => bytes !== sizes[index - 1]);
  if (inTurn.length === 0) return t`no blocks`;
  if (inTurn.length <= maxNamed) return t`blocks of ${inTurn.map(formatBytes).join(' → ')}`;
  const [min, max] = [Math.min(...inTurn), Math.max(...inTurn)].map(formatBytes);
  return t`blocks of ${min ?? ''} to ${max ?? ''}, changed ${counted(inTurn.length - 1, 'time')}`;
}
