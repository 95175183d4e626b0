// Merges two streams of rows in key order: rows with equal keys are paired, the others stand alone. Holds at most a
// page of each side.
import { StowageError } from '../errors';
import type { Entity } from '../model/entity';
import { compareKeys } from '../query/evaluate';

export type KeyPair =
  | { readonly left: Entity; readonly right: Entity }
  | { readonly left: Entity; readonly right: null }
  | { readonly left: null; readonly right: Entity };

export type RowPages = AsyncIterable<readonly Entity[]>;

/**
 * Pairs in key order, in pieces of any size, independent of page boundaries. Both sides are closed when the consumer
 * leaves the loop.
 * @throws StowageError `bug.unexpected` when a side is not in key order; whatever a side throws
 */
export async function* pairsByKey(
  left: RowPages,
  right: RowPages,
): AsyncGenerator<readonly KeyPair[], void, undefined> {
  const [lefts, rights] = [new RowCursor(left), new RowCursor(right)];
  try {
    for (;;) {
      // Both sides are fetched concurrently.
      await Promise.all([lefts.fill(), rights.fill()]);
      const pairs = pairsAtHand(lefts, rights);
      if (pairs.length === 0) return;
      yield pairs;
    }
  } finally {
    await Promise.all([lefts.end(), rights.end()]);
  }
}

/** Continues until a side needs its next page. */
function pairsAtHand(lefts: RowCursor, rights: RowCursor): KeyPair[] {
  const pairs: KeyPair[] = [];
  while (lefts.isReady && rights.isReady) {
    const [left, right] = [lefts.peek(), rights.peek()];
    if (left === null && right === null) break;
    const order = left === null ? 1 : right === null ? -1 : compareKeys(left, right);
    if (left !== null && right !== null && order === 0) pairs.push({ left, right });
    else if (left !== null && order < 0) pairs.push({ left, right: null });
    else if (right !== null) pairs.push({ left: null, right });
    if (order <= 0) lefts.step();
    if (order >= 0) rights.step();
  }
  return pairs;
}

class RowCursor {
  readonly #pages: AsyncIterator<readonly Entity[]>;
  #page: readonly Entity[] = [];
  #at = 0;
  #isOver = false;
  #last: Entity | null = null;

  constructor(pages: RowPages) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** Whether a row is available, or the side is known to be finished. */
  get isReady(): boolean {
    return this.#isOver || this.#at < this.#page.length;
  }

  peek(): Entity | null {
    return this.#page[this.#at] ?? null;
  }

  step(): void {
    this.#at += 1;
  }

  async fill(): Promise<void> {
    while (!this.isReady) {
      const next = await this.#pages.next();
      if (next.done === true) {
        this.#isOver = true;
        this.#page = [];
      } else {
        this.#page = next.value;
        this.#check();
      }
      this.#at = 0;
    }
  }

  async end(): Promise<void> {
    if (!this.#isOver) await this.#pages.return?.();
  }

  #check(): void {
    for (const row of this.#page) {
      if (this.#last !== null && compareKeys(this.#last, row) >= 0) {
        throw new StowageError(
          'bug.unexpected',
          'The service gave entities out of key order, so they cannot be compared.',
          {
            context: { partitionKey: row.partitionKey, rowKey: row.rowKey },
          },
        );
      }
      this.#last = row;
    }
  }
}
