// Recovers the jobs of earlier processes. A killed process may seem to hold its jobs for a moment longer, and a command
// line runs jobs of its own beside the app: those are listed when they become free.
import type { Clock } from '../../ports';
import type { JobStanding } from '../records/job-standing';
import type { JobStore } from '../records/job-store';

export interface Recovery {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly take: (standings: readonly JobStanding[]) => void;
  /** Stops the polling. */
  readonly signal: AbortSignal;
}

const lookAgainMs = 1_000;

/** Resolves when the free jobs were recovered; continues with the others in the background. */
export async function recoverJobs({ clock, store, take, signal }: Recovery): Promise<void> {
  const look = async (which: 'all' | readonly string[]): Promise<readonly string[]> => {
    const { standings, elsewhere } = await store.read(which);
    if (!signal.aborted) take(standings);
    return elsewhere;
  };
  const lookAgain = async (elsewhere: readonly string[]): Promise<void> => {
    for (let left = elsewhere; left.length > 0;) {
      await clock.sleep(lookAgainMs, signal);
      // What cannot be read now may be readable later.
      left = await look(left).catch(() => left);
    }
  };
  // The sleep rejects when the signal aborts.
  lookAgain(await look('all')).catch(() => undefined);
}
