// The files of one run in progress: the plan produces them, the mover takes them when the scheduler requests another
// one, a queue buffers them, and a gate holds them while the network is down. Over 300 lines with what these need.
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import type { ItemResult } from '../api';
import { createExistingTargets, type FileContext, type TargetClaims } from '../files/file-context';
import { createFileFinisher } from '../files/safe-writes';
import { maxRounds, showsTheLineWasAway, classifyFailure } from '../../azure/failures/failure-class';
import type { JobTuning } from '../pace/job-tuning';
import { accountKeyOf, probeService, type NetworkGate, createNetworkGate, type SlowDown } from '../pace/network-gate';
import type { MemoryBudget } from '../pace/memory-budget';
import { RequestTimeouts } from '../pace/request-timeouts';
import { type Scheduler, createScheduler } from '../pace/scheduler';
import type { JobCap } from '../pace/timetable';
import { createWorkQueue } from '../pace/work-queue';
import { sourceOf } from '../plan/specs';
import type { JobProgress } from '../progress/job-progress';
import type { JobTrace } from '../progress/job-trace';
import type { OpenFile } from '../records/files-state';
import type { JobJournal } from '../records/job-journal';
import { type JobState, stateChange } from '../records/job-state';
import { createNameSet } from '../records/name-set';
import { type Remark, leftOutText } from '../records/remarks';
import type { LateOptimising } from '../threads/late-optimising';
import type { Pool } from '../threads/pool';
import { FileMover, type MoverContext } from './mover';
import { RejectedFiles } from './outcomes';
import { type PlanSink, type PlanSources, countPlan, planInto } from './planner';

/** The run of a job that moves its files. */
export interface RunContext extends Pick<MoverContext, 'reached' | 'onFailure'> {
  readonly clock: Clock;
  /** How many files are planned ahead of those that move. */
  readonly filesAhead: number;
  readonly lateOptimising: Pick<LateOptimising, 'planned'>;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly claims: TargetClaims;
  readonly cap: JobCap;
  readonly movedBy: PlanSources['movedBy'];
  readonly findingsOf: PlanSources['findingsOf'];
  readonly journal: JobJournal;
  readonly state: JobState;
  readonly insists: 'yes' | 'no';
  readonly onItem: (item: ItemResult) => void;
  /** What the queue shows of the job has changed. */
  readonly onChange: () => void;
  readonly account: Account;
  /** The account that a copy reads from; otherwise the same account. */
  readonly source: Account;
  readonly progress: JobProgress;
  readonly trace: JobTrace;
  readonly tuning: JobTuning;
  readonly slowDown: SlowDown;
  /** Running milliseconds of the job. */
  readonly elapsedMs: () => number;
  /** Size of the next block. */
  readonly blockBytes: () => number;
  /** The service has answered. */
  readonly onReached: () => void;
  readonly remark: (remark: Remark) => void;
  /** Stops the run because planning failed. */
  readonly stop: () => void;
  readonly signal: AbortSignal;
}

/** Each hashed file holds 4 MiB, and there are few threads for hashing. */
const maxChecked = 16;

export class Runner {
  readonly scheduler: Scheduler;
  readonly gate: NetworkGate;
  readonly #run: RunContext;
  readonly #sources: PlanSources;
  readonly #mover: FileMover;
  readonly #queue = createWorkQueue<OpenFile>();
  /** The items that this run has skipped. */
  readonly #leftOut = createNameSet();
  #planning: 'under-way' | 'done' | 'closed';
  #plans: Promise<unknown> = Promise.resolve();
  #counting: Promise<void> | null = null;
  /** Those who wait until a file has ended. */
  readonly #waiting = new Set<() => void>();

  constructor(run: RunContext) {
    this.#run = run;
    const { account, clock, pool, signal, tuning, state: jobState } = run;
    this.#planning = isPlanned(jobState) ? 'done' : 'under-way';
    this.gate = createNetworkGate({ clock, signal, probe: (limit) => probeAll(run, limit), onChange: run.onChange });
    this.scheduler = createScheduler({
      limit: () => (isCheck(jobState) ? Math.min(maxChecked, tuning.concurrency) : tuning.concurrency),
      limitBytes: () => tuning.budgetBytes ?? Infinity,
      memory: run.memory,
      cap: run.cap,
      accountReady: async (own) => {
        await this.gate.open(own);
        const waitedMs = await run.slowDown.over(own);
        if (waitedMs > 0) tuning.waited({ serviceMs: waitedMs });
      },
      onCapWait: (ms) => tuning.waited({ capMs: ms }),
      signal,
    });
    this.#sources = {
      source: run.source,
      target: account,
      movedBy: run.movedBy,
      findingsOf: run.findingsOf,
      insists: run.insists,
      statFiles: async (paths) =>
        (await pool.statFiles(jobState.head.id, { paths, reading: 'untried' }, signal)).lookups,
    };
    const doneBefore = jobState.filesDone;
    const rejectedFiles = new RejectedFiles(run.insists, () => jobState.filesDone - doneBefore);
    this.#mover = new FileMover({
      state: jobState,
      context: this.#fileContext(rejectedFiles),
      services: { source: serviceOf(run.source), target: serviceOf(account) },
      rejectedFiles,
      reached: run.reached,
      onItem: run.onItem,
      onFailure: run.onFailure,
      gate: this.gate,
      claims: run.claims,
      accountKey: accountKeyOf(account),
      onResumed: (open) => this.#queue.pushFirst(open),
      onSettled: () => {
        this.#closeWhenIdle();
        this.#wake();
      },
    });
    if (signal.aborted) this.#queue.drop();
    signal.addEventListener(
      'abort',
      () => {
        this.#queue.drop();
        this.#wake();
      },
      { once: true },
    );
  }

  /** Resolves when nothing is left or the run was stopped; throws what made planning or the journal fail. */
  async run(): Promise<void> {
    const { state: jobState, tuning } = this.#run;
    const first = [...jobState.open.values()];
    for (const open of first) this.#expect(open);
    tuning.startWith(first.map(({ file }) => file));
    this.#beginPlan(first);
    await this.#feed();
    await this.#mover.settled();
    await this.#plans;
  }

  /** Resolves when nothing is in flight. Throws the error that prevented recording an outcome. */
  settled(): Promise<void> {
    return this.#mover.settled();
  }

  /** Moves a file that was opened again; `closed` when the run is about to end. */
  push(open: OpenFile): 'taken' | 'closed' {
    return this.#queue.push(open);
  }

  /** Plans the failed parts of the plan again; `closed` as above. */
  replan(): 'taken' | 'closed' {
    if (this.#planning === 'closed' || this.#run.signal.aborted) return 'closed';
    if (this.#planning === 'done') {
      this.#planning = 'under-way';
      this.#beginPlan([]);
    }
    return 'taken';
  }

  cancelFile(fileId: number): void {
    this.#mover.cancelFile(fileId);
  }

  /** Stops a file that is paused in the job's state, or does not start it; it retains its stored part. */
  pauseFile(fileId: number): void {
    this.#queue.withdraw(({ file }) => file.f === fileId);
    this.#mover.pauseFile(fileId);
    this.#closeWhenIdle();
  }

  /** Moves a file that is no longer paused before all that wait; `closed` as above. */
  resumeFile(fileId: number): 'taken' | 'closed' {
    const open = this.#run.state.open.get(fileId);
    // One that has not stopped yet is resumed by the mover.
    if (open === undefined || this.#mover.isMoving(fileId)) return 'taken';
    return this.#queue.pushFirst(open);
  }

  /** Moves a waiting file before the others. */
  startFileNow(fileId: number): void {
    const waiting = this.#queue.withdraw(({ file }) => file.f === fileId);
    if (waiting !== null) this.#queue.pushFirst(waiting);
  }

  #expect(open: OpenFile): void {
    this.#run.progress.expect(open.file.f, open.file.bytes);
    if (!this.#run.state.paused.has(open.file.f)) this.#queue.push(open);
  }

  #closeWhenIdle(): void {
    if (this.#planning !== 'done' || this.#mover.running > 0 || this.#queue.length() > 0) return;
    if (!this.#run.signal.aborted && this.#mover.settleRejected()) return;
    this.#planning = 'closed';
    this.#queue.close();
  }

  async #feed(): Promise<void> {
    const { state: jobState, journal, clock, signal } = this.#run;
    for (;;) {
      if ((await this.#queue.whenSome()) === 'closed') return;
      await this.scheduler.whenFileWanted();
      if (signal.aborted) return;
      // Chosen only now: a user may have paused what waited, or moved another one before it.
      const next = this.#queue.next();
      if (next === null) continue;
      const failure = journal.failure();
      if (failure !== undefined) throw StowageError.from(failure);
      if (jobState.state === 'planning') {
        const { insists } = jobState;
        journal.note(stateChange(jobState, { type: 'moving' }, { atMs: clock.now(), insists }));
      }
      this.#mover.begin(next);
      this.#closeWhenIdle();
    }
  }

  #beginPlan(first: readonly OpenFile[]): void {
    this.#plans = Promise.all([this.#plans, this.#planAll(first)]);
    // The rejection is handled at the end of the run.
    this.#plans.catch(() => undefined);
  }

  async #planAll(first: readonly OpenFile[]): Promise<void> {
    try {
      // More parts may fail, and be retried, while this is planned.
      while (!isPlanned(this.#run.state)) await this.#plan(first);
    } catch (error) {
      this.#run.stop();
      throw error;
    } finally {
      this.#planning = 'done';
      this.#closeWhenIdle();
    }
  }

  /** Makes the plan, or its missing part, as much ahead of the moving files as is allowed. */
  async #plan(known: readonly OpenFile[]): Promise<void> {
    const { state: jobState, journal, tuning, remark, signal, reached, lateOptimising } = this.#run;
    const firstFiles = [...known];
    let steps = 0;
    let [round, planned] = [0, jobState.nextFile];
    const sink: PlanSink = {
      state: jobState,
      journal,
      remark,
      signal,
      preferredBlockBytes: () => this.#preferredBlockBytes(),
      leftOut: this.#leftOut,
      onFile: (open) => {
        if (steps === 0) firstFiles.push(open);
        this.#expect(open);
      },
      onProblem: (fileId, problem) => this.#mover.fail(fileId, problem),
      onLeftOut: (path, why) => this.#run.onItem(leftOutItem(path, leftOutText(why))),
      onSteps: async () => {
        steps += 1;
        lateOptimising.planned(jobState.nextFile);
        if (jobState.head.spec.kind !== 'upload') this.#run.onReached();
        if (steps === 1) tuning.startWith(firstFiles.map(({ file }) => file));
        await this.#aheadOfMoving();
      },
      untilEnded: () => this.#untilEnded(),
    };
    for (;;) {
      round += 1;
      try {
        await planInto(this.#sources, sink);
        return;
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (signal.aborted || classifyFailure(error, reached()) !== 'network') throw error;
        if (jobState.nextFile > planned) round = 1;
        planned = jobState.nextFile;
        const back = await this.gate.waitUntilBack(error, signal);
        if (back === 'was-there' && (round >= maxRounds || !showsTheLineWasAway(error))) throw error;
      }
    }
  }

  /** Null for the size that follows from the file alone: every machine has to cut the files of a shard alike. */
  #preferredBlockBytes(): number | null {
    const { state: jobState, tuning } = this.#run;
    return typeof jobState.head.blockIds === 'object' ? null : tuning.blockBytes;
  }

  /**
   * Resolves when planning may continue, which stays `filesAhead` files ahead of those that move. The totals of a plan
   * that has to wait are counted meanwhile.
   */
  async #aheadOfMoving(): Promise<void> {
    const { state: jobState, journal, signal, filesAhead } = this.#run;
    if (this.#queue.length() >= filesAhead && !jobState.planned) {
      const sink = { state: jobState, signal, preferredBlockBytes: () => this.#preferredBlockBytes() };
      this.#counting ??= countPlan(this.#sources, sink)
        .then((totals) => {
          // Until then the totals counted by an earlier run are shown.
          if (!jobState.planned) journal.note({ t: 'foreseen', ...totals });
        })
        // Without them the totals grow with the plan, which meets the same failure and reports it.
        .catch(() => undefined);
    }
    await this.#queue.roomBelow(filesAhead);
    signal.throwIfAborted();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  async #untilEnded(): Promise<number> {
    const { state: jobState, signal } = this.#run;
    while (jobState.open.size > 0) {
      signal.throwIfAborted();
      // Denied files wait for others to show why, and there are none.
      const isIdle = this.#mover.running === 0 && this.#queue.length() === 0;
      if (isIdle) this.#mover.settleRejected();
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    signal.throwIfAborted();
    await this.#mover.settled();
    return jobState.failed.size;
  }

  #fileContext(rights: RejectedFiles): FileContext {
    const { state: jobState, pool, signal, tuning, clock, journal, progress, trace, remark } = this.#run;
    const { id, createdAtMs, blockIds, spec } = jobState.head;
    return {
      jobId: id,
      blockIds,
      parts: jobState.head,
      container: spec.container,
      createdAtMs,
      options: spec.options,
      clock,
      signal,
      scheduler: this.scheduler,
      pool,
      finisher: createFileFinisher(async (files) => (await pool.finishFiles(id, files, signal)).errors),
      existingTargets: createExistingTargets(),
      journal,
      progress,
      trace,
      rights,
      wantedBlockBytes: () => (spec.options.blockBytes === 'auto' ? tuning.blockBytes : null),
      onTuned: (listener) => tuning.onChange(listener),
      timeouts: timeoutsOf(this.#run, this.scheduler),
      onWaits: (waits) => tuning.waited(waits),
      remark,
    };
  }
}

function isPlanned({ planned, unplanned }: JobState): boolean {
  return planned && unplanned.size === 0;
}

function isCheck({ head }: JobState): boolean {
  return head.spec.kind === 'verify';
}

function leftOutItem(source: string, message: string): ItemResult {
  return { source, target: '', bytes: null, outcome: 'skipped', code: '', message, context: {} };
}

function serviceOf({ descriptor: { credential } }: Account): 'blob' | 's3' {
  return credential.kind === 's3' ? 's3' : 'blob';
}

/** A copy continues when it reaches both of its accounts. */
async function probeAll(
  { account, source, state: { head } }: RunContext,
  limit: AbortSignal,
): Promise<'answers' | 'silent'> {
  const from = accountKeyOf(source) === accountKeyOf(account) ? null : sourceOf(head.spec);
  const probes = [probeService(account, head.spec.container, limit)];
  if (from !== null) probes.push(probeService(source, from.container, limit));
  return (await Promise.all(probes)).includes('silent') ? 'silent' : 'answers';
}

function timeoutsOf({ tuning, progress, elapsedMs, blockBytes }: RunContext, scheduler: Scheduler): RequestTimeouts {
  return new RequestTimeouts({
    tuning,
    storedBytes: () => progress.storedBytes,
    onArrived: (request) => {
      if (tuning.arrived({ ...request, atMs: elapsedMs() }) === 'changed') scheduler.limitRaised();
    },
    onTimedOut: (tookMs) => {
      tuning.timedOut({
        tookMs,
        atMs: elapsedMs(),
        inFlight: scheduler.inFlight(),
        inFlightBytes: scheduler.inFlightBytes(),
        storedBytes: progress.storedBytes,
        defaultBlockBytes: blockBytes(),
      });
    },
  });
}
