// Retries failed files of a job: within the current run, or in a new one when the current run is ending.
import type { PlannedFile } from '../records/job-records';
import type { Entry } from './job-entry';
import type { JobLauncher } from './job-launcher';
import { type RetryChoice, chosen, noteAgain, retryOf } from './tried-again';

export interface JobRetries {
  readonly retry: (entry: Entry, choice: RetryChoice) => Promise<void>;
  /** `files`: failed files, each with the plan that replaces its own. */
  readonly retryAs: (entry: Entry, files: readonly PlannedFile[]) => Promise<void>;
}

export function createJobRetries({
  launch,
  relaunch,
  whileOpen,
}: Pick<JobLauncher, 'launch' | 'relaunch' | 'whileOpen'>): JobRetries {
  const retry: JobRetries['retry'] = async (entry, choice) => {
    if ((await relaunch(entry, choice)) !== 'under way') return;
    const { journal, job } = entry;
    for (const f of chosen(entry.state, choice)) {
      journal?.note(retryOf(entry.state, f));
      const open = entry.state.open.get(f);
      const taken = open === undefined ? job?.replan() : job?.retry(open);
      if (taken === 'closed') return retryAfterEnd(entry, choice);
    }
  };
  const retryAfterEnd = async (entry: Entry, choice: RetryChoice): Promise<void> => {
    await entry.ended.catch(() => undefined);
    await retry(entry, choice);
  };

  return {
    retry,
    retryAs: async (entry, files) => {
      const taken = await whileOpen(entry, (journal, job) => {
        const failed = files.filter(({ f }) => entry.state.failed.has(f));
        if (failed.length === 0) return 'taken';
        for (const file of failed) noteAgain(entry.state, file, journal);
        if (job === 'rests') launch(entry);
        else if (entry.job?.isRunning === true && failed.some(({ f }) => retryFile(entry, f) === 'closed'))
          return 'closed';
        return 'taken';
      });
      if (taken === 'taken') return;
      await entry.ended.catch(() => undefined);
      await relaunch(entry, null);
    },
  };
}

function retryFile({ state: jobState, job }: Entry, f: number): 'taken' | 'closed' {
  const open = jobState.open.get(f);
  return open === undefined || job === null ? 'closed' : job.retry(open);
}
