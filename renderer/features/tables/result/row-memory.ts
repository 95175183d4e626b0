// Limits the memory of the loaded rows of all tabs together: when there are too many, it requests the results to
// release some, the least recently viewed one first. Also which blocks of a result may leave memory, and in which
// order.

export interface RowHolder {
  /** How much its rows hold in memory. */
  readonly residentBytes: number;
  /** When its rows were last viewed, by the count of `RowMemory.tick`. */
  readonly lookedAt: number;
  /** Releases rows of about so many bytes, and returns how many go now or soon; 0 if it can spare none. */
  release(bytes: number): number;
}

export class RowMemory {
  readonly #budgetBytes: number;
  readonly #holders = new Set<RowHolder>();
  #clock = 0;

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** How much the rows of all results hold. */
  get residentBytes(): number {
    let sum = 0;
    for (const holder of this.#holders) sum += holder.residentBytes;
    return sum;
  }

  tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** A result grew, or rows of it came back. */
  grown(holder: RowHolder): void {
    this.#holders.add(holder);
    let spare = this.residentBytes - this.#budgetBytes;
    if (spare <= 0) return;
    for (const each of [...this.#holders].sort((left, right) => left.lookedAt - right.lookedAt)) {
      spare -= each.release(spare);
      if (spare <= 0) return;
    }
  }

  /** A result holds nothing any more. */
  emptied(holder: RowHolder): void {
    this.#holders.delete(holder);
  }
}

/** The rows of every tab of this window. */
export const windowRows = new RowMemory(64 * 2 ** 20);

/** What matters of a block. */
export interface HeldBlock {
  /** When it was last used, by the count of `RowMemory.tick`. */
  readonly usedAt: number;
  readonly inMemory: boolean;
}

/**
 * The indexes of the blocks that may be released: those farthest from the viewport first, among equals the longest
 * unused.
 * @param wanted the indexes of the blocks in view; those stay
 */
export function releaseOrder(blocks: readonly HeldBlock[], wanted: ReadonlySet<number>): readonly number[] {
  const first = wanted.size === 0 ? 0 : Math.min(...wanted);
  const last = wanted.size === 0 ? 0 : Math.max(...wanted);
  return (
    blocks
      .map((block, at) => ({ ...block, at, distance: Math.max(first - at, at - last, 0) }))
      // The first rows teach the columns and keys of the tab, the last ones its position: both are always in memory.
      .filter(({ at, inMemory }) => at > 0 && at < blocks.length - 1 && inMemory && !wanted.has(at))
      .sort((left, right) => right.distance - left.distance || left.usedAt - right.usedAt)
      .map(({ at }) => at)
  );
}
