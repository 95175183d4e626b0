// Cancels, pauses and resumes single files of a job, whether it runs, waits for its turn or rests.
import type { Clock } from '../../ports';
import { isAllPaused, isPerhapsWritten } from '../records/files-state';
import { stateOf } from '../records/job-compaction';
import { withRemark } from '../records/job-remarks';
import { pauseOf } from '../records/job-state';
import type { Entry } from './job-entry';
import type { JobLauncher } from './job-launcher';
import { leaveOut } from './leave-out';

/** Files that are not open are left alone. */
export interface SingleFiles {
  readonly cancel: (entry: Entry, f: number) => Promise<void>;
  /** The file keeps what it has. */
  readonly pause: (entry: Entry, f: number) => Promise<void>;
  /** A job that rests because only paused files were left resumes with it. */
  readonly resume: (entry: Entry, f: number) => Promise<void>;
}

export function createSingleFiles(
  { launch, relaunch, whileOpen }: Pick<JobLauncher, 'launch' | 'relaunch' | 'whileOpen'>,
  clock: Clock,
): SingleFiles {
  return {
    cancel: async (entry, f) => {
      if (!entry.state.open.has(f)) return;
      await whileOpen(entry, async (journal, job) => {
        if (job === 'under way') return entry.job?.cancelFile(f);
        const { state: jobState } = entry;
        const perhaps = isPerhapsWritten(jobState.open.get(f)) ? 1 : 0;
        const stay = await leaveOut({ state: jobState, journal, clock }, f);
        const notes = withRemark(withRemark(jobState, 'perhaps written', perhaps), 'leftover', stay);
        if (notes !== jobState) journal.note(stateOf(jobState, notes));
      });
    },
    pause: (entry, f) =>
      whileOpen(entry, (journal, job) => {
        const { open, paused } = entry.state;
        if (!open.has(f) || paused.has(f)) return;
        journal.note(pauseOf(f, 'yes'));
        if (job === 'under way') entry.job?.flow?.pauseFile(f);
      }),
    resume: async (entry, f) => {
      const taken = await whileOpen(entry, (journal, job) => {
        const { state: jobState } = entry;
        if (!jobState.paused.has(f)) return 'taken';
        const wasAllPaused = isAllPaused(jobState);
        journal.note(pauseOf(f, 'no'));
        if (job === 'under way') return entry.job?.flow?.resumeFile(f) ?? 'taken';
        if (wasAllPaused && jobState.state === 'paused') launch(entry);
        return 'taken';
      });
      if (taken !== 'closed') return;
      await entry.ended.catch(() => undefined);
      await relaunch(entry, null);
    },
  };
}
