// Recovers the jobs of earlier processes. A killed process may seem to hold its jobs for a moment longer, and a command
// line runs jobs of its own beside the app: those are listed when they become free, as are those that cannot be read
// at first.
import { StowageError } from '@shared/errors';
import type { Clock } from '../../ports';
import type { JobStanding } from '../records/job-standing';
import type { JobStore } from '../records/job-store';

export interface Recovery {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly take: (standings: readonly JobStanding[]) => void;
  /** Why jobs cannot be read now, after each look: an error a job, or one for all of them. */
  readonly tell: (unread: readonly StowageError[]) => void;
  /** Stops the polling. */
  readonly signal: AbortSignal;
}

const lookAgainMs = 1_000;

/** What a look has left to look at again, and why some of it cannot be read. */
interface Look {
  readonly left: 'all' | readonly string[];
  readonly unread: readonly StowageError[];
}

/**
 * Resolves when the free jobs were recovered; continues with the others in the background. Rejects where one could not
 * be read, with the first reason; all others are recovered then, too.
 */
export async function recoverJobs({ clock, store, take, tell, signal }: Recovery): Promise<void> {
  const lookAt = async (which: Look['left']): Promise<Look> => {
    try {
      const { standings, elsewhere, unreadable } = await store.read(which);
      if (!signal.aborted) take(standings);
      const left = [...elsewhere, ...unreadable.map(({ jobId }) => jobId)];
      return { left, unread: unreadable.map(({ error }) => error) };
    } catch (thrown) {
      return { left: which, unread: [StowageError.from(thrown)] };
    }
  };
  const look = async (which: Look['left']): Promise<Look> => {
    const found = await lookAt(which);
    if (!signal.aborted) tell(found.unread);
    return found;
  };
  const lookAgain = async (first: Look): Promise<void> => {
    for (let { left } = first; left.length > 0;) {
      await clock.sleep(lookAgainMs, signal);
      // What cannot be read now may be readable later.
      ({ left } = await look(left));
    }
  };
  const first = await look('all');
  // The sleep rejects when the signal aborts.
  lookAgain(first).catch(() => undefined);
  const [unread] = first.unread;
  if (unread !== undefined) throw unread;
}
