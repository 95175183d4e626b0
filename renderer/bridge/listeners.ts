// The listeners for one kind of notice.

/** `Args`: what is said with the notice, nothing where it speaks for itself. */
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
