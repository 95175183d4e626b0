// Divides a file while it moves: into the blocks of its plan, any of which may be replaced by its halves, their halves
// and so on. Whatever was halved when, the blocks of a cover are in order and contain every byte once. Pure.
import { type BlockNumber, blockNumber, halvingsOf, positionOf } from '@shared/model/block-number';
import { blockCount, blockCountLimit, smallestBlockBytes } from './block-plan';

/** A file and the size of its blocks as planned. */
export interface Cut {
  readonly bytes: number;
  readonly blockBytes: number;
}

/** One block of a file: a range of it. */
export interface Block {
  readonly number: BlockNumber;
  readonly offset: number;
  readonly length: number;
}

export function blockAt({ bytes, blockBytes }: Cut, number: BlockNumber): Block {
  const parts = 2 ** halvingsOf(number);
  const start = (place: number): number => Math.min(bytes, Math.floor((place * blockBytes) / parts));
  const offset = start(positionOf(number));
  return { number, offset, length: start(positionOf(number) + 1) - offset };
}

/** How often blocks may be halved without exceeding the number of blocks that a blob can have. */
export function maxHalvings({ bytes, blockBytes }: Cut): number {
  const planned = Math.max(1, blockCount(bytes, blockBytes));
  let halvings = 0;
  for (let parts = 2; planned * parts <= blockCountLimit && blockBytes >= smallestBlockBytes * parts; parts *= 2) {
    halvings += 1;
  }
  return halvings;
}

/** The two halves that replace a block. The second is missing when the file ends before it. */
function halvesOf(cut: Cut, { number }: Block): readonly Block[] {
  const first = blockNumber(halvingsOf(number) + 1, positionOf(number) * 2);
  return [blockAt(cut, first), blockAt(cut, first + 1)].filter(({ length }) => length > 0);
}

/**
 * The blocks of the whole file, in order: of the known ones the largest, and the gaps between them as planned blocks.
 * Numbers that do not belong to this file are ignored.
 */
export function* coverOf(cut: Cut, known: Iterable<BlockNumber>): Generator<Block> {
  const max = maxHalvings(cut);
  const isHeld = new Set<BlockNumber>();
  /** Planned blocks of which parts are known. */
  const isOpen = new Set<BlockNumber>();
  for (const number of known) {
    if (halvingsOf(number) > max || blockAt(cut, number).length === 0) continue;
    isHeld.add(number);
    for (let halvings = halvingsOf(number), place = positionOf(number); halvings > 0;) {
      halvings -= 1;
      place >>>= 1;
      isOpen.add(blockNumber(halvings, place));
    }
  }
  const planned = blockCount(cut.bytes, cut.blockBytes);
  for (let place = 0; place < planned; place += 1) {
    const open = [blockAt(cut, blockNumber(0, place))];
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      if (isHeld.has(block.number) || !isOpen.has(block.number)) yield block;
      else open.push(...[...halvesOf(cut, block)].reverse());
    }
  }
}

/** Sum of the bytes of blocks that do not contain each other. */
export function bytesIn(cut: Cut, blocks: Iterable<BlockNumber>): number {
  let bytes = 0;
  for (const number of blocks) bytes += blockAt(cut, number).length;
  return Math.min(cut.bytes, bytes);
}

/** Size of its next block. `wantedBytes` null: as planned. */
export function nextBlockBytes(cut: Cut, wantedBytes: number | null): number {
  const max = maxHalvings(cut);
  let halvings = 0;
  while (wantedBytes !== null && halvings < max && cut.blockBytes / 2 ** halvings > wantedBytes) halvings += 1;
  return Math.floor(cut.blockBytes / 2 ** halvings);
}

/** What is left of a file, block by block, each in the size wanted when its turn comes. */
export interface Cutting {
  /** Null when nothing is left at the moment; a returned block may come again. */
  readonly next: () => Block | null;
  /** Returns a block that was not moved. */
  readonly giveBack: (block: Block) => void;
  /** Whether it would be divided if its turn came now. */
  readonly isTooLarge: (block: Block) => boolean;
}

/** `held`: blocks that need not be moved. `wantedBytes` is asked for every block; null: as planned. */
export function createCutting(cut: Cut, held: ReadonlySet<BlockNumber>, wantedBytes: () => number | null): Cutting {
  const max = maxHalvings(cut);
  const ahead = missingIn(cut, new Set(held));
  /** In reverse order. */
  const back: Block[] = [];
  const isTooLarge = (block: Block): boolean => {
    const wanted = wantedBytes();
    return wanted !== null && block.length > wanted && halvingsOf(block.number) < max;
  };
  return {
    isTooLarge,
    giveBack: (block) => void back.push(block),
    next: () => {
      let block = back.pop() ?? ahead.next().value ?? null;
      while (block !== null && isTooLarge(block)) {
        const [first, ...rest] = halvesOf(cut, block);
        back.push(...rest);
        block = first ?? null;
      }
      return block;
    },
  };
}

function* missingIn(cut: Cut, held: ReadonlySet<BlockNumber>): Generator<Block, undefined> {
  for (const block of coverOf(cut, held)) if (!held.has(block.number)) yield block;
  return undefined;
}
