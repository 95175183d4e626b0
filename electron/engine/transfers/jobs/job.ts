// One run of a job from plan to end: plans, feeds files to the mover as the scheduler wants them, tunes, sums up,
// stops. Owns nothing that outlives the run.
import { setMaxListeners } from 'node:events';
import { StowageError } from '@shared/errors';
import type { TransferState, WaitReason } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { blockBytesFor, nextBlockBytes } from '../plan/blocks';
import { AllRuns } from '../progress/all-runs';
import { countedAccount } from '../progress/counted-account';
import type { JobFlow } from './job-flow';
import { keepPace } from './job-pace';
import { wholeJobProblem } from './job-planner';
import type { JobPorts } from './job-ports';
import { JobProgress, countsOf } from '../progress/job-progress';
import { type OpenFile, isAllTried, isPerhapsWritten, perhapsWrittenIn, totalsOf } from '../records/files-state';
import { endedFilesOf, hasReachedService, insistenceField } from '../records/job-state';
import { type JobRun, createJobRun } from './job-run';
import { RunStop, type StopEffect, type StopReason } from './run-stop';
import { leaveOut } from './leave-out';
import { hasManyFiles } from '../records/job-records';
import { JobRemarks, noteOf, waitText, persistedNotes } from '../records/job-remarks';
import { JobStatistics } from '../progress/job-statistics';
import { unit } from '../progress/unit-state';
import { JobTrace } from '../progress/job-trace';
import { JobTuning } from '../pace/job-tuning';
import { SlowDown } from '../pace/network-gate';
import { begunFiles, removeLeftovers } from '../files/local-target';
import { classifyFailure } from '../pace/failure-class';
import { createWorkQueue } from '../pace/work-queue';
import type { JobReport } from '../worker/messages';

/**
 * How long to wait for the last reports of the threads, which belong in the sums. A stuck thread must not delay a
 * cancel.
 */
const lastReportsMs = 300;

export class Job {
  readonly progress: JobProgress;
  readonly statistics: JobStatistics;
  /** For the next run to record: what is reported once this one was recorded, or all of one that never ran. */
  unrecorded: JobStatistics;
  readonly tuning: JobTuning;
  readonly trace = new JobTrace(() => this.elapsedMs);
  readonly allRuns: AllRuns;
  readonly #ports: JobPorts;
  readonly #stop = new RunStop();
  readonly #stopping = new AbortController();
  readonly #slowDown: SlowDown;
  readonly #remarks = new JobRemarks();
  readonly #queue = createWorkQueue<OpenFile>();
  #run: JobRun | null = null;
  #startedMs: number | null = null;
  #startedAtMs = 0;
  #elapsedMs = 0;
  #earlierBytes = 0;
  #reached: 'yes' | 'no';

  constructor(ports: JobPorts) {
    this.#ports = ports;
    this.statistics = ports.unrecorded;
    this.unrecorded = ports.unrecorded;
    this.allRuns = new AllRuns(ports.state, this.statistics, () => this.elapsedMs);
    // Every file and request in flight listens to it.
    setMaxListeners(0, this.#stopping.signal);
    this.progress = new JobProgress(countsOf[ports.state.head.spec.kind], ports.cap.bytesPerSecond);
    const { kind, options } = ports.state.head.spec;
    // What is received shows the rate of the line by itself.
    const careful = kind === 'upload' ? { blockBytesOf: (bytes: number) => blockBytesFor(bytes, options, null) } : null;
    this.tuning = new JobTuning(options, ports.start, ports.learned, careful);
    this.#slowDown = new SlowDown(ports.clock);
    this.#reached = hasReachedService(ports.state) ? 'yes' : 'no';
  }

  /** Size of the next block of the open files; the chosen size when none is open. */
  get blockBytes(): number {
    const { blockBytes } = this.#ports.state.head.spec.options;
    const wanted = blockBytes === 'auto' ? this.tuning.blockBytes : null;
    for (const { file } of this.#ports.state.openInBlocks.values()) return nextBlockBytes(file, wanted);
    return blockBytes === 'auto' ? (wanted ?? 0) : blockBytes;
  }
  /** Running time in ms. */
  get elapsedMs(): number {
    return this.#elapsedMs + (this.#startedMs === null ? 0 : this.#ports.clock.monotonic() - this.#startedMs);
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
    if ((this.#run?.gate.reason() ?? null) !== null) return 'network';
    return this.#slowDown.remainingMs > 0 ? 'server' : null;
  }
  /** The flow of its files; null before they flow. */
  get flow(): JobFlow | null {
    return this.#run?.flow ?? null;
  }

  /** Progress in at most 64 cells; null until this run moves something, while the progress of earlier runs is shown. */
  cells(): string | null {
    const { state: jobState } = this.#ports;
    if (this.#run === null && jobState.nextFile > 0) return null;
    return this.progress.cells(totalsOf(jobState).files, this.#earlierBytes, jobState.failed.keys());
  }

  /** The current note; after the end, the note about the whole job. */
  note(): string {
    const broken = this.isRunning ? (this.#run?.gate.reason() ?? null) : null;
    if (broken !== null) return waitText(broken, this.#ports.openSource === null ? 'one' : 'two');
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
    this.#stopAll();
  }

  /** Ends the waits for a busy service and for the network. */
  tryNow(): void {
    this.#slowDown.set(0);
    this.#ports.pool.tryNow(this.#ports.state.head.id);
    this.#run?.gate.tryNow();
  }

  /** Cancels one file, also before the run has begun to move any. */
  async cancelFile(f: number): Promise<void> {
    if (this.#run !== null) {
      this.#run.mover.cancelFile(f);
      return;
    }
    this.#remarks.add('skipped: cancelled');
    if (isPerhapsWritten(this.#ports.state.open.get(f))) this.#remarks.add('perhaps written');
    this.#remarks.add('leftover', await leaveOut(this.#ports, f));
  }

  /** Takes a failed file that was opened again; `closed` when the job is about to end. */
  retry(open: OpenFile): 'taken' | 'closed' {
    this.progress.expect(open.file.f, open.file.bytes);
    this.progress.file(open.file.f, unit.untouched);
    // A run that has not begun takes all open files when it does.
    if (this.#run === null && !this.#stopping.signal.aborted) return 'taken';
    return this.#queue.push(open);
  }

  /** Plans failed parts of the plan again; `closed` as above. */
  replan(): 'taken' | 'closed' {
    return this.isOver ? 'closed' : (this.#run?.flow.replan() ?? 'taken');
  }

  /** Runs until it ends in any way; throws only if the journal cannot be written. */
  async run(): Promise<TransferState> {
    const { state: jobState, clock, journal, pool } = this.#ports;
    this.#startedMs = clock.monotonic();
    this.#startedAtMs = clock.now();
    const state = jobState.planned ? 'running' : 'planning';
    const insistence = insistenceField(this.#ports.insists);
    journal.note({ t: 'state', state, atMs: clock.now(), note: '', ...insistence, ...this.allRuns.recordFields() });
    const ticking = keepPace({
      clock,
      progress: this.progress,
      tuning: this.tuning,
      trace: this.trace,
      elapsedMs: () => this.elapsedMs,
      filesEnded: () => endedFilesOf(jobState),
      inFlight: () => this.#run?.scheduler.inFlight() ?? 0,
      inFlightBytes: () => this.#run?.scheduler.inFlightBytes() ?? 0,
      threadUse: () => pool.threadUse(),
      blockBytes: () => this.blockBytes,
      onTuned: () => this.#run?.scheduler.limitRaised(),
      signal: this.#stopping.signal,
    });
    const noting = this.allRuns.note(jobState, journal, clock, this.#stopping.signal);
    let failure: StowageError | null = null;
    try {
      // Stopped while it waited for its turn: it does nothing at all.
      if (!this.#stopping.signal.aborted) await this.#open();
    } catch (thrown) {
      failure = StowageError.from(thrown);
      // Files in progress must stop when planning or the journal failed.
      this.#stopAll();
      await this.#run?.mover.settled();
    }
    this.#elapsedMs = this.elapsedMs;
    this.#startedMs = null;
    this.#stopAll();
    await Promise.all([ticking, noting]);
    return this.#end(failure);
  }

  async #open(): Promise<void> {
    const { state: jobState, pool } = this.#ports;
    pool.startThreads(hasManyFiles(jobState.head.spec) ? 'many files' : 'one file');
    const account = await this.#ports.openAccount();
    const source = (await this.#ports.openSource?.()) ?? account;
    pool.openJob(jobState.head.id, account.descriptor, source === account ? undefined : source.descriptor);
    const counted = countedAccount(account, this.statistics);
    await this.#moveAll(counted, source === account ? counted : countedAccount(source, this.statistics));
  }

  async #end(failure: StowageError | null): Promise<TransferState> {
    const { state: jobState, clock, journal, pool } = this.#ports;
    this.progress.stopRate();
    this.tuning.stop(pool.threadUse());
    const enough = new AbortController();
    const patience = clock.sleep(lastReportsMs, enough.signal).catch(() => undefined);
    await Promise.race([pool.closeJob(jobState.head.id), patience]);
    // A timer left running would hold a command line that is done.
    enough.abort();
    if (failure !== null && this.#stop.reason === null && failure.kind !== 'cancelled') this.#endBy(failure);
    const state = this.#stop.stateOf(jobState);
    if (state === 'cancelled') {
      this.#remarks.add('perhaps written', perhapsWrittenIn(jobState));
      this.#remarks.add('leftover', await removeLeftovers(jobState, begunFiles(jobState), clock));
    }
    const waitsFor = state === 'paused' ? this.#stop.waitsFor() : null;
    this.unrecorded = new JobStatistics();
    await journal.commit({
      t: 'state',
      state,
      atMs: clock.now(),
      ...persistedNotes(this.#remarks.notes()),
      ...(waitsFor === null ? {} : { waitsFor }),
      ...(this.#stop.reason === null ? {} : insistenceField(this.#ports.insists)),
      ...this.allRuns.recordFields(),
    });
    if (isAllTried(jobState)) await journal.compact();
    return state;
  }

  #endBy(failure: StowageError): void {
    const { journal, onItem, state: jobState } = this.#ports;
    const failureClass = classifyFailure(failure, this.#reached);
    const isPause = failureClass === 'pause' || failureClass === 'refused';
    this.#onFailure(isPause ? 'pause' : 'job', failure);
    if (isPause) return;
    const { source, target, error } = wholeJobProblem(jobState.head.title, failure);
    const item = { source, target, code: error.code, message: error.message, context: { ...error.context } };
    journal.note({ t: 'ended', f: jobState.nextFile, outcome: 'failed', failure: item });
    onItem({ ...item, bytes: null, outcome: 'failed' });
  }

  async #moveAll(account: Account, source: Account): Promise<void> {
    const { bytesDone, nextFile, open, failed } = this.#ports.state;
    this.#earlierBytes = bytesDone;
    this.progress.settledEarlier(nextFile, (f) => open.has(f) || failed.has(f));
    for (const f of failed.keys()) this.progress.file(f, unit.failed);
    this.#run = createJobRun({
      account,
      source,
      progress: this.progress,
      tuning: this.tuning,
      trace: this.trace,
      slowDown: this.#slowDown,
      queue: this.#queue,
      reached: () => this.#reached,
      onReached: () => {
        this.#reached = 'yes';
      },
      onFailure: (effect, error) => this.#onFailure(effect, error),
      elapsedMs: () => this.elapsedMs,
      blockBytes: () => this.blockBytes,
      remark: (remark) => this.#remarks.add(remark),
      stop: () => this.#stopAll(),
      signal: this.#stopping.signal,
      ...this.#ports,
    });
    await this.#run.flow.run();
  }

  // The other files would fail the same way. They stay open, so that the job can be resumed once the cause is fixed.
  #onFailure(effect: StopEffect, error: StowageError): void {
    if (this.#stop.meet(effect, error) === 'stops already') return;
    this.#remarks.stopped(effect === 'pause' ? 'paused' : 'stopped', error);
    this.#stopAll();
  }

  #stopAll(): void {
    this.#queue.drop();
    if (!this.#stopping.signal.aborted) this.#stopping.abort();
  }
}
