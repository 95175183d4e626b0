// Stops jobs: the current run, or what a resting job waits for.
import type { Clock } from '../../ports';
import { begunFiles, removeLeftovers } from '../files/local-target';
import type { TurnQueue } from '../pace/turn-queue';
import { withRemark, persistedNotes } from '../records/job-remarks';
import { perhapsWrittenIn } from '../records/files-state';
import { insistenceField, isEnded } from '../records/job-state';
import type { StopReason } from './run-stop';
import { type Entry, isStopped } from './job-entry';
import type { JobLauncher } from './job-launcher';

export interface JobStopPorts {
  readonly clock: Clock;
  readonly turns: TurnQueue;
  readonly launcher: Pick<JobLauncher, 'whileOpen'>;
  readonly onChange: () => void;
}

/** Resolves when nothing of the job is under way. */
export type JobStop = (entry: Entry, reason: StopReason) => Promise<void>;

export function createJobStops({ clock, turns, launcher: { whileOpen }, onChange }: JobStopPorts): JobStop {
  const settle = (entry: Entry, state: 'cancelled' | 'paused'): Promise<'rests' | 'under way'> =>
    whileOpen(entry, async (journal, job) => {
      const { state: jobState } = entry;
      if (job === 'under way' || isEnded(jobState.state)) return job;
      const isEnd = state === 'cancelled';
      const perhaps = isEnd ? perhapsWrittenIn(jobState) : 0;
      const stay = isEnd ? await removeLeftovers(jobState, begunFiles(jobState), clock) : 0;
      const notes = persistedNotes(withRemark(withRemark(jobState, 'perhaps written', perhaps), 'leftover', stay));
      const waits = state === 'paused' ? ({ waitsFor: 'person', ...insistenceField(jobState.insists) } as const) : {};
      await journal.commit({ t: 'state', state, atMs: clock.now(), ...notes, ...waits });
      return job;
    }).finally(onChange);

  const stop: JobStop = async (entry, reason) => {
    if (entry.journal !== null) {
      entry.job?.stop(reason);
      turns.startNow(entry.state.head.id);
      await entry.ended.catch(() => undefined);
    }
    if (!isStopped(entry)) return;
    // Takes precedence over a pause that a timetable has begun.
    const isSettled = reason === 'cancel' || (reason === 'pause' && entry.state.waitsFor === 'timetable');
    if (!isSettled) return;
    // A person may have resumed it meanwhile.
    if ((await settle(entry, reason === 'cancel' ? 'cancelled' : 'paused')) === 'under way') await stop(entry, reason);
  };
  return stop;
}
