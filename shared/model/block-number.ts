// Numbers for the blocks of a file, some of which are smaller than planned: the number encodes how often a planned
// block was halved and the position among blocks of that size. A block that was never halved has its index as number.
// Pure.

const indexBits = 24;
/** Maximum position among blocks of one size; every number fits 31 bits. */
const maxIndex = 2 ** indexBits;

export type BlockNumber = number;

export function blockNumber(halvings: number, index: number): BlockNumber {
  return halvings * maxIndex + index;
}

export function halvingsOf(block: BlockNumber): number {
  return block >>> indexBits;
}

/** In blocks of the file's block size from the start of the file. */
export function positionOf(block: BlockNumber): number {
  return block & (maxIndex - 1);
}

/** The planned block that it is part of, which part, and of how many; indices are zero-based. */
export function partOf(block: BlockNumber): {
  readonly planned: number;
  readonly part: number;
  readonly parts: number;
} {
  const halvings = halvingsOf(block);
  const planned = positionOf(block) >>> halvings;
  return { planned, part: positionOf(block) - (planned << halvings), parts: 2 ** halvings };
}
