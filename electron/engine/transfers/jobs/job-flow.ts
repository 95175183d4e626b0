// The flow of files through one run of a job: the plan produces them, the mover takes them when the scheduler wants
// another one, and a queue lies in between.
import { StowageError } from '@shared/errors';
import type { Clock } from '../../ports';
import type { JobJournal } from '../records/job-journal';
import type { JobMover } from './job-mover';
import { type PlanSink, type PlanSources, countPlan, planInto } from './planner';
import type { JobProgress } from '../progress/job-progress';
import { createNameSet } from '../records/name-set';
import type { OpenFile } from '../records/files-state';
import { type JobState, insistenceField } from '../records/job-state';
import type { JobTuning } from '../pace/job-tuning';
import type { NetworkGate } from '../pace/network-gate';
import type { Scheduler } from '../pace/scheduler';
import { maxRounds, showsTheLineWasAway, classifyFailure } from '../pace/failure-class';
import type { WorkQueue } from '../pace/work-queue';
import type { Remark } from '../records/remarks';

export interface FlowPorts {
  readonly sources: PlanSources;
  readonly clock: Clock;
  readonly filesAhead: number;
  readonly state: JobState;
  readonly journal: JobJournal;
  readonly queue: WorkQueue<OpenFile>;
  readonly scheduler: Scheduler;
  readonly gate: NetworkGate;
  readonly mover: JobMover;
  readonly progress: JobProgress;
  readonly tuning: JobTuning;
  readonly reached: () => 'yes' | 'no';
  /** The service has answered a request of the planning. */
  readonly onReached: () => void;
  readonly onLeftOut: PlanSink['onLeftOut'];
  readonly remark: (remark: Remark) => void;
  /** Stops the run because planning failed. */
  readonly stop: () => void;
  readonly signal: AbortSignal;
}

export interface JobFlow {
  /** Resolves when nothing is left or the run was stopped; throws what made planning or the journal fail. */
  run(): Promise<void>;
  /** Plans the failed parts of the plan again; `closed` when it is too late for that. */
  replan(): 'taken' | 'closed';
  /** Stops a file that its standing has as paused, or does not begin it; it keeps what it has. */
  pauseFile(f: number): void;
  /** Moves a file that is no longer paused before all that wait; `closed` as above. */
  resumeFile(f: number): 'taken' | 'closed';
  /** Moves a waiting file before the others. */
  startFileNow(f: number): void;
  /** Call it when a file has ended. */
  settled(): void;
}

export function createJobFlow(ports: FlowPorts): JobFlow {
  const { state: jobState, journal, queue, scheduler, mover, tuning, signal, clock } = ports;
  const isPlanned = (): boolean => jobState.planned && jobState.unplanned.size === 0;
  let planning: 'under-way' | 'done' | 'closed' = isPlanned() ? 'done' : 'under-way';
  let plans: Promise<unknown> = Promise.resolve();

  const closeWhenIdle = (): void => {
    if (planning !== 'done' || mover.running() > 0 || queue.length() > 0) return;
    if (!signal.aborted && mover.settleRejected()) return;
    planning = 'closed';
    queue.close();
  };
  const expect = (open: OpenFile): void => {
    ports.progress.expect(open.file.f, open.file.bytes);
    if (!jobState.paused.has(open.file.f)) queue.push(open);
  };

  const plan = createPlanning(ports, expect);
  const planAll = async (first: readonly OpenFile[]): Promise<void> => {
    try {
      // More parts may fail, and be retried, while this is planned.
      while (!isPlanned()) await plan(first);
    } catch (error) {
      ports.stop();
      throw error;
    } finally {
      planning = 'done';
      closeWhenIdle();
    }
  };

  const feed = async (): Promise<void> => {
    for (;;) {
      if ((await queue.whenSome()) === 'closed') return;
      await scheduler.whenFileWanted();
      if (signal.aborted) return;
      // Chosen only now: a person may have paused what waited, or moved another one before it.
      const next = queue.next();
      if (next === null) continue;
      const failure = journal.failure();
      if (failure !== undefined) throw StowageError.from(failure);
      if (jobState.state === 'planning') {
        const insistence = insistenceField(jobState.insists);
        journal.note({ t: 'state', state: 'running', atMs: clock.now(), note: '', ...insistence });
      }
      mover.begin(next);
      closeWhenIdle();
    }
  };

  const begin = (first: readonly OpenFile[]): void => {
    plans = Promise.all([plans, planAll(first)]);
    // The rejection is handled at the end of the run.
    plans.catch(() => undefined);
  };

  return {
    replan: () => {
      if (planning === 'closed' || signal.aborted) return 'closed';
      if (planning === 'done') {
        planning = 'under-way';
        begin([]);
      }
      return 'taken';
    },
    pauseFile: (f) => {
      queue.withdraw(({ file }) => file.f === f);
      mover.pauseFile(f);
      closeWhenIdle();
    },
    resumeFile: (f) => {
      const open = jobState.open.get(f);
      // One that has not stopped yet is resumed by the mover.
      if (open === undefined || mover.isMoving(f)) return 'taken';
      return queue.pushFirst(open);
    },
    startFileNow: (f) => {
      const waiting = queue.withdraw(({ file }) => file.f === f);
      if (waiting !== null) queue.pushFirst(waiting);
    },
    settled: closeWhenIdle,
    run: async () => {
      const first = [...jobState.open.values()];
      for (const open of first) expect(open);
      tuning.startWith(first.map(({ file }) => file));
      begin(first);
      await feed();
      await mover.settled();
      await plans;
    },
  };
}

/** Makes the plan, or what is missing of it, as far ahead of the moving files as is allowed. */
function createPlanning(
  ports: FlowPorts,
  onFile: (open: OpenFile) => void,
): (known: readonly OpenFile[]) => Promise<void> {
  const { state: jobState, journal, mover, tuning, signal } = ports;
  const leftOut = createNameSet();
  const aheadOfMoving = createReadAhead(ports);
  return async (known) => {
    const firstFiles = [...known];
    let steps = 0;
    let [round, planned] = [0, jobState.nextFile];
    for (;;) {
      round += 1;
      try {
        await planInto(ports.sources, {
          state: jobState,
          journal,
          signal,
          preferredBlockBytes: () => tuning.blockBytes,
          onFile: (open) => {
            if (steps === 0) firstFiles.push(open);
            onFile(open);
          },
          onProblem: (f, problem) => mover.fail(f, problem),
          onLeftOut: ports.onLeftOut,
          remark: ports.remark,
          leftOut,
          onSteps: async () => {
            steps += 1;
            if (jobState.head.spec.kind !== 'upload') ports.onReached();
            if (steps === 1) tuning.startWith(firstFiles.map(({ file }) => file));
            await aheadOfMoving();
          },
        });
        return;
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (signal.aborted || classifyFailure(error, ports.reached()) !== 'network') throw error;
        if (jobState.nextFile > planned) round = 1;
        planned = jobState.nextFile;
        const back = await ports.gate.waitUntilBack(error, signal);
        if (back === 'was-there' && (round >= maxRounds || !showsTheLineWasAway(error))) throw error;
      }
    }
  };
}

/**
 * Resolves when planning may go on, which stays `filesAhead` files ahead of those that move. The totals of a plan that
 * has to wait are counted meanwhile.
 */
function createReadAhead({
  sources,
  state: jobState,
  journal,
  queue,
  tuning,
  signal,
  filesAhead,
}: FlowPorts): () => Promise<void> {
  let counting: Promise<void> | null = null;
  return async () => {
    if (queue.length() >= filesAhead && !jobState.planned) {
      counting ??= countPlan(sources, { state: jobState, signal, preferredBlockBytes: () => tuning.blockBytes })
        .then((totals) => {
          // Until then the totals counted by an earlier run are shown.
          if (!jobState.planned) journal.note({ t: 'foreseen', ...totals });
        })
        // Without them the totals grow with the plan, which meets the same failure and reports it.
        .catch(() => undefined);
    }
    await queue.roomBelow(filesAhead);
    signal.throwIfAborted();
  };
}
