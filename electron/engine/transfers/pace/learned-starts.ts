// The number of requests that the last jobs of a connection found best, so that the next one continues from there.
// Forgotten after a while and with the process, because lines change.
import type { Clock } from '../../ports';
import type { SlowLine, TunerState } from './tuner';

/** Many small files, or files that are moved in blocks. */
export type WorkSize = 'small' | 'blocks';

export interface Learned {
  /** What the last job ended with: the best number, or a step up that nothing has contradicted yet. */
  readonly concurrency: number;
  readonly best: TunerState['best'];
  /** Null where nothing timed out. */
  readonly slow?: SlowLine | null;
}

/** What jobs of one connection and direction have found. */
export interface LearnedStart {
  /** Null when nothing recent is known. */
  of(size: WorkSize): Learned | null;
  keep(size: WorkSize, learned: Learned): void;
}

const retentionMs = 10 * 60_000;

export function createLearnedStarts(clock: Pick<Clock, 'monotonic'>): (key: string) => LearnedStart {
  const found = new Map<string, { readonly learned: Learned; readonly atMs: number }>();
  return (key) => ({
    of: (size) => {
      const known = found.get(`${size} ${key}`);
      return known === undefined || clock.monotonic() - known.atMs > retentionMs ? null : known.learned;
    },
    keep: (size, learned) => found.set(`${size} ${key}`, { learned, atMs: clock.monotonic() }),
  });
}
