// Pauses and resumes single files of a job, whether it runs, waits for its turn or rests.
import { isAllPaused } from '../records/file-standing';
import { pauseOf } from '../records/job-standing';
import { type Entry, afterItsRun } from './job-entry';
import type { JobLauncher } from './job-launcher';

export interface PausedFiles {
  /** The file keeps what it has; files that are not open are left alone. */
  readonly pause: (entry: Entry, f: number) => Promise<void>;
  /** A job that rests because only paused files were left resumes with it. */
  readonly resume: (entry: Entry, f: number) => Promise<void>;
}

export function createPausedFiles({
  launch,
  relaunch,
  reopen,
  close,
}: Pick<JobLauncher, 'launch' | 'relaunch' | 'reopen' | 'close'>): PausedFiles {
  return {
    pause: async (asked, f) => {
      const entry = await afterItsRun(asked);
      if (!entry.standing.open.has(f) || entry.standing.paused.has(f)) return;
      const isResting = entry.journal === null;
      const journal = entry.journal ?? (await reopen(entry));
      journal.note(pauseOf(f, 'yes'));
      if (isResting) await close(entry);
      else entry.job?.flow?.pauseFile(f);
    },
    resume: async (asked, f) => {
      const entry = await afterItsRun(asked);
      if (!entry.standing.paused.has(f)) return;
      const isResting = entry.journal === null;
      const journal = entry.journal ?? (await reopen(entry));
      const wasAllPaused = isAllPaused(entry.standing);
      journal.note(pauseOf(f, 'no'));
      if (!isResting) {
        if (entry.job?.flow?.resumeFile(f) !== 'closed') return;
        await entry.ended.catch(() => undefined);
        await relaunch(entry, null);
      } else if (wasAllPaused && entry.standing.state === 'paused') launch(entry);
      else await close(entry);
    },
  };
}
