// Numbers for the blocks of a file, some of which are smaller than planned: the number encodes how often a planned
// block was halved and the position among blocks of that size. A block that was never halved has its index as number.
// Pure.

const placeBits = 24;
/** Maximum position among blocks of one size; every number fits 31 bits. */
const mostPlaces = 2 ** placeBits;

export type BlockNumber = number;

export function blockNumber(halvings: number, place: number): BlockNumber {
  return halvings * mostPlaces + place;
}

export function halvingsOf(block: BlockNumber): number {
  return block >>> placeBits;
}

/** In blocks of its own size from the start of the file. */
export function placeOf(block: BlockNumber): number {
  return block & (mostPlaces - 1);
}

/** The planned block that it is part of, which part, and of how many; indices are zero-based. */
export function partOf(block: BlockNumber): {
  readonly planned: number;
  readonly part: number;
  readonly parts: number;
} {
  const halvings = halvingsOf(block);
  const planned = placeOf(block) >>> halvings;
  return { planned, part: placeOf(block) - (planned << halvings), parts: 2 ** halvings };
}
