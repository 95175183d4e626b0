// The jobs of one kind, which are found again by id until the user removes them from the list of all jobs, and by their
// journals after a restart.
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import { isUnderway } from '../../jobs/lifecycle';
import type { JobFolder } from '../../jobs/job-folder';
import type { JobRegistry, JobSource, ListedJob, Unread } from '../../jobs/registry';

/** A job on a table, as its room and the list have it. */
export interface JobOnTable extends ListedJob {
  view(): TableJob;
}

export interface KindOfJob<Job, Record> {
  readonly folder: JobFolder<Record>;
  /** From the records of an earlier run; null for those of no such job. */
  readonly restore: (records: readonly Record[]) => Job | null;
  /** Completes a job that was restored, before it is listed. */
  readonly complete?: (job: Job) => Promise<void>;
}

export class JobsOfKind<Job extends JobOnTable, Record = never> implements JobSource {
  readonly #registry: JobRegistry;
  readonly #kind: KindOfJob<Job, Record>;
  readonly #known = new Map<string, Job>();

  constructor(registry: JobRegistry, kind: KindOfJob<Job, Record>) {
    this.#registry = registry;
    this.#kind = kind;
    kind.folder.onStale = (jobId) => this.#readAgain(jobId);
  }

  /** Adds it here and to the list of all jobs. */
  add(job: Job): Job {
    this.#known.set(job.id, job);
    this.#registry.add(job, () => this.#known.delete(job.id));
    return job;
  }

  has(jobId: string): boolean {
    return this.#known.has(jobId);
  }

  /** @throws StowageError `not-found.job` */
  get(jobId: string): Job {
    const job = this.#known.get(jobId);
    if (job === undefined) {
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    }
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

  async read(which: 'all' | readonly string[]): Promise<Unread> {
    const { jobs, ...unread } = await this.#kind.folder.read(which, ({ records }) => this.#restored(records));
    this.#take(jobs);
    return unread;
  }

  async readElsewhere(jobId?: string): Promise<readonly TableJob[]> {
    const { folder, restore } = this.#kind;
    const isKnown = (id: string): boolean => this.#known.has(id);
    const others = await folder.readOthers(
      ({ records }, where) => (where === 'free' ? this.#restored(records) : restore(records)),
      isKnown,
      jobId,
    );
    this.#take(others.free);
    // A job that has recorded no end yet runs there.
    return others.elsewhere.map((job) => {
      const view = job.view();
      return view.state === 'interrupted' ? { ...view, state: 'running' } : view;
    });
  }

  /** Replaces a job that another process has continued, and removes one that it has removed. */
  async #readAgain(jobId: string): Promise<void> {
    if (!this.#known.has(jobId)) return;
    const { jobs, elsewhere, unreadable } = await this.#kind.folder.read([jobId], ({ records }) =>
      this.#restored(records),
    );
    const [job] = jobs;
    if (job !== undefined) this.add(job);
    else if (elsewhere.length + unreadable.length === 0) this.#registry.forgotten(jobId);
  }

  async #restored(records: readonly Record[]): Promise<Job | null> {
    const job = this.#kind.restore(records);
    if (job !== null) await this.#kind.complete?.(job);
    return job;
  }

  #take(jobs: readonly Job[]): void {
    for (const job of jobs) if (!this.#known.has(job.id)) this.add(job);
  }
}

/** Whether it has not ended; a job that failed before its first row is not worth resuming. */
export function isUnfinished({ state, rowsDone }: TableJob): boolean {
  return isUnderway(state) || state === 'paused' || state === 'interrupted' || (state === 'failed' && rowsDone > 0);
}
