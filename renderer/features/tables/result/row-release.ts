// Which blocks of a result may leave memory, and in which order. Pure.

/** What is asked of a block. */
export interface HeldBlock {
  /** When it was last used, by the count of `RowMemory.tick`. */
  readonly usedAt: number;
  readonly inMemory: 'yes' | 'no';
}

/**
 * The places of the blocks that may go: those farthest from what is looked at first, among equals the longest unused.
 * @param wanted the places that are looked at; those stay
 */
export function releaseOrder(blocks: readonly HeldBlock[], wanted: ReadonlySet<number>): readonly number[] {
  const first = wanted.size === 0 ? 0 : Math.min(...wanted);
  const last = wanted.size === 0 ? 0 : Math.max(...wanted);
  return (
    blocks
      .map((block, at) => ({ ...block, at, distance: Math.max(first - at, at - last, 0) }))
      // The first rows teach the columns and keys of the tab, the last tell where it is: both are always at hand.
      .filter(({ at, inMemory }) => at > 0 && at < blocks.length - 1 && inMemory === 'yes' && !wanted.has(at))
      .sort((left, right) => right.distance - left.distance || left.usedAt - right.usedAt)
      .map(({ at }) => at)
  );
}
