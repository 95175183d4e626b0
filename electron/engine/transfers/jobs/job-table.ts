// All jobs of a state folder: creates them, runs them in turn, stops and resumes them, notifies listeners. Owns the
// journal of each job while it runs.
import { StowageError } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { Pace } from '@shared/model/transfer-pace';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import type { Beginning, JobHandle } from '../api';
import type { RuntimeHold } from '../threads/runtime-hold';
import { type Entry, type ResumeOptions, type RetryChoice, newEntry } from './job-entry';
import type { Job } from './job';
import { createJobJournal } from '../records/job-journal';
import { createJobLauncher, pacedOf } from './job-launcher';
import type { TuningStart } from '../pace/job-tuning';
import type { JobHead, JobSpec, PlannedFile } from '../records/job-records';
import { recoverJobs } from './job-recovery';
import { createJobRetries } from './job-retries';
import { createJobStops } from './job-stops';
import { createPausedFiles } from './paused-files';
import { keepTurns, takeFirstTurn } from './job-turns';
import { leaveOut } from './leave-out';
import { createRenewedCredentials } from './renewed-credentials';
import type { StopReason } from './run-stop';
import { stateOf } from '../records/job-compaction';
import { alsoSaid } from '../records/job-remarks';
import { type JobStanding, isEnded, newStanding } from '../records/job-standing';
import type { JobStore } from '../records/job-store';
import type { MemoryBudget } from '../pace/memory-budget';
import { begunFiles, removeLeftovers } from '../files/leftovers';
import { titleOf } from '../plan/title';
import type { Pool } from '../threads/pool';
import type { TransferTimetable } from '../pace/timetable';
import { followTimetable } from '../pace/timetable-beat';
import { createTurnQueue } from '../pace/turn-queue';
import type { JobReport } from '../worker/messages';

export interface JobTablePorts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly filesAhead: number;
  readonly accounts: AccountSource;
  readonly store: JobStore;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly timetable: TransferTimetable;
  /** Held by each job while it runs. */
  readonly holdRuntime: RuntimeHold;
  /** Whether jobs of earlier processes resume by themselves when their timetable allows. */
  readonly earlierJobs: 'go on' | 'rest';
  /** Settings that a person took from the lab for a connection. */
  readonly startOf: (connectionId: string) => TuningStart | null;
  readonly onChange: () => void;
}

export interface JobTable {
  /** Jobs that run now. */
  readonly moving: number;
  /** Newest first. */
  list(): TransferJob[];
  standing(jobId: string): JobStanding;
  /** All jobs, in no order. */
  standings(): readonly JobStanding[];
  /** Resolves when everything the job has settled can be read in its journal. */
  written(jobId: string): Promise<void>;
  /** The current or last run of the job in this process. */
  run(jobId: string): Job | null;
  begin(spec: JobSpec, beginning?: Beginning): Promise<JobHandle>;
  /** Resumes a stopped job and all its failed files; a running one is left alone. */
  resume(jobId: string, how?: ResumeOptions): Promise<JobHandle>;
  retry(jobId: string, choice: RetryChoice): Promise<void>;
  /** Retries failed files, each with the plan given here instead of its own. */
  retryAs(jobId: string, files: readonly PlannedFile[]): Promise<void>;
  /** Runs it even while its timetable pauses it, until that pause is over. */
  startNow(jobId: string): Promise<void>;
  setPace(jobId: string, pace: Pace): Promise<void>;
  /** The key or SAS of a connection may have changed. */
  credentialChanged(connectionId: string): void;
  reorder(jobId: string, before: string | null): void;
  cancelFile(jobId: string, file: number): Promise<void>;
  pauseFile(jobId: string, file: number): Promise<void>;
  resumeFile(jobId: string, file: number): Promise<void>;
  /** Puts a waiting file before the others of the current run. */
  startFileNow(jobId: string, file: number): void;
  stop(jobId: string, reason: StopReason): Promise<void>;
  forget(jobId: string): Promise<void>;
  report(report: JobReport): void;
  /** Lists the jobs of earlier processes; one that another process still runs is added when it becomes free. */
  recover(): Promise<void>;
  /** Why jobs of earlier processes cannot be read now: an error a job, or one for all of them. */
  readonly unread: readonly StowageError[];
  /** Jobs (or the one job) that another process runs now. Jobs that have become free since recovery are listed then. */
  elsewhere(jobId?: string): Promise<readonly JobStanding[]>;
  /** Interrupts all jobs. */
  stopAll(): Promise<void>;
}

/** How many jobs run at the same time; the others wait. */
const jobsAtOnce = 3;

export function createJobTable(ports: JobTablePorts): JobTable {
  const { clock, store, timetable, onChange } = ports;
  const entries = new Map<string, Entry>();
  const turns = createTurnQueue(jobsAtOnce, (order) => keepTurns(order, entries));
  const launcher = createJobLauncher({
    ...ports,
    turns,
    findingsOf: (jobId) => find(jobId).standing.failed.values(),
  });
  const { launch, relaunch, whileOpen, isHeld } = launcher;

  const find = (jobId: string): Entry => {
    const entry = entries.get(jobId);
    if (entry === undefined) {
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    }
    return entry;
  };
  const add = (standing: JobStanding): Entry => {
    const entry = newEntry(standing);
    entries.set(standing.head.id, entry);
    return entry;
  };

  const stop = createJobStops({ clock, turns, launcher, onChange });
  const { retry, retryAs } = createJobRetries(launcher);

  /** Of files that failed, which could have been tried again until now; unless another process does. */
  const removeBegun = async (entry: Entry): Promise<void> => {
    if (begunFiles(entry.standing).length === 0) return;
    const remove = (): Promise<number> => removeLeftovers(entry.standing, begunFiles(entry.standing), clock);
    await whileOpen(entry, (_journal, job) => (job === 'rests' ? remove() : 0)).catch(() => 0);
  };
  const pausedFiles = createPausedFiles(launcher);

  const holdFree = (entry: Entry): void => {
    const held = timetable.now(pacedOf(entry));
    if (held?.at === 'pause') entry.freeUntilMs = held.untilMs ?? Infinity;
  };

  const resume = async (
    jobId: string,
    { begins, credential, sources = [] }: ResumeOptions = {},
  ): Promise<JobHandle> => {
    const entry = find(jobId);
    if (begins === 'now') holdFree(entry);
    const given = credential === undefined ? {} : { credential };
    await relaunch(entry, {}, { pausedFiles: 'if all', sources, ...given });
    return handleOf(entry);
  };

  const handleOf = (entry: Entry): JobHandle => ({
    jobId: entry.standing.head.id,
    onEvent: (listen) => {
      entry.listeners.add(listen);
      return () => entry.listeners.delete(listen);
    },
    get ended() {
      return entry.ended;
    },
    cancel: () => stop(entry, 'cancel'),
    interrupt: () => stop(entry, 'interrupt'),
  });

  const isUnderWay = ({ journal, job }: Entry): boolean => journal !== null && job?.isOver === false;
  const ended = new AbortController();
  void followTimetable<Entry>({
    clock,
    entries: () => entries.values(),
    isHeld,
    isUnderWay,
    isWaiting: ({ journal, job, standing }) =>
      journal === null &&
      (job !== null || ports.earlierJobs === 'go on') &&
      standing.state === 'paused' &&
      standing.waitsFor === 'timetable',
    stop: (entry) => stop(entry, 'timetable'),
    goOn: (entry) => relaunch(entry, null, { by: 'timetable' }),
    byTurn: (first, second) => first.standing.turn - second.standing.turn,
    signal: ended.signal,
  });

  const take = (standings: readonly JobStanding[]): void => {
    for (const standing of standings) if (!entries.has(standing.head.id)) add(standing);
    onChange();
  };
  let unread: readonly StowageError[] = [];
  const tell = (told: readonly StowageError[]): void => {
    unread = told;
    onChange();
  };

  return {
    get moving() {
      return turns.moving;
    },
    get unread() {
      return unread;
    },
    list: () =>
      [...entries.values()]
        .map(launcher.snapshot)
        .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)),
    standing: (jobId) => find(jobId).standing,
    standings: () => [...entries.values()].map(({ standing }) => standing),
    // A failed write ends the job by itself, and what was written before can be read.
    written: async (jobId) =>
      find(jobId)
        .journal?.write()
        .catch(() => undefined),
    run: (jobId) => find(jobId).job,
    begin: async (spec, { begins } = {}) => {
      const id = Array.from({ length: 24 }, () => Math.floor(ports.random() * 16).toString(16)).join('');
      const head: JobHead = {
        t: 'job',
        version: 1,
        id,
        createdAtMs: clock.now(),
        title: titleOf(spec),
        blockIds: 'plan',
        spec,
      };
      const opened = await store.create(head);
      const entry = add(newStanding(head));
      entry.journal = createJobJournal(entry.standing, opened.journal);
      entry.release = opened.release;
      if (begins === 'now') holdFree(entry);
      launch(entry);
      return handleOf(entry);
    },
    resume,
    retry: async (jobId, choice) => retry(find(jobId), choice),
    retryAs: async (jobId, files) => retryAs(find(jobId), files),
    startNow: async (jobId) => {
      const entry = find(jobId);
      holdFree(entry);
      if (!isEnded(entry.standing.state)) await relaunch(entry, null, { pausedFiles: 'if all' });
      if (turns.positionOf(jobId) !== null) takeFirstTurn(entry, entries.values());
      turns.startNow(jobId);
      onChange();
    },
    credentialChanged: createRenewedCredentials(entries, resume),
    reorder: (jobId, before) => {
      find(jobId);
      turns.reorder(jobId, before);
      onChange();
    },
    setPace: async (jobId, pace) => {
      await whileOpen(find(jobId), (journal) => journal.commit({ t: 'pace', pace }));
      onChange();
    },
    cancelFile: async (jobId, file) => {
      const entry = find(jobId);
      if (!entry.standing.open.has(file)) return;
      await whileOpen(entry, async (journal, job) => {
        if (job === 'under way') return entry.job?.cancelFile(file);
        const stay = await leaveOut({ standing: entry.standing, journal, clock }, file);
        if (stay > 0) journal.note(stateOf(entry.standing, alsoSaid(entry.standing, 'leftover', stay)));
      });
      onChange();
    },
    pauseFile: async (jobId, file) => {
      await pausedFiles.pause(find(jobId), file);
      onChange();
    },
    resumeFile: async (jobId, file) => {
      await pausedFiles.resume(find(jobId), file);
      onChange();
    },
    startFileNow: (jobId, file) => find(jobId).job?.flow?.startFileNow(file),
    stop: (jobId, reason) => stop(find(jobId), reason),
    forget: async (jobId) => {
      const entry = find(jobId);
      await stop(entry, 'cancel');
      await removeBegun(entry);
      await store.remove(jobId);
      entries.delete(jobId);
      onChange();
    },
    report: (report) => entries.get(report.jobId)?.job?.report(report),
    recover: () => recoverJobs({ clock, store, take, tell, signal: ended.signal }),
    elsewhere: async (jobId) => {
      const { elsewhere, free } = await store.readOthers((id) => entries.has(id), jobId);
      take(free);
      return elsewhere;
    },
    stopAll: async () => {
      ended.abort();
      await Promise.all([...entries.values()].map((entry) => stop(entry, 'interrupt')));
    },
  };
}
