// The bulk changes of this process and of earlier ones: starts them, finds them again, and passes the changes of a job
// to the job that undoes it.
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { makePrivateFolder } from '../../../disk/make-folder';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { JobFolder } from '../../jobs/job-folder';
import { listOf } from '../../journal/journal-file';
import type { JobRegistry } from '../../jobs/registry';
import { JobsOfKind } from '../jobs/jobs-of-kind';
import { BulkJob, type BulkJobDeps } from './bulk-job';
import { type BulkHead, type BulkRecord, bulkRecord } from './bulk-records';
import type { PlanExtent } from './plan-file';
import { writeRestorePlan } from './restore-plan';

export interface BulkJobsDeps {
  readonly accounts: AccountSource;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly jobs: JobRegistry;
  readonly log: (line: string) => void;
}

export interface UndoTarget {
  /** The file to write. */
  readonly path: string;
  readonly account: Account;
  readonly signal: AbortSignal;
}

export class BulkJobs {
  /** Holds the journals of the jobs and their lists of rows. */
  readonly folderPath: string;
  readonly #folder: JobFolder<BulkRecord>;
  readonly #known: JobsOfKind<BulkJob, BulkRecord>;
  readonly #registry: JobRegistry;
  readonly #jobDeps: BulkJobDeps;
  readonly #log: (line: string) => void;

  constructor({ accounts, stateDir, clock, jobs, log }: BulkJobsDeps) {
    this.folderPath = join(stateDir, 'bulk');
    this.#folder = new JobFolder(this.folderPath, listOf(bulkRecord));
    this.#registry = jobs;
    this.#known = new JobsOfKind(jobs, {
      folder: this.#folder,
      restore: (records) => {
        const [head] = records;
        return head?.record === 'bulk' ? new BulkJob(head, records, this.#jobDeps) : null;
      },
      complete: (job) => job.recount(),
    });
    this.#log = log;
    this.#jobDeps = {
      accounts,
      clock,
      log,
      folder: this.#folder,
      changed: () => jobs.changed(),
      planRestoration: (head, account, signal) =>
        this.planUndo(this.get(head.restores ?? ''), { path: this.#rowsPath(head.id), account, signal }),
      isTakenBack: (jobId) => this.#known.all().some((job) => job.head.restores === jobId && job.isRestoring),
      noteUndone: (jobId) => this.#noteUndone(jobId),
    };
  }

  /** @throws StowageError `not-found.job` */
  get(jobId: string): BulkJob {
    return this.#known.get(jobId);
  }

  /** @param take puts the complete list of rows at a path; without it the job lists them itself */
  async begin(head: BulkHead, take?: (path: string) => Promise<PlanExtent>): Promise<BulkJob> {
    // A job that lists its rows itself is registered at once: a second undo of the same change has to find it.
    const extent = take === undefined ? null : await this.#taken(head.id, take);
    const job = this.#known.add(new BulkJob(head, [], this.#jobDeps));
    await job.start(extent);
    return job;
  }

  async #taken(jobId: string, take: (path: string) => Promise<PlanExtent>): Promise<PlanExtent> {
    await makePrivateFolder(this.folderPath);
    return take(this.#rowsPath(jobId));
  }

  /** Writes the list of rows that would undo an ended job. */
  async planUndo(undone: BulkJob, { path, account, signal }: UndoTarget): Promise<PlanExtent> {
    const { rules, extent, head } = undone;
    if (extent === null) throw new StowageError('local.io', 'The list of rows is incomplete.');
    return writeRestorePlan({
      rules,
      extent,
      signal,
      path,
      target: { account, table: head.table, signal },
      planPath: this.#rowsPath(undone.id),
      resultsPath: this.#folder.path(undone.id, 'results'),
    });
  }

  /** Lists the jobs of earlier runs. */
  recover(): Promise<void> {
    return this.#registry.recover(this.#known);
  }

  /** Until that is recorded, the job that restored it shows it. */
  async #noteUndone(jobId: string): Promise<void> {
    if (!this.#known.has(jobId)) return;
    try {
      await this.get(jobId).noteUndone();
    } catch (thrown) {
      this.#log(`That job ${jobId} was undone was not noted: ${StowageError.from(thrown).message}`);
    }
  }

  #rowsPath(jobId: string): string {
    return this.#folder.path(jobId, 'rows');
  }
}
