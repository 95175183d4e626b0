// Recovers the jobs of earlier processes. A killed process may seem to hold its jobs for a moment longer, and a command
// line runs jobs of its own beside the app: those are listed when they become free, as are those that cannot be read
// at first.
import { StowageError } from '@shared/errors';
import type { Clock } from '../../ports';
import type { JobState } from '../records/job-state';
import type { JobStore } from '../records/job-store';

export interface Recovery {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly take: (states: readonly JobState[]) => void;
  /** Why jobs cannot be read now, after each look: an error a job, or one for all of them. */
  readonly notify: (unread: readonly StowageError[]) => void;
  /** Stops the polling. */
  readonly signal: AbortSignal;
}

const recheckMs = 1_000;

/** What a look has left to look at again, and why some of it cannot be read. */
interface Lookup {
  readonly left: 'all' | readonly string[];
  readonly unread: readonly StowageError[];
}

/**
 * Resolves when the free jobs were recovered; continues with the others in the background. Rejects where one could not
 * be read, with the first reason; all others are recovered then, too.
 */
export async function recoverJobs({ clock, store, take, notify, signal }: Recovery): Promise<void> {
  const readSide = async (which: Lookup['left']): Promise<Lookup> => {
    try {
      const { states, elsewhere, unreadable } = await store.read(which);
      if (!signal.aborted) take(states);
      const left = [...elsewhere, ...unreadable.map(({ jobId }) => jobId)];
      return { left, unread: unreadable.map(({ error }) => error) };
    } catch (thrown) {
      return { left: which, unread: [StowageError.from(thrown)] };
    }
  };
  const check = async (which: Lookup['left']): Promise<Lookup> => {
    const found = await readSide(which);
    if (!signal.aborted) notify(found.unread);
    return found;
  };
  const recheck = async (first: Lookup): Promise<void> => {
    for (let { left } = first; left.length > 0;) {
      await clock.sleep(recheckMs, signal);
      // What cannot be read now may be readable later.
      ({ left } = await check(left));
    }
  };
  const first = await check('all');
  // The sleep rejects when the signal aborts.
  recheck(first).catch(() => undefined);
  const [unread] = first.unread;
  if (unread !== undefined) throw unread;
}
