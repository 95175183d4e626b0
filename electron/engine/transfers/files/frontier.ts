// How far a file that comes in ranges, in any order, is complete from its start.

/** In bytes. */
interface Range {
  readonly offset: number;
  readonly length: number;
}

export interface Frontier {
  /** A range is there. None overlaps another. */
  add(range: Range): void;
  readableBytes(): number;
}

/** @param done ranges that are there already */
export function createFrontier(done: readonly Range[]): Frontier {
  /** Ends of the ranges beyond it, by their starts. */
  const ends = new Map<number, number>();
  let readableBytes = 0;
  const add = ({ offset, length }: Range): void => {
    ends.set(offset, offset + length);
    for (let end = ends.get(readableBytes); end !== undefined; end = ends.get(readableBytes)) {
      ends.delete(readableBytes);
      readableBytes = end;
    }
  };
  for (const range of done) add(range);
  return { add, readableBytes: () => readableBytes };
}
