// Stops jobs: the current run, or what a resting job waits for.
import type { Clock } from '../../ports';
import { removeLeftovers } from '../files/leftovers';
import type { TurnQueue } from '../pace/turn-queue';
import { alsoSaid, wordsKept } from '../records/job-remarks';
import { insistenceKept, isEnded } from '../records/job-standing';
import type { StopReason } from './job';
import { type Entry, isStopped } from './job-entry';
import type { JobLauncher } from './job-launcher';

export interface JobStopPorts {
  readonly clock: Clock;
  readonly turns: TurnQueue;
  readonly launcher: Pick<JobLauncher, 'reopen' | 'close'>;
  readonly onChange: () => void;
}

/** Resolves when nothing of the job is under way. */
export function createJobStops({
  clock,
  turns,
  launcher: { reopen, close },
  onChange,
}: JobStopPorts): (entry: Entry, reason: StopReason) => Promise<void> {
  const settle = async (entry: Entry, state: 'cancelled' | 'paused'): Promise<void> => {
    const journal = await reopen(entry);
    const { standing } = entry;
    try {
      if (isEnded(standing.state)) return;
      const stay = state === 'cancelled' ? await removeLeftovers(standing, standing.open.values(), clock) : 0;
      const words = wordsKept(alsoSaid(standing, 'leftover', stay));
      const waits = state === 'paused' ? ({ waitsFor: 'person', ...insistenceKept(standing.insists) } as const) : {};
      await journal.commit({ t: 'state', state, atMs: clock.now(), ...words, ...waits });
    } finally {
      await close(entry);
      onChange();
    }
  };

  return async (entry, reason) => {
    if (entry.journal !== null) {
      entry.job?.stop(reason);
      turns.startNow(entry.standing.head.id);
      await entry.ended.catch(() => undefined);
    }
    // Takes precedence over a pause that a timetable has begun.
    if (entry.journal !== null || !isStopped(entry)) return;
    if (reason === 'cancel') await settle(entry, 'cancelled');
    else if (reason === 'pause' && entry.standing.waitsFor === 'timetable') await settle(entry, 'paused');
  };
}
