// What a user does to single files of a job, whether it runs, waits for its turn or rests: cancel, pause, resume, retry.
import { removeLeftovers } from '../files/local-target';
import { isAllPaused, isPerhapsWritten } from '../records/files-state';
import type { PlannedFile } from '../records/job-records';
import { withRemark } from '../records/remarks';
import { pauseOf, stateOf } from '../records/job-state';
import type { Job } from './job';
import { type RetryChoice, chosen, noteAgain, retryOf } from './outcomes';

export class FileActions {
  readonly #job: Job;

  constructor(job: Job) {
    this.#job = job;
  }

  /** Files that are not open are left alone, here and below. */
  async cancel(fileId: number): Promise<void> {
    const job = this.#job;
    if (!job.state.open.has(fileId)) return;
    await job.whileOpen(async (journal, run) => {
      if (run !== null) return run.cancelFile(fileId);
      const { state: jobState } = job;
      const open = jobState.open.get(fileId);
      if (open === undefined) return;
      journal.note({ t: 'ended', f: fileId, outcome: 'skipped', reason: 'cancelled' });
      const left = await removeLeftovers(jobState, [open.file], job.clock);
      const perhaps = isPerhapsWritten(open) ? 1 : 0;
      const notes = withRemark(withRemark(jobState, 'perhaps written', perhaps), 'leftover', left);
      if (notes !== jobState) journal.note(stateOf(jobState, notes));
    });
    job.changed();
  }

  /** The file retains its stored part. */
  async pause(fileId: number): Promise<void> {
    const job = this.#job;
    await job.whileOpen((journal, run) => {
      const { open, paused } = job.state;
      if (!open.has(fileId) || paused.has(fileId)) return;
      journal.note(pauseOf(fileId, 'yes'));
      run?.pauseFile(fileId);
    });
    job.changed();
  }

  /** A job that rests because only paused files were left resumes with it. */
  async resume(fileId: number): Promise<void> {
    const job = this.#job;
    const taken = await job.whileOpen((journal, run) => {
      const { state: jobState } = job;
      if (!jobState.paused.has(fileId)) return 'taken';
      const wasAllPaused = isAllPaused(jobState);
      journal.note(pauseOf(fileId, 'no'));
      if (run !== null) return run.resumeFile(fileId);
      if (wasAllPaused && jobState.state === 'paused') job.launch();
      return 'taken';
    });
    if (taken === 'closed') await this.#relaunchAfterEnd();
    job.changed();
  }

  /** Retries failed files: within the current run, or in a new one when the current run is ending. */
  async retry(choice: RetryChoice): Promise<void> {
    const job = this.#job;
    if ((await job.relaunch(choice)) !== 'under way') return;
    for (const fileId of chosen(job.state, choice)) {
      job.note(retryOf(job.state, fileId));
      const open = job.state.open.get(fileId);
      const taken = open === undefined ? job.run?.replan() : job.run?.retry(open);
      if (taken !== 'closed') continue;
      await job.afterEnd();
      await this.retry(choice);
      return;
    }
  }

  /** Retries failed files, each with the plan given here instead of its previous one. */
  async retryAs(files: readonly PlannedFile[]): Promise<void> {
    const job = this.#job;
    const taken = await job.whileOpen((journal, run) => {
      const { failed } = job.state;
      const again = files.filter((file) => failed.has(file.f));
      if (again.length === 0) return 'taken';
      for (const file of again) noteAgain(job.state, file, journal);
      if (run === null) job.launch();
      else if (run.isRunning && again.some((file) => this.#retryFile(file.f) === 'closed')) return 'closed';
      return 'taken';
    });
    if (taken === 'closed') await this.#relaunchAfterEnd();
  }

  #retryFile(fileId: number): 'taken' | 'closed' {
    const { state: jobState, run } = this.#job;
    const open = jobState.open.get(fileId);
    return open === undefined ? 'closed' : (run?.retry(open) ?? 'closed');
  }

  async #relaunchAfterEnd(): Promise<void> {
    await this.#job.afterEnd();
    await this.#job.relaunch(null);
  }
}
