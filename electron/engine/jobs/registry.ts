// All jobs of the engine, whatever their kind: lists and finds them, answers the calls on them, recovers those of earlier
// processes. A kind of job joins with `add` for each job and `recover` for its journals.
import { type ErrorShape, StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { jobCalls, jobStreams } from '@shared/ipc/contract/jobs';
import type { Job } from '@shared/model/job';
import { t } from '@shared/strings/t';
import type { Clock } from '../ports';
import { type SnapshotWatch, createSnapshotWatch } from '../snapshot-watch';
import { isEnded } from './lifecycle';

/** What is tried again: what failed with that code, the files with these numbers, or everything. */
export interface RetryChoice {
  readonly code?: string | undefined;
  readonly files?: readonly number[] | undefined;
}

/** The operations on a job of any kind. */
export interface ListedJob {
  readonly id: string;
  view(): Job;
  /** Whether its figures change without any event. */
  readonly isMoving: boolean;
  /** Finishes or gives up the requests in flight, then waits; also after a restart. */
  pause(): Promise<void>;
  /** Resumes the job, from the end of its journal if it had stopped. Throws StowageError when that is impossible. */
  resume(): Promise<void>;
  /** Tries again what failed; everything else of the job resumes with it. */
  retry(choice: RetryChoice): Promise<void>;
  /** Ends it for good. Resolves when nothing is in flight. */
  cancel(): Promise<void>;
  /** Stops it so that it can be resumed. Resolves when nothing is in flight; at once for a job that rests. */
  interrupt(): Promise<void>;
  /** Resolves with its view when it has ended, rests or was interrupted. */
  ended(): Promise<Job>;
  /** The credential of this connection may have changed: resumes the job if it waits for that. */
  credentialChanged(connectionId: string): void;
  /** Absent where the job never waits for its turn. */
  readonly queue?: JobQueue;
  /** Ends the wait for the network or a busy service; absent where there is none to end. */
  tryNow?(): void;
  /** Absolute path of the complete file that it wrote for the user. */
  readonly outputPath?: string | null;
  /** Removes its files; cancels it first if it has not ended. */
  forget(): Promise<void>;
}

export interface JobQueue {
  startNow(): Promise<void>;
  /** Before another waiting job; null for the end. */
  moveBefore(jobId: string | null): void;
}

/** What cannot be read now, because another process runs it or because of the file system. */
export interface Unread {
  readonly elsewhere: readonly string[];
  readonly unreadable: readonly { readonly jobId: string; readonly error: StowageError }[];
}

/** The journals of one kind of job. */
export interface JobSource {
  /** Adds all jobs of earlier processes, or these, that no other living process runs. */
  read(which: 'all' | readonly string[]): Promise<Unread>;
  /**
   * Jobs (or the one job) that another living process runs, as its journal has them. Adds those that have become free.
   */
  readElsewhere(jobId?: string): Promise<readonly Job[]>;
}

const listEveryMs = 250;
const recheckMs = 1_000;

export class JobRegistry {
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof jobCalls>;
  readonly streams: Pick<StreamHandlers<'engine'>, keyof typeof jobStreams>;
  /** For streams about one job. */
  readonly watched: SnapshotWatch;
  readonly #clock: Clock;
  readonly #log: (line: string) => void;
  readonly #jobs = new Map<string, { readonly job: ListedJob; readonly onForgotten: () => void }>();
  readonly #sources = new Map<JobSource, readonly StowageError[]>();
  readonly #disposed = new AbortController();
  #stopped: Promise<void> | null = null;

  constructor(clock: Clock, log: (line: string) => void = () => undefined) {
    this.#clock = clock;
    this.#log = log;
    this.watched = createSnapshotWatch(clock);
    this.calls = this.#calls();
    this.streams = this.#streams();
  }

  /** `onForgotten`: called when the job is removed from the list, for an owner that holds it too. */
  add(job: ListedJob, onForgotten: () => void): void {
    // A job that began while the others stop would keep the process running.
    if (this.#disposed.signal.aborted) throw stopping();
    this.#jobs.set(job.id, { job, onForgotten });
    this.changed();
  }

  /** @throws StowageError `not-found.job` */
  get(jobId: string): ListedJob {
    const known = this.#jobs.get(jobId);
    if (known === undefined) {
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    }
    return known.job;
  }

  has(jobId: string): boolean {
    return this.#jobs.has(jobId);
  }

  /** Newest first. */
  list(): Job[] {
    return [...this.#jobs.values()]
      .map(({ job }) => job.view())
      .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
  }

  /** Why jobs of earlier processes cannot be read now: an error a job, or one for all of a kind. */
  get unread(): readonly StowageError[] {
    return [...this.#sources.values()].flat();
  }

  /** Call it when something about a job has changed. */
  changed(): void {
    this.watched.changed();
  }

  /** The key, SAS or sign-in of a connection may have changed. */
  credentialChanged(connectionId: string): void {
    if (this.#disposed.signal.aborted) return;
    for (const { job } of this.#jobs.values()) job.credentialChanged(connectionId);
  }

  /**
   * Lists the jobs of earlier processes. A killed process may seem to hold its jobs for a moment longer, and a command
   * line runs separate jobs beside the app: those are listed when they become free, as are those that cannot be read at
   * first. Resolves when the free jobs were recovered; continues with the others in the background. Rejects with the
   * first reason if one could not be read; all others, of all sources, are recovered then, too.
   */
  async recover(...sources: readonly JobSource[]): Promise<void> {
    const failures: StowageError[] = [];
    for (const source of sources) {
      const first = await this.#read(source, 'all');
      failures.push(...first.errors);
      // The sleep rejects when the registry is disposed.
      this.#readAgain(source, first.left).catch(() => undefined);
    }
    for (const error of failures) {
      this.#log(`An earlier job could not be read: ${error.message} ${error.context.path ?? ''}`.trimEnd());
    }
    const [first] = failures;
    if (first !== undefined) throw first;
  }

  /**
   * Jobs (or the one job) that another living process runs, read from their journals. When it resolves, the list also
   * contains every job that has become free, so that each job is in one of the two.
   */
  async elsewhere(jobId?: string): Promise<readonly Job[]> {
    const found = await Promise.all([...this.#sources.keys()].map((source) => source.readElsewhere(jobId)));
    return found.flat();
  }

  /** Interrupts all jobs. Each stops, even if others fail. */
  dispose(): Promise<void> {
    this.#disposed.abort();
    this.#stopped ??= Promise.allSettled([...this.#jobs.values()].map(({ job }) => job.interrupt())).then(
      () => undefined,
    );
    return this.#stopped;
  }

  async #read(
    source: JobSource,
    which: 'all' | readonly string[],
  ): Promise<{ readonly left: typeof which; readonly errors: readonly StowageError[] }> {
    const read = async (): Promise<{ readonly left: typeof which; readonly errors: readonly StowageError[] }> => {
      try {
        const { elsewhere, unreadable } = await source.read(which);
        return {
          left: [...elsewhere, ...unreadable.map(({ jobId }) => jobId)],
          errors: unreadable.map(({ error }) => error),
        };
      } catch (thrown) {
        return { left: which, errors: [StowageError.from(thrown)] };
      }
    };
    const attempt = await read();
    if (!this.#disposed.signal.aborted) {
      this.#sources.set(source, attempt.errors);
      this.changed();
    }
    return attempt;
  }

  async #readAgain(source: JobSource, first: 'all' | readonly string[]): Promise<void> {
    for (let left = first; left.length > 0;) {
      await this.#clock.sleep(recheckMs, this.#disposed.signal);
      ({ left } = await this.#read(source, left));
    }
  }

  async #forget(jobId: string): Promise<void> {
    const job = this.get(jobId);
    if (!isEnded(job.view().state)) await job.cancel();
    await job.forget();
    this.forgotten(jobId);
  }

  /** Removes it from the list only. */
  forgotten(jobId: string): void {
    const known = this.#jobs.get(jobId);
    this.#jobs.delete(jobId);
    known?.onForgotten();
    this.changed();
  }

  /** @throws StowageError `cancelled` while all jobs stop */
  #startable(jobId: string): ListedJob {
    if (this.#disposed.signal.aborted) throw stopping();
    return this.get(jobId);
  }

  #queueOf(jobId: string): JobQueue {
    const { queue } = this.get(jobId);
    if (queue !== undefined) return queue;
    const problem = t`A job on a table does not wait for its turn.`;
    throw new StowageError('conflict.other', 'The job is not queued.', { context: { job: jobId, problem } });
  }

  #calls(): JobRegistry['calls'] {
    return {
      'jobs.pause': ({ jobId }) => answered(this.get(jobId).pause()),
      'jobs.resume': ({ jobId }) => answered(this.#startable(jobId).resume()),
      'jobs.cancel': ({ jobId }) => answered(this.get(jobId).cancel()),
      'jobs.forget': ({ jobId }) => answered(this.#forget(jobId)),
      'jobs.retry': ({ jobId, ...choice }) => answered(this.#startable(jobId).retry(choice)),
      'jobs.start-now': ({ jobId }) => {
        const job = this.#startable(jobId);
        return answered(job.queue === undefined ? job.resume() : job.queue.startNow());
      },
      'jobs.try-now': ({ jobId }) => {
        this.get(jobId).tryNow?.();
        return {};
      },
      'jobs.reorder': ({ jobId, before }) => {
        this.#queueOf(jobId).moveBefore(before);
        return {};
      },
      'jobs.output-path': ({ jobId }) => ({ path: this.get(jobId).outputPath ?? null }),
    };
  }

  #streams(): JobRegistry['streams'] {
    const minIntervalMs = listEveryMs;
    return {
      'jobs.watch': (_input, { push, signal }) => {
        const isMoving = (): boolean => [...this.#jobs.values()].some(({ job }) => job.isMoving);
        return this.watched.watch({ snapshot: () => this.list(), isMoving, minIntervalMs }, push, signal);
      },
      'jobs.unread': (_input, { push, signal }) => {
        const snapshot = (): ErrorShape[] => this.unread.map((error) => error.toShape());
        return this.watched.watch({ snapshot, isMoving: () => false, minIntervalMs }, push, signal);
      },
    };
  }
}

function stopping(): StowageError {
  return new StowageError('cancelled.by-user', 'No job starts while all jobs stop.');
}

async function answered(work: Promise<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}
