// The jobs of earlier processes. A process that was killed can hold its jobs for a moment after the next one has begun,
// and a command line moves jobs of its own beside the app: theirs are listed when they are free.
import type { Clock } from '../../ports';
import type { JobStanding } from '../records/job-standing';
import type { JobStore } from '../records/job-store';

export interface Recovery {
  readonly clock: Clock;
  readonly store: JobStore;
  readonly take: (standings: readonly JobStanding[]) => void;
  /** Ends the looking. */
  readonly signal: AbortSignal;
}

const lookAgainMs = 1_000;

/** Resolves when the jobs that are free have been taken; goes on with the others in the background. */
export async function recoverJobs({ clock, store, take, signal }: Recovery): Promise<void> {
  const look = async (which: 'all' | readonly string[]): Promise<readonly string[]> => {
    const { standings, elsewhere } = await store.read(which);
    if (!signal.aborted) take(standings);
    return elsewhere;
  };
  const lookAgain = async (elsewhere: readonly string[]): Promise<void> => {
    for (let left = elsewhere; left.length > 0;) {
      await clock.sleep(lookAgainMs, signal);
      // What cannot be read now may be read the next time.
      left = await look(left).catch(() => left);
    }
  };
  // The sleep rejects when the signal aborts.
  lookAgain(await look('all')).catch(() => undefined);
}
