// Combines everything that is sent within one turn of the event loop into one message, because posting a message costs
// as much as most of its contents.

export interface Batch<T> {
  add(item: T): void;
  /** Sends what was added so far. */
  flush(): void;
}

/** `deliver` receives everything in order, at the end of the turn in which it was added. */
export function createBatch<T>(deliver: (items: readonly T[]) => void): Batch<T> {
  let items: T[] = [];
  const flush = (): void => {
    if (items.length === 0) return;
    const taken = items;
    items = [];
    deliver(taken);
  };
  return {
    add: (item) => {
      if (items.push(item) === 1) setImmediate(flush);
    },
    flush,
  };
}
