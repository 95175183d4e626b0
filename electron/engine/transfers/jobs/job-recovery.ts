// Recovers the jobs of earlier processes. A killed process may seem to hold its jobs for a moment longer, and a command
// line runs jobs of its own beside the app: those are listed when they become free, as are those that cannot be read
// at first.
import type { Clock } from '../../ports';
import type { JobStanding } from '../records/job-standing';
import type { JobStore, ReadJobs } from '../records/job-store';

export interface Recovery {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly take: (standings: readonly JobStanding[]) => void;
  /** Stops the polling. */
  readonly signal: AbortSignal;
}

const lookAgainMs = 1_000;

/**
 * Resolves when the free jobs were recovered; continues with the others in the background. Rejects where one could not
 * be read, with the first reason; all others are recovered then, too.
 */
export async function recoverJobs({ clock, store, take, signal }: Recovery): Promise<void> {
  const look = async (which: 'all' | readonly string[]): Promise<ReadJobs> => {
    const found = await store.read(which);
    if (!signal.aborted) take(found.standings);
    return found;
  };
  const lookAgain = async (first: ReadJobs): Promise<void> => {
    for (let left = leftOf(first); left.length > 0;) {
      await clock.sleep(lookAgainMs, signal);
      // What cannot be read now may be readable later.
      left = await look(left).then(leftOf, () => left);
    }
  };
  const first = await look('all');
  // The sleep rejects when the signal aborts.
  lookAgain(first).catch(() => undefined);
  const [unreadable] = first.unreadable;
  if (unreadable !== undefined) throw unreadable.error;
}

function leftOf({ elsewhere, unreadable }: ReadJobs): readonly string[] {
  return [...elsewhere, ...unreadable.map(({ jobId }) => jobId)];
}
