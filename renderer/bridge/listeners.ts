// The listeners for one kind of notice.

/** `Told`: what is said with the notice, nothing where it speaks for itself. */
export interface Listeners<Told extends readonly unknown[]> {
  /** Returns how to stop listening. */
  readonly listen: (listener: (...told: Told) => void) => () => void;
  /** Tells those that listen now, also where one of them stops meanwhile. */
  readonly tell: (...told: Told) => void;
}

export function createListeners<Told extends readonly unknown[] = []>(): Listeners<Told> {
  const listeners = new Set<(...told: Told) => void>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (...told) => {
      for (const listener of [...listeners]) listener(...told);
    },
  };
}
