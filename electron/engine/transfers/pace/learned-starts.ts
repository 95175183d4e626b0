// With how many requests at once the last jobs of a connection did best, so that the next one begins there. Forgotten
// after a while and with the process, because lines change.
import type { Clock } from '../../ports';

/** Many small files, or files that are moved in blocks. */
export type WorkSize = 'small' | 'blocks';

/** What jobs of one connection and direction have found. */
export interface LearnedStart {
  /** Null when nothing is known of late. */
  of(size: WorkSize): number | null;
  keep(size: WorkSize, concurrency: number): void;
}

const keptMs = 10 * 60_000;

export function createLearnedStarts(clock: Pick<Clock, 'monotonic'>): (key: string) => LearnedStart {
  const found = new Map<string, { readonly concurrency: number; readonly atMs: number }>();
  return (key) => ({
    of: (size) => {
      const known = found.get(`${size} ${key}`);
      return known === undefined || clock.monotonic() - known.atMs > keptMs ? null : known.concurrency;
    },
    keep: (size, concurrency) => found.set(`${size} ${key}`, { concurrency, atMs: clock.monotonic() }),
  });
}
