// One run of a job from plan to end: opens its accounts, lets the runner move its files, ticks to tune them, sums up
// and stops. Owns nothing that outlives the run. Over 300 lines with the values that its owner and the window read from
// it.
import { setMaxListeners } from 'node:events';
import { StowageError } from '@shared/errors';
import type { WaitReason } from '@shared/model/job-state';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { backupJobId } from '../files/file-context';
import { begunFiles, removeLeftovers } from '../files/local-target';
import { abandonUploads } from '../files/s3-store';
import { classifyFailure } from '../../azure/failures/failure-class';
import { JobTuning, type TuningStart } from '../pace/job-tuning';
import type { LearnedStart } from '../pace/tuning-inputs';
import { SlowDown } from '../pace/network-gate';
import { intervalAt, tunerIntervalMs } from '../pace/tuner';
import { blockBytesFor, nextBlockBytes } from '../plan/blocks';
import { AllRuns, countedAccount, JobStatistics } from '../progress/all-runs';
import { countsOf, JobProgress, unit } from '../progress/job-progress';
import { JobTrace } from '../progress/job-trace';
import { type OpenFile, isAllTried, isPerhapsWritten, perhapsWrittenIn, totalsOf } from '../records/files-state';
import { hasBackups, hasManyFiles } from '../records/job-records';
import { JobRemarks, noteOf, waitText } from '../records/remarks';
import { endedFilesOf, hasReachedService, stateChange } from '../records/job-state';
import type { JobReport } from '../worker/messages';
import { wholeJobProblem } from './planner';
import { type RunContext, Runner } from './runner';
import { RunStop, type StopEffect, type StopReason } from './stop';

export interface RunSetup extends Pick<
  RunContext,
  | 'clock'
  | 'filesAhead'
  | 'lateOptimising'
  | 'pool'
  | 'memory'
  | 'claims'
  | 'cap'
  | 'movedBy'
  | 'findingsOf'
  | 'journal'
  | 'state'
  | 'insists'
  | 'onItem'
  | 'onChange'
> {
  readonly openAccount: () => Promise<Account>;
  /** The account that the job copies from; null unless it copies. */
  readonly openSource: (() => Promise<Account>) | null;
  /** Requests of the run before that were reported only after it had been recorded. */
  readonly unrecorded: JobStatistics;
  /** Where adaptive tuning begins; null for the default. */
  readonly start: TuningStart | null;
  /** What earlier jobs of the connection found best. */
  readonly learned: LearnedStart;
}

/**
 * How long to wait for the last reports of the threads, which belong in the sums. A stuck thread must not delay a
 * cancel.
 */
const lastReportsMs = 300;
const maxTickMs = 250;

export class JobRun {
  readonly progress: JobProgress;
  readonly statistics: JobStatistics;
  /** For the next run to record: the events reported once this one was recorded, or all of one that never ran. */
  unrecorded: JobStatistics;
  readonly tuning: JobTuning;
  readonly trace = new JobTrace(() => this.elapsedMs);
  readonly allRuns: AllRuns;
  readonly #setup: RunSetup;
  readonly #stop = new RunStop();
  readonly #stopping = new AbortController();
  readonly #slowDown: SlowDown;
  readonly #remarks = new JobRemarks();
  #runner: Runner | null = null;
  #startedMs: number | null = null;
  #startedAtMs = 0;
  #elapsedMs = 0;
  #earlierBytes = 0;
  #reached: 'yes' | 'no';

  constructor(setup: RunSetup) {
    this.#setup = setup;
    this.statistics = setup.unrecorded;
    this.unrecorded = setup.unrecorded;
    this.allRuns = new AllRuns(setup.state, this.statistics, () => this.elapsedMs);
    // Every file and request in flight listens to it.
    setMaxListeners(0, this.#stopping.signal);
    const { kind, options } = setup.state.head.spec;
    this.progress = new JobProgress(countsOf[kind], setup.cap.bytesPerSecond);
    // Received bytes alone show the rate of the network.
    const careful = kind === 'upload' ? { blockBytesOf: (bytes: number) => blockBytesFor(bytes, options, null) } : null;
    this.tuning = new JobTuning(options, setup.start, setup.learned, careful);
    this.#slowDown = new SlowDown(setup.clock);
    this.#reached = hasReachedService(setup.state) ? 'yes' : 'no';
  }

  /** Size of the next block of the open files; the chosen size when none is open. */
  get blockBytes(): number {
    const { blockBytes } = this.#setup.state.head.spec.options;
    const wanted = blockBytes === 'auto' ? this.tuning.blockBytes : null;
    for (const { file } of this.#setup.state.openInBlocks.values()) return nextBlockBytes(file, wanted);
    return blockBytes === 'auto' ? (wanted ?? 0) : blockBytes;
  }
  /** Running time in ms. */
  get elapsedMs(): number {
    return this.#elapsedMs + (this.#startedMs === null ? 0 : this.#setup.clock.monotonic() - this.#startedMs);
  }
  /** Wall time at which the run began; 0 before. */
  get startedAtMs(): number {
    return this.#startedAtMs;
  }
  get isRunning(): boolean {
    return this.#startedMs !== null;
  }
  /** The run has ended; its journal may still be written. */
  get isOver(): boolean {
    return this.#startedAtMs > 0 && this.#startedMs === null;
  }
  /** What ended or paused the run and concerns no single file; null for nothing. */
  get stoppedBy(): StowageError | null {
    return this.#stop.error;
  }
  get waitsFor(): WaitReason | null {
    if (!this.isRunning) return null;
    if ((this.#runner?.gate.reason() ?? null) !== null) return 'network';
    return this.#slowDown.remainingMs > 0 ? 'server' : null;
  }

  /** Progress in at most 64 cells; null until this run moves something, while the progress of earlier runs is shown. */
  cells(): string | null {
    const { state: jobState } = this.#setup;
    if (this.#runner === null && jobState.nextFile > 0) return null;
    return this.progress.cells(totalsOf(jobState).files, this.#earlierBytes, jobState.failed.keys());
  }

  /** The current note; after the end, the note about the whole job. */
  note(): string {
    const broken = this.isRunning ? (this.#runner?.gate.reason() ?? null) : null;
    if (broken !== null) return waitText(broken, this.#setup.openSource === null ? 'one' : 'two');
    if (this.waitsFor === 'server') return t`server busy, ${Math.ceil(this.#slowDown.remainingMs / 1000)} s`;
    return noteOf(this.#remarks.notes());
  }

  /** Receives the measurements of the workers for this job. */
  report(report: JobReport): void {
    this.progress.moved(report);
    this.tuning.report(report);
    this.unrecorded.report(report);
    if (report.ended.some(({ status }) => status > 0)) this.#reached = 'yes';
    this.#slowDown.set(report.slowdownMs);
  }

  stop(reason: StopReason): void {
    this.#stop.request(reason);
    this.#stopping.abort();
  }

  /** Ends the waits for a busy service and for the network. */
  tryNow(): void {
    this.#slowDown.set(0);
    this.#setup.pool.tryNow(this.#setup.state.head.id);
    this.#runner?.gate.tryNow();
  }

  /** Cancels one file, also before the run has begun to move any. */
  async cancelFile(fileId: number): Promise<void> {
    if (this.#runner !== null) {
      this.#runner.cancelFile(fileId);
      return;
    }
    const { state: jobState, journal, clock } = this.#setup;
    this.#remarks.add('skipped: cancelled');
    const open = jobState.open.get(fileId);
    if (open === undefined) return;
    if (isPerhapsWritten(open)) this.#remarks.add('perhaps written');
    journal.note({ t: 'ended', f: fileId, outcome: 'skipped', reason: 'cancelled' });
    this.#remarks.add('leftover', await removeLeftovers(jobState, [open.file], clock));
  }

  /** A run that moves no files yet takes from the job's state which are paused. */
  pauseFile(fileId: number): void {
    this.#runner?.pauseFile(fileId);
  }

  /** `closed` when the run is about to end. */
  resumeFile(fileId: number): 'taken' | 'closed' {
    return this.#runner?.resumeFile(fileId) ?? 'taken';
  }

  startFileNow(fileId: number): void {
    this.#runner?.startFileNow(fileId);
  }

  /** Takes a failed file that was opened again; `closed` as above. */
  retry(open: OpenFile): 'taken' | 'closed' {
    this.progress.expect(open.file.f, open.file.bytes);
    this.progress.file(open.file.f, unit.untouched);
    // A run that moves no files yet takes all open ones when it does.
    return this.#runner?.push(open) ?? (this.#stopping.signal.aborted ? 'closed' : 'taken');
  }

  /** Plans failed parts of the plan again; `closed` as above. */
  replan(): 'taken' | 'closed' {
    return this.isOver ? 'closed' : (this.#runner?.replan() ?? 'taken');
  }

  /** Runs until it ends in any way; throws only if the journal cannot be written. */
  async run(): Promise<void> {
    const { state: jobState, clock, journal } = this.#setup;
    this.#startedMs = clock.monotonic();
    this.#startedAtMs = clock.now();
    const details = { atMs: clock.now(), insists: this.#setup.insists, ...this.allRuns.recordFields() };
    const plan = jobState.planned ? 'complete' : 'missing';
    journal.note(stateChange(jobState, { type: 'started', plan }, details));
    const ticking = this.#tick();
    const noting = this.allRuns.note(jobState, journal, clock, this.#stopping.signal);
    let failure: StowageError | null = null;
    try {
      // Stopped while it waited for its turn: it does nothing at all.
      if (!this.#stopping.signal.aborted) await this.#moveAll();
    } catch (thrown) {
      failure = StowageError.from(thrown);
      // Files in progress must stop when planning or the journal failed.
      this.#stopping.abort();
      await this.#runner?.settled();
    }
    this.#elapsedMs = this.elapsedMs;
    this.#startedMs = null;
    this.#stopping.abort();
    await Promise.all([ticking, noting]);
    await this.#end(failure);
  }

  async #moveAll(): Promise<void> {
    const { state: jobState, pool, openAccount, openSource } = this.#setup;
    const { spec } = jobState.head;
    const many = spec.kind === 'download' ? 'many files to disk' : 'many files';
    pool.startThreads(hasManyFiles(spec) ? many : 'one file');
    const account = await openAccount();
    const source = (await openSource?.()) ?? account;
    pool.openJob(jobState.head.id, account.descriptor, source === account ? undefined : source.descriptor);
    if (hasBackups(jobState.head.spec)) pool.openJob(backupJobId(jobState.head.id), account.descriptor);
    const counted = countedAccount(account, this.statistics);
    const { bytesDone, nextFile, open, failed } = jobState;
    this.#earlierBytes = bytesDone;
    this.progress.settledEarlier(nextFile, (fileId) => open.has(fileId) || failed.has(fileId));
    for (const fileId of failed.keys()) this.progress.file(fileId, unit.failed);
    this.#runner = new Runner({
      ...this.#setup,
      account: counted,
      source: source === account ? counted : countedAccount(source, this.statistics),
      progress: this.progress,
      tuning: this.tuning,
      trace: this.trace,
      slowDown: this.#slowDown,
      reached: () => this.#reached,
      onReached: () => {
        this.#reached = 'yes';
      },
      onFailure: (effect, error) => this.#onFailure(effect, error),
      elapsedMs: () => this.elapsedMs,
      blockBytes: () => this.blockBytes,
      remark: (remark) => this.#remarks.add(remark),
      stop: () => this.#stopping.abort(),
      signal: this.#stopping.signal,
    });
    await this.#runner.run();
  }

  async #end(failure: StowageError | null): Promise<void> {
    const { state: jobState, clock, journal, pool } = this.#setup;
    this.progress.stopRate();
    this.tuning.stop(pool.threadUse());
    const enough = new AbortController();
    const patience = clock.sleep(lastReportsMs, enough.signal).catch(() => undefined);
    const { id, spec } = jobState.head;
    const closings = [pool.closeJob(id), ...(hasBackups(spec) ? [pool.closeJob(backupJobId(id))] : [])];
    await Promise.race([Promise.all(closings), patience]);
    // A timer left running would hold a command line that is done.
    enough.abort();
    if (failure !== null && this.#stop.reason === null && failure.kind !== 'cancelled') this.#endBy(failure);
    const event = this.#stop.endOf(jobState);
    if (event.type === 'cancelled') {
      this.#remarks.add('perhaps written', perhapsWrittenIn(jobState));
      const begun = begunFiles(jobState);
      this.#remarks.add('leftover', await removeLeftovers(jobState, begun, clock));
      await abandonUploads(begun, jobState.head.spec, this.#setup.openAccount);
    }
    this.unrecorded = new JobStatistics();
    await journal.commit(
      stateChange(jobState, event, {
        atMs: clock.now(),
        notes: this.#remarks.notes(),
        insists: this.#stop.reason === null ? 'no' : this.#setup.insists,
        ...this.allRuns.recordFields(),
      }),
    );
    if (isAllTried(jobState)) await journal.compact();
  }

  #endBy(failure: StowageError): void {
    const { journal, onItem, state: jobState } = this.#setup;
    const failureClass = classifyFailure(failure, this.#reached);
    const isPause = failureClass === 'pause' || failureClass === 'refused';
    this.#onFailure(isPause ? 'pause' : 'job', failure);
    if (isPause) return;
    const { source, target, error } = wholeJobProblem(jobState.head.title, failure);
    const item = { source, target, code: error.code, message: error.message, context: { ...error.context } };
    journal.note({ t: 'ended', f: jobState.nextFile, outcome: 'failed', failure: item });
    onItem({ ...item, bytes: null, outcome: 'failed' });
  }

  // The other files would fail the same way. They stay open, so that the job can be resumed once the cause is fixed.
  #onFailure(effect: StopEffect, error: StowageError): void {
    if (this.#stop.meet(effect, error) === 'stops already') return;
    this.#remarks.stopped(effect === 'pause' ? 'paused' : 'stopped', error);
    this.#stopping.abort();
  }

  /** Measures the rate and steps the tuner. Resolves when the run stops. */
  async #tick(): Promise<void> {
    const { state: jobState, clock, pool } = this.#setup;
    const { progress, tuning } = this;
    let tunedAtMs = clock.monotonic();
    // Bytes that move before the first tick count too.
    progress.measureRate(tunedAtMs, endedFilesOf(jobState));
    let tracedBytes = 0;
    let intervalMs = intervalAt(0);
    for (;;) {
      try {
        await clock.sleep(Math.min(maxTickMs, intervalMs), this.#stopping.signal);
      } catch {
        return;
      }
      const nowMs = clock.monotonic();
      progress.measureRate(nowMs, endedFilesOf(jobState));
      const elapsedMs = nowMs - tunedAtMs;
      if (elapsedMs < intervalMs) continue;
      const { movedBytes } = progress;
      const atMs = this.elapsedMs;
      const interval = intervalMs < tunerIntervalMs ? 'short' : 'whole';
      intervalMs = intervalAt(atMs);
      const inFlight = this.#runner?.scheduler.inFlight() ?? 0;
      const { blockBytes } = this;
      this.trace.sample({
        atMs: Math.round(atMs),
        bytesPerSecond: Math.round(((movedBytes - tracedBytes) / elapsedMs) * 1000),
        concurrency: tuning.concurrency,
        inFlight,
        blockBytes,
      });
      tracedBytes = movedBytes;
      const outcome = tuning.step({
        atMs,
        elapsedMs,
        movedBytes,
        storedBytes: progress.storedBytes,
        inFlight,
        inFlightBytes: this.#runner?.scheduler.inFlightBytes() ?? 0,
        threadUse: pool.threadUse(),
        interval,
        defaultBlockBytes: blockBytes,
      });
      tunedAtMs = nowMs;
      if (outcome === 'changed') this.#runner?.scheduler.limitRaised();
    }
  }
}
