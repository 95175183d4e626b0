// What a subject repeats. Everything before and after the measured call happens in `prepare` and `clean`.

export interface Work {
  /** The measured call; `repetition` makes names unique. */
  run(repetition: number): Promise<void>;
  /** Undoes what one call left. */
  clean(repetition: number): Promise<void>;
  dispose(): Promise<void>;
}

/** Runs `count` calls, at most `limit` concurrently. */
export async function inParallel(count: number, limit: number, call: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await call(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, lane));
}

export function expectCount(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`);
}
