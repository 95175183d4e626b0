// Puts what is said within one turn of the event loop into one message: handing over a message costs as much as most of
// what is in it.

export interface Batch<T> {
  add(item: T): void;
  /** Hands over now what was added. */
  flush(): void;
}

/** `deliver` gets everything in order, at the end of the turn in which it was added. */
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
