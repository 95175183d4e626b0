// The listeners for one kind of notice.

/** `Args`: the arguments of the notice; empty if the notice needs none. */
export interface Listeners<Args extends readonly unknown[]> {
  /** Returns how to stop listening. */
  readonly listen: (listener: (...args: Args) => void) => () => void;
  /** Tells those that listen now, also where one of them stops meanwhile. */
  readonly notify: (...args: Args) => void;
}

export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (...args) => {
      for (const listener of [...listeners]) listener(...args);
    },
  };
}
