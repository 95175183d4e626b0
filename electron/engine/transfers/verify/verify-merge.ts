// Pairs files and blobs by name. Both sides are roughly in name order, so that little has to be kept; where their
// orders differ, names wait for each other and the result stays exact.

export interface Named {
  readonly name: string;
}

export interface Pair<H extends Named, T extends Named> {
  readonly name: string;
  readonly here: H | null;
  readonly there: T | null;
}

export interface MergeWatch {
  /** Called with the number of names that wait for the other side, whenever it reaches a new maximum. */
  readonly onWaiting?: (names: number) => void;
}

/** Each side gives a name once. Yields pairs as soon as both are there, and at the end what has no counterpart. */
export async function* mergeByName<H extends Named, T extends Named>(
  here: AsyncIterable<readonly H[]>,
  there: AsyncIterable<readonly T[]>,
  { onWaiting }: MergeWatch = {},
): AsyncGenerator<readonly Pair<H, T>[], void, undefined> {
  const [left, right] = [sideOf(here), sideOf(there)];
  let max = 0;
  try {
    for (;;) {
      const [atLeft, atRight] = [left.last(), right.last()];
      // Advances the side that is behind; at the start both.
      const takeLeft = !left.isOver && (right.isOver || atLeft === null || (atRight !== null && atLeft <= atRight));
      const takeRight = !right.isOver && (left.isOver || atRight === null || (atLeft !== null && atRight <= atLeft));
      if (!takeLeft && !takeRight) break;
      const [lefts, rights] = await Promise.all([takeLeft ? left.next() : [], takeRight ? right.next() : []]);
      for (const item of lefts) left.waiting.set(item.name, item);
      for (const item of rights) right.waiting.set(item.name, item);
      const met = meet(left.waiting, right.waiting, [...lefts, ...rights]);
      if (met.length > 0) yield met;
      const waiting = left.waiting.size + right.waiting.size;
      if (waiting > max) onWaiting?.((max = waiting));
    }
    yield [
      ...[...left.waiting.values()].map((item) => ({ name: item.name, here: item, there: null })),
      ...[...right.waiting.values()].map((item) => ({ name: item.name, here: null, there: item })),
    ];
  } finally {
    await Promise.all([left.end(), right.end()]);
  }
}

function meet<H extends Named, T extends Named>(
  lefts: Map<string, H>,
  rights: Map<string, T>,
  fresh: readonly Named[],
): Pair<H, T>[] {
  const pairs: Pair<H, T>[] = [];
  for (const { name } of fresh) {
    const [here, there] = [lefts.get(name), rights.get(name)];
    if (here === undefined || there === undefined) continue;
    lefts.delete(name);
    rights.delete(name);
    pairs.push({ name, here, there });
  }
  return pairs;
}

interface Side<I extends Named> {
  readonly isOver: boolean;
  readonly waiting: Map<string, I>;
  /** The latest name of the side; null at its start. */
  last(): string | null;
  next(): Promise<readonly I[]>;
  end(): Promise<void>;
}

function sideOf<I extends Named>(groups: AsyncIterable<readonly I[]>): Side<I> {
  const iterator = groups[Symbol.asyncIterator]();
  let isOver = false;
  let last: string | null = null;
  return {
    get isOver() {
      return isOver;
    },
    waiting: new Map<string, I>(),
    last: () => last,
    next: async () => {
      const next = await iterator.next();
      if (next.done === true) {
        isOver = true;
        return [];
      }
      last = next.value.at(-1)?.name ?? last;
      return next.value;
    },
    end: async () => {
      if (!isOver) await iterator.return?.();
    },
  };
}
