// The jobs of one kind, which are found again by id until the user removes them from the list of all jobs.
import { StowageError } from '@shared/errors';
import { type ListedJob, type TableJobs, isUnfinished } from './table-jobs';

export class JobsOfKind<Job extends ListedJob> {
  readonly #jobs: TableJobs;
  /** Reports that there is no such job. */
  readonly #missing: string;
  readonly #known = new Map<string, Job>();

  constructor(jobs: TableJobs, missing: string) {
    this.#jobs = jobs;
    this.#missing = missing;
  }

  /** Adds it here and to the list of all jobs. */
  add(job: Job): Job {
    this.#known.set(job.id, job);
    this.#jobs.add(job, () => this.#known.delete(job.id));
    return job;
  }

  has(jobId: string): boolean {
    return this.#known.has(jobId);
  }

  /** @throws StowageError `not-found.job` */
  get(jobId: string): Job {
    const job = this.#known.get(jobId);
    if (job === undefined) throw new StowageError('not-found.job', this.#missing, { context: { job: jobId } });
    return job;
  }

  all(): readonly Job[] {
    return [...this.#known.values()];
  }

  /** The newest that can be resumed; null for none. */
  newestUnfinished(isMeant: (job: Job) => boolean): Job | null {
    const [newest] = this.all()
      .filter((job) => isMeant(job) && isUnfinished(job.view()))
      .sort((left, right) => right.view().createdAtMs - left.view().createdAtMs);
    return newest ?? null;
  }
}
