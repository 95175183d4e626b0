// The blocks of a file that the service holds, told apart from those of other writers and other attempts.
import type { BlockNumber } from '@shared/model/block-number';
import { blockOfId, type Cut, blockAt, bytesIn, coverOf } from '../plan/blocks';

interface StoredBlock {
  readonly id: string;
  readonly bytes: number;
}

/** Only complete blocks, none of which is part of another. */
export function stagedAmong(uncommitted: readonly StoredBlock[], prefix: string, cut: Cut): Set<BlockNumber> {
  const found = new Set<BlockNumber>();
  for (const { id, bytes } of uncommitted) {
    const number = blockOfId(prefix, id);
    if (number !== null && bytes > 0 && blockAt(cut, number).length === bytes) found.add(number);
  }
  return largestOf(found, cut);
}

/** Whether a blob consists only of blocks with that prefix, in order and complete. */
export function isMadeOf(committed: readonly StoredBlock[], prefix: string, cut: Cut): boolean {
  let end = 0;
  for (const { id, bytes } of committed) {
    const number = blockOfId(prefix, id);
    const block = number === null ? null : blockAt(cut, number);
    if (block?.offset !== end || block.length !== bytes) return false;
    end += bytes;
  }
  return committed.length > 0 && end === cut.bytes;
}

/** How the blocks in the journal compare with those at the service. */
interface StagedDifference {
  /** Fewer bytes are staged than the journal says. */
  readonly isExpired: boolean;
  /** Blocks differ from the journal, which therefore has to be corrected. */
  readonly isOther: boolean;
}

/**
 * A block that was given up may have been stored after all. It is then listed instead of the parts that the journal
 * knows, and nothing has expired.
 */
export function compareStaged(
  known: ReadonlySet<BlockNumber>,
  staged: ReadonlySet<BlockNumber>,
  cut: Cut,
): StagedDifference {
  return {
    isExpired: bytesIn(cut, staged) < bytesIn(cut, largestOf(known, cut)),
    isOther: [...known].some((number) => !staged.has(number)),
  };
}

function largestOf(found: ReadonlySet<BlockNumber>, cut: Cut): Set<BlockNumber> {
  const largest = new Set<BlockNumber>();
  for (const { number } of coverOf(cut, found)) if (found.has(number)) largest.add(number);
  return largest;
}
