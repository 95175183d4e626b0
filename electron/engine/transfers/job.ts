// One job from plan to end: feeds files to the scheduler, tunes, journals, sums up. Owns nothing that outlives the run.
import { setMaxListeners } from 'node:events';
import { type ErrorCode, StowageError, cancelled } from '@shared/errors';
import type { TransferState } from '@shared/model/transfer';
import type { Account } from '../azure/account';
import type { Clock } from '../ports';
import type { ItemResult } from './api';
import { downloadFile } from './download';
import { createFileFinisher } from './file-finisher';
import type { FileContext, FileOutcome } from './file-context';
import type { JobJournal } from './job-journal';
import { JobProgress, unit } from './job-progress';
import { type JobStanding, type OpenFile, type PlannedFile, placeOf } from './job-records';
import { JobRemarks } from './job-remarks';
import { JobStatistics } from './job-statistics';
import { JobTuning } from './job-tuning';
import type { MemoryBudget } from './memory-budget';
import { type PlanStep, planDownload, planUpload } from './plan';
import type { Pool } from './pool';
import { createRateCap } from './rate-cap';
import { refresh } from './refresh';
import { type Scheduler, createScheduler } from './scheduler';
import { createFolderMaker, removeLeftovers } from './target-file';
import { tunerIntervalMs } from './tuner';
import { uploadFile } from './upload';
import type { JobReport } from './worker/messages';

export interface JobPorts {
  readonly clock: Clock;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly openAccount: () => Promise<Account>;
  readonly journal: JobJournal;
  readonly standing: JobStanding;
  readonly onItem: (item: ItemResult) => void;
}

/** Why a run is stopped: the person cancels, or it shall go on later. */
export type StopReason = 'cancel' | 'interrupt';

const tickMs = 250;

export class Job {
  readonly progress = new JobProgress();
  readonly statistics = new JobStatistics();
  readonly tuning: JobTuning;
  readonly #ports: JobPorts;
  readonly #stop = new AbortController();
  #stopReason: StopReason | null = null;
  #scheduler: Scheduler | null = null;
  #slowUntilMs = 0;
  #startedMs: number | null = null;
  #elapsedMs = 0;
  #earlierBytes = 0;
  readonly #remarks = new JobRemarks();
  readonly #finisher = createFileFinisher(async (files) => {
    const { pool, standing } = this.#ports;
    return (await pool.finishFiles(standing.head.id, files, this.#stop.signal)).errors;
  });
  #running = new Set<Promise<void>>();

  constructor(ports: JobPorts) {
    this.#ports = ports;
    // Every request in flight listens.
    setMaxListeners(0, this.#stop.signal);
    this.tuning = new JobTuning(ports.standing.head.spec.options);
  }

  get state(): TransferState {
    return this.#ports.standing.state;
  }
  /** Of the files that are open; what is chosen for the next ones when none is. */
  get blockBytes(): number {
    const { blockBytes } = this.#ports.standing.head.spec.options;
    for (const { file } of this.#ports.standing.open.values()) if (file.blockBytes > 0) return file.blockBytes;
    return blockBytes === 'auto' ? (this.tuning.blockBytes ?? 0) : blockBytes;
  }
  /** Milliseconds of running. */
  get elapsedMs(): number {
    return this.#elapsedMs + (this.#startedMs === null ? 0 : this.#ports.clock.monotonic() - this.#startedMs);
  }

  /** Progress in at most 64 cells. */
  cells(): string {
    return this.progress.cells(this.#ports.standing.files, this.#earlierBytes);
  }

  /** What is worth saying now, or about the whole job when it has ended. */
  note(): string {
    const waitMs = this.#slowUntilMs - this.#ports.clock.monotonic();
    if (this.#startedMs !== null && waitMs > 0) return `server busy, ${Math.ceil(waitMs / 1000)} s`;
    return this.#remarks.text();
  }

  /** To be told what the workers measured for this job. */
  report(report: JobReport): void {
    this.progress.moved(report);
    this.tuning.report(report);
    for (const record of report.ended) this.statistics.record(record);
    for (const _cause of report.retried) this.statistics.retried();
    if (report.slowdownMs > 0) {
      this.#slowUntilMs = Math.max(this.#slowUntilMs, this.#ports.clock.monotonic() + report.slowdownMs);
    }
  }

  stop(reason: StopReason): void {
    this.#stopReason ??= reason;
    this.#stop.abort();
  }

  /** Runs to an end of any kind; throws only what makes the journal unusable. */
  async run(): Promise<TransferState> {
    const { standing, clock, journal, pool } = this.#ports;
    this.#startedMs = clock.monotonic();
    journal.note({ t: 'state', state: standing.planned ? 'running' : 'planning', atMs: clock.now(), note: '' });
    const ticking = this.#tick();
    let failure: StowageError | null = null;
    try {
      const account = await this.#ports.openAccount();
      pool.openJob(standing.head.id, account.descriptor);
      this.#scheduler = this.#createScheduler();
      await this.#moveAll(account);
    } catch (thrown) {
      failure = StowageError.from(thrown);
      // What was begun must not go on when planning or the journal failed.
      if (!this.#stop.signal.aborted) this.#stop.abort();
      await Promise.all(this.#running);
    }
    this.#elapsedMs = this.elapsedMs;
    this.#startedMs = null;
    this.#stop.abort();
    await ticking;
    return this.#end(failure);
  }

  async #end(failure: StowageError | null): Promise<TransferState> {
    const { standing, clock, journal, pool } = this.#ports;
    this.progress.stopRate();
    this.tuning.stop(pool.threadUse());
    const state = this.#finalState(failure);
    pool.closeJob(standing.head.id);
    if (state === 'cancelled') await removeLeftovers(standing);
    if (failure !== null && this.#stopReason === null && failure.kind !== 'cancelled') {
      this.#fail(standing.nextFile, { source: standing.head.title, target: '', bytes: 0 }, failure);
    }
    await journal.commit({ t: 'state', state, atMs: clock.now(), note: this.note() });
    if (standing.planned && standing.open.size === 0) await journal.compact();
    return state;
  }

  #finalState(failure: StowageError | null): TransferState {
    if (this.#stopReason !== null) {
      // A stop that came too late changes nothing.
      const complete = this.#ports.standing.planned && this.#ports.standing.open.size === 0;
      if (!complete) return this.#stopReason === 'cancel' ? 'cancelled' : 'interrupted';
    }
    return failure !== null || this.#ports.standing.failed.size > 0 ? 'failed' : 'done';
  }

  #createScheduler(): Scheduler {
    const { spec } = this.#ports.standing.head;
    return createScheduler({
      limit: () => this.tuning.concurrency,
      memory: this.#ports.memory,
      cap: createRateCap(spec.options.limitRate, this.#ports.clock),
      accountReady: (signal) => this.#accountReady(signal),
      onCapWait: (ms) => this.tuning.waited({ capMs: ms }),
      signal: this.#stop.signal,
    });
  }

  async #accountReady(signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    for (let ms = this.#slowUntilMs - clock.monotonic(); ms > 0; ms = this.#slowUntilMs - clock.monotonic()) {
      await clock.sleep(ms, signal);
      this.tuning.waited({ serviceMs: ms });
    }
  }

  async #moveAll(account: Account): Promise<void> {
    const { standing, journal, clock } = this.#ports;
    const move = this.#mover();
    const feed = async (open: OpenFile): Promise<void> => {
      await this.#scheduler?.hungry();
      if (this.#stop.signal.aborted) throw cancelled();
      if (journal.failure !== undefined) throw StowageError.from(journal.failure);
      if (standing.state === 'planning') journal.note({ t: 'state', state: 'running', atMs: clock.now(), note: '' });
      const moving = this.#moveOne(open, move);
      this.#running.add(moving);
      void moving.finally(() => this.#running.delete(moving));
    };
    const queue = [...standing.open.values()];
    this.#earlierBytes = standing.bytesDone;
    for (const { file } of queue) this.progress.expect(file.f, file.bytes);
    this.tuning.startWith(queue.map(({ file }) => file));
    if (standing.planned) {
      for (const open of queue) await feed(open);
    } else {
      await this.#planAndFeed(account, queue, feed);
    }
    await Promise.all(this.#running);
  }

  // The plan is made as fast as the disk or the listing allows, so that totals are known early.
  async #planAndFeed(account: Account, queue: OpenFile[], feed: (open: OpenFile) => Promise<void>): Promise<void> {
    const { standing, journal } = this.#ports;
    let next = 0;
    let wake: () => void = () => undefined;
    let planned = false;
    const known = new Set(standing.settled);
    for (const { file } of [...standing.open.values(), ...standing.failed.values()]) {
      if (file !== null) known.add(placeOf(file));
    }
    const planning = (async () => {
      try {
        for await (const steps of this.#plan(account)) {
          for (const step of steps) {
            const open = this.#take(step, known);
            if (open !== null) queue.push(open);
          }
          if (next === 0) this.tuning.startWith(queue.map(({ file }) => file));
          wake();
        }
        journal.note({ t: 'planned' });
      } finally {
        planned = true;
        wake();
      }
    })();
    planning.catch(() => undefined);
    for (;;) {
      const open = queue[next];
      if (open !== undefined) {
        next += 1;
        await feed(open);
      } else if (planned) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await planning;
  }

  #plan(account: Account): AsyncIterable<readonly PlanStep<PlannedFile>[]> {
    const { spec } = this.#ports.standing.head;
    const preferredBlockBytes = (): number | null => this.tuning.blockBytes;
    const { signal } = this.#stop;
    if (spec.kind === 'upload') return planUpload(spec, preferredBlockBytes, signal);
    const foldsNames = process.platform === 'linux' ? 'no' : 'yes';
    return planDownload(spec, { account, preferredBlockBytes, foldsNames, signal });
  }

  #take(step: PlanStep<PlannedFile>, known: ReadonlySet<string>): OpenFile | null {
    const { standing, journal } = this.#ports;
    if (step.kind === 'left-out') {
      this.#remark('link or special file left out');
      return null;
    }
    const f = standing.nextFile;
    if (step.kind === 'problem') {
      this.#fail(f, { ...step.problem, bytes: 0 }, step.problem.error);
      return null;
    }
    const file = { ...step.file, f, attempt: 0 } as PlannedFile;
    if (known.has(placeOf(file))) return null;
    journal.note(file);
    this.progress.expect(f, file.bytes);
    return standing.open.get(f) ?? null;
  }

  #mover(): (open: OpenFile, context: FileContext) => Promise<FileOutcome> {
    const { spec } = this.#ports.standing.head;
    if (spec.kind === 'download') {
      const place = { targetDir: spec.targetDir, makeFolders: createFolderMaker(spec.targetDir) };
      return (open, context) =>
        open.file.t === 'download' ? downloadFile(open, open.file, place, context) : Promise.reject(wrongKind());
    }
    return (open, context) =>
      open.file.t === 'upload' ? uploadFile(open, open.file, context) : Promise.reject(wrongKind());
  }

  async #moveOne(open: OpenFile, move: (open: OpenFile, context: FileContext) => Promise<FileOutcome>): Promise<void> {
    const { file } = open;
    try {
      const context = this.#fileContext();
      const result = await move(file.attempt > 0 ? await refresh(open, context, this.#ports.standing) : open, context);
      this.#ports.journal.note({ t: 'ended', f: file.f, outcome: result.outcome });
      this.progress.file(file.f, unit.done);
      if (result.outcome === 'skipped') this.#remark(`skipped: ${result.reason}`);
      const message = result.outcome === 'skipped' ? result.reason : '';
      this.#ports.onItem({ ...placesOf(file), bytes: file.bytes, outcome: result.outcome, code: '', message });
    } catch (thrown) {
      const error = StowageError.from(thrown);
      // Stopped by a person or by the end of the run: the file stays open in the journal.
      if (this.#stop.signal.aborted && error.kind === 'cancelled') return;
      this.#fail(file.f, { ...placesOf(file), bytes: file.bytes }, error);
      if (concernsWholeJob(error)) this.#giveUp(error);
    } finally {
      this.progress.closed(file.f);
    }
  }

  #fileContext(): FileContext {
    const { standing, pool, journal } = this.#ports;
    const scheduler = this.#scheduler;
    if (scheduler === null) throw cancelled();
    return {
      jobId: standing.head.id,
      container: standing.head.spec.container,
      createdAtMs: standing.head.createdAtMs,
      options: standing.head.spec.options,
      signal: this.#stop.signal,
      scheduler,
      pool,
      finisher: this.#finisher,
      journal,
      progress: this.progress,
      onWaits: (waits) => this.tuning.waited(waits),
      remark: (text) => this.#remark(text),
    };
  }

  #fail(
    f: number,
    item: { readonly source: string; readonly target: string; readonly bytes: number },
    error: StowageError,
  ): void {
    const { source, target, bytes } = item;
    const failure = { source, target, code: error.code, message: error.message, context: { ...error.context } };
    this.#ports.journal.note({ t: 'ended', f, outcome: 'failed', failure });
    this.progress.file(f, unit.untouched);
    this.#ports.onItem({ source, target, bytes, outcome: 'failed', code: error.code, message: error.message });
  }

  // The other files would fail the same way; they stay open, so that the job can go on when the cause is mended.
  #giveUp(error: StowageError): void {
    if (this.#stop.signal.aborted) return;
    this.#remarks.stopped(error.message);
    this.#stop.abort();
  }

  #remark(text: string): void {
    this.#remarks.add(text);
  }

  async #tick(): Promise<void> {
    const { clock } = this.#ports;
    let tunedAtMs = clock.monotonic();
    for (;;) {
      try {
        await clock.sleep(tickMs, this.#stop.signal);
      } catch {
        return;
      }
      this.progress.measureRate(clock.monotonic());
      if (clock.monotonic() - tunedAtMs < tunerIntervalMs) continue;
      this.#tune(clock.monotonic() - tunedAtMs);
      tunedAtMs = clock.monotonic();
    }
  }

  #tune(elapsedMs: number): void {
    const outcome = this.tuning.step({
      atMs: this.elapsedMs,
      elapsedMs,
      movedBytes: this.progress.movedBytes,
      inFlight: this.#scheduler?.inFlight ?? 0,
      threadUse: this.#ports.pool.threadUse(),
      usualBlockBytes: this.blockBytes,
    });
    if (outcome === 'changed') this.#scheduler?.poke();
  }
}

function placesOf(file: PlannedFile): { readonly source: string; readonly target: string } {
  return file.t === 'upload'
    ? { source: file.path, target: file.name }
    : { source: file.name, target: file.segments.join('/') };
}

const wholeJobCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not-found.container',
  'conflict.being-deleted',
  'conflict.read-only',
  'network.refused',
  'network.name-unknown',
  'network.certificate',
  'network.not-azure',
  'local.disk-full',
]);

function concernsWholeJob(error: StowageError): boolean {
  return error.kind === 'auth' || wholeJobCodes.has(error.code);
}

function wrongKind(): StowageError {
  return new StowageError('bug.unexpected', 'A file of the other direction is in this job.');
}
