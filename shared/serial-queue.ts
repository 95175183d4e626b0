// Runs work that must not overlap: one piece after another, in the order of the requests.

export interface SerialQueue {
  /** Runs the work once everything before it has ended, successfully or not. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all work queued until now has ended. */
  ended(): Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: (work) => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
    ended: async () => {
      await last;
    },
  };
}
