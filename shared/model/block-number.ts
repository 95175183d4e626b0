// How the blocks of a file are numbered where some are finer than planned: by how often a block of the plan was halved, and
// by the place among blocks of that size. What was never halved has its index for a number. Pure.

const placeBits = 24;
/** There are no more places for blocks of one size; 31 bits hold every number. */
const mostPlaces = 2 ** placeBits;

export type BlockNumber = number;

export function blockNumber(halvings: number, place: number): BlockNumber {
  return halvings * mostPlaces + place;
}

export function halvingsOf(block: BlockNumber): number {
  return block >>> placeBits;
}

/** Counted in blocks of its own size from the start of the file. */
export function placeOf(block: BlockNumber): number {
  return block & (mostPlaces - 1);
}

/** The block of the plan that it is a part of, which part of it, and of how many; all counted from 0. */
export function partOf(block: BlockNumber): {
  readonly planned: number;
  readonly part: number;
  readonly parts: number;
} {
  const halvings = halvingsOf(block);
  const planned = placeOf(block) >>> halvings;
  return { planned, part: placeOf(block) - (planned << halvings), parts: 2 ** halvings };
}
