// Retries failed files of a job: within the current run, or in a new one when the current run is ending.
import type { PlannedFile } from '../records/job-records';
import { type Entry, type RetryChoice, afterItsRun, chosen, retryOf } from './job-entry';
import type { JobLauncher } from './job-launcher';

export interface JobRetries {
  readonly retry: (entry: Entry, choice: RetryChoice) => Promise<void>;
  /** `files`: failed files, each with the plan that replaces its own. */
  readonly retryAs: (entry: Entry, files: readonly PlannedFile[]) => Promise<void>;
}

export function createJobRetries({
  launch,
  relaunch,
  reopen,
}: Pick<JobLauncher, 'launch' | 'relaunch' | 'reopen'>): JobRetries {
  const relaunchAfterEnd = async (entry: Entry, choice: RetryChoice | null): Promise<void> => {
    await entry.ended.catch(() => undefined);
    await relaunch(entry, choice);
  };

  return {
    retry: async (entry, choice) => {
      const { journal, job } = entry;
      if (journal === null) return relaunch(entry, choice);
      for (const f of chosen(entry, choice)) {
        journal.note(retryOf(entry, f));
        const open = entry.standing.open.get(f);
        const taken = open === undefined ? job?.replan() : job?.retry(open);
        if (taken === 'closed') return relaunchAfterEnd(entry, choice);
      }
    },
    retryAs: async (asked, files) => {
      const entry = await afterItsRun(asked);
      const isResting = entry.journal === null;
      const journal = entry.journal ?? (await reopen(entry));
      for (const file of files) journal.note(file);
      if (isResting) launch(entry);
      else if (entry.job?.isRunning === true && files.some(({ f }) => retryFile(entry, f) === 'closed')) {
        await relaunchAfterEnd(entry, null);
      }
    },
  };
}

function retryFile({ standing, job }: Entry, f: number): 'taken' | 'closed' {
  const open = standing.open.get(f);
  return open === undefined || job === null ? 'closed' : job.retry(open);
}
