// Runs the jobs of a table: each in its turn, with its journal open and owned, and only while its timetable allows.
import { StowageError } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import type { JobEvent, JobSummary } from '../api';
import { Job } from './job';
import type { RuntimeHold } from '../threads/runtime-hold';
import {
  type Entry,
  type ResumeOptions,
  type RetryChoice,
  afterItsRun,
  chosen,
  noteAgain,
  retryOf,
  wasRefused,
} from './job-entry';
import { type JobJournal, createJobJournal } from '../records/job-journal';
import type { JobPorts } from './job-ports';
import { isAllPaused } from '../records/file-standing';
import type { JobSpec } from '../records/job-records';
import type { TuningStart } from '../pace/job-tuning';
import { createLearnedStarts } from '../pace/learned-starts';
import { wordsKept } from '../records/job-remarks';
import { apply, insistenceKept, markEarlier, pauseOf } from '../records/job-standing';
import type { JobStore } from '../records/job-store';
import { sourceOf } from '../plan/specs';
import { summaryOf } from './job-summary';
import { snapshotOf } from './job-view';
import type { MemoryBudget } from '../pace/memory-budget';
import { JobStatistics } from '../progress/job-statistics';
import type { Pool } from '../threads/pool';
import { createTargetClaims } from '../files/target-claims';
import type { PacedJob, TransferTimetable } from '../pace/timetable';
import type { TurnQueue } from '../pace/turn-queue';

export interface LauncherPorts extends Pick<JobPorts, 'findingsOf' | 'filesAhead'> {
  readonly clock: Clock;
  readonly accounts: AccountSource;
  readonly store: JobStore;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly timetable: TransferTimetable;
  readonly turns: TurnQueue;
  readonly holdRuntime: RuntimeHold;
  readonly startOf: (connectionId: string) => TuningStart | null;
  readonly onChange: () => void;
}

export interface JobLauncher {
  /** Starts a job whose journal is open, or sets it aside while its timetable pauses it. */
  readonly launch: (entry: Entry, insists?: JobPorts['insists']) => void;
  /**
   * Resumes a resting job including these failed files; one that is under way is left alone. Null means an automatic
   * resumption, which does not undo a cancel.
   */
  readonly relaunch: (entry: Entry, choice: RetryChoice | null, how?: Relaunch) => Promise<Relaunched>;
  /**
   * Does something with the journal of a job, one after another for each job. The journal of a resting one is opened
   * for it, with its current standing, and closed again unless the work launches the job.
   * @throws StowageError `conflict.other` while another process has it, `not-found.job` when one has removed it
   */
  readonly whileOpen: <R>(
    entry: Entry,
    work: (journal: JobJournal, job: 'rests' | 'under way') => R | Promise<R>,
  ) => Promise<R>;
  /** A timetable pauses it at the moment. */
  readonly isHeld: (entry: Entry) => boolean;
  readonly snapshot: (entry: Entry) => TransferJob;
}

/** `timetable`: resumed by the timetable; a person may have asked for it earlier. */
interface Relaunch extends Pick<ResumeOptions, 'credential' | 'sources'> {
  readonly by?: 'person' | 'timetable';
  /** Files that a person has paused: resumed where nothing else is left, or left alone. */
  readonly pausedFiles?: 'if all' | 'left alone';
}

/** `left`: it was cancelled meanwhile. */
type Relaunched = 'launched' | 'under way' | 'left';

/** How many ended runs keep their requests for inspection. */
const tracesKept = 20;
/** Time between two snapshots of a job for its listeners. */
const snapshotEveryMs = 250;

export function createJobLauncher(ports: LauncherPorts): JobLauncher {
  const { clock, store, pool, memory, timetable, turns, onChange } = ports;
  const claims = createTargetClaims();
  const learned = createLearnedStarts(clock);
  const traced: Job[] = [];

  const snapshot = (entry: Entry): TransferJob =>
    snapshotOf(entry.standing, entry.job, turns.positionOf(entry.standing.head.id), timetable.now(pacedOf(entry)));
  const tell = (entry: Entry, event: JobEvent): void => {
    for (const listen of entry.listeners) listen(event);
  };

  const launch: JobLauncher['launch'] = (entry, insists = 'no') => {
    const { standing, journal } = entry;
    if (journal === null) return;
    const { spec } = standing.head;
    const { connectionId } = spec;
    const job = new Job({
      clock,
      filesAhead: ports.filesAhead,
      pool,
      memory,
      claims,
      cap: timetable.capOf(pacedOf(entry)),
      journal,
      standing,
      unrecorded: entry.job?.unrecorded ?? new JobStatistics(),
      start: ports.startOf(connectionId),
      learned: learned(`${spec.kind} ${connectionId}`),
      openAccount: () =>
        spec.kind === 'download' || spec.kind === 'verify'
          ? ports.accounts.open(connectionId)
          : ports.accounts.openForWriting(connectionId),
      movedBy: (id) => store.moved(id),
      findingsOf: (id) => ports.findingsOf(id),
      openSource: sourceOpener(spec, ports.accounts),
      insists,
      onItem: (item) => tell(entry, { event: 'item', item }),
      onChange,
    });
    entry.job = job;
    if (isHeld(entry)) {
      entry.ended = putAside(entry, job, { journal, insists });
      entry.ended.catch(() => undefined);
      return;
    }
    apply(standing, { t: 'state', state: 'waiting', atMs: clock.now(), note: '' });
    entry.ended = runInTurn(entry, job);
    entry.ended.catch(() => undefined);
    onChange();
  };

  const isHeld = (entry: Entry): boolean => timetable.now(pacedOf(entry))?.at === 'pause';
  // It resumes when the timetable allows.
  const putAside = async (
    entry: Entry,
    job: Job,
    { journal, insists }: Pick<JobPorts, 'journal' | 'insists'>,
  ): Promise<JobSummary> => {
    const { standing } = entry;
    const record = { t: 'state', state: 'paused', atMs: clock.now(), ...wordsKept(standing) } as const;
    try {
      await journal.commit({ ...record, waitsFor: 'timetable', ...insistenceKept(insists) });
    } finally {
      await close(entry);
      onChange();
    }
    return summaryOf(standing, job);
  };

  const runInTurn = async (entry: Entry, job: Job): Promise<JobSummary> => {
    const { id } = entry.standing.head;
    await turns.enter(id);
    const letGoOfRuntime = ports.holdRuntime();
    const timer = setInterval(() => {
      if (entry.listeners.size > 0) tell(entry, { event: 'progress', job: snapshot(entry) });
    }, snapshotEveryMs);
    try {
      await job.run();
    } finally {
      turns.leave(id);
      letGoOfRuntime();
      clearInterval(timer);
      keepTrace(job);
      await close(entry);
      onChange();
    }
    tell(entry, { event: 'progress', job: snapshot(entry) });
    return summaryOf(entry.standing, job);
  };

  const keepTrace = (job: Job): void => {
    traced.push(job);
    if (traced.length > tracesKept) traced.shift()?.trace.forgetRequests();
  };

  const reopen = async (entry: Entry): Promise<JobJournal> => {
    const { id } = entry.standing.head;
    const opened = await store.open(id);
    if (opened.standing === null) {
      await opened.journal.close();
      await store.remove(id);
      apply(entry.standing, { t: 'state', state: 'cancelled', atMs: clock.now(), note: '' });
      tell(entry, { event: 'progress', job: snapshot(entry) });
      onChange();
      throw new StowageError('not-found.job', 'Another process has removed the job.', { context: { job: id } });
    }
    entry.standing = opened.standing;
    markEarlier(entry.standing);
    entry.journal = createJobJournal(entry.standing, opened.journal);
    entry.release = opened.release;
    return entry.journal;
  };
  const close = async (entry: Entry): Promise<void> => {
    try {
      await entry.journal?.close();
    } finally {
      entry.journal = null;
      await entry.release();
    }
  };

  const whileOpen: JobLauncher['whileOpen'] = (entry, work) =>
    entry.turns.take(async () => {
      const { job, journal: held } = await afterItsRun(entry);
      if (held !== null) return work(held, 'under way');
      const journal = await reopen(entry);
      try {
        return await work(journal, 'rests');
      } finally {
        if (entry.job === job) await close(entry);
      }
    });

  const relaunch: JobLauncher['relaunch'] = (
    entry,
    choice,
    { by = 'person', credential, pausedFiles, sources = [] } = {},
  ) =>
    whileOpen(entry, (journal, job) => {
      if (job === 'under way') return job;
      const isAsked = by === 'person' && wasRefused(entry);
      const insists = credential !== 'new' && (isAsked || entry.standing.insists === 'yes') ? 'yes' : 'no';
      if (choice === null && entry.standing.state === 'cancelled') {
        tell(entry, { event: 'progress', job: snapshot(entry) });
        onChange();
        return 'left';
      }
      if (pausedFiles === 'if all' && isAllPaused(entry.standing)) {
        for (const f of [...entry.standing.paused]) journal.note(pauseOf(f, 'no'));
      }
      // What ended the previous run is not a failure of this one.
      for (const [f, { failure }] of [...entry.standing.failed]) {
        if (failure.context.wholeJob === true) journal.note({ t: 'retry', f });
      }
      const { open, failed } = entry.standing;
      for (const file of sources) if (open.has(file.f) || failed.has(file.f)) noteAgain(entry, file, journal);
      if (choice !== null) for (const f of chosen(entry, choice)) journal.note(retryOf(entry, f));
      launch(entry, insists);
      return 'launched';
    });

  return { launch, relaunch, whileOpen, isHeld, snapshot };
}

// A move deletes its sources.
function sourceOpener(spec: JobSpec, accounts: AccountSource): (() => Promise<Account>) | null {
  const source = sourceOf(spec);
  if (source === null) return null;
  const { connectionId } = source;
  return () => (spec.kind === 'move' ? accounts.openForWriting(connectionId) : accounts.open(connectionId));
}

/** The current pace of the job. */
export function pacedOf(entry: Entry): PacedJob {
  return {
    get pace() {
      return entry.standing.pace;
    },
    get freeUntilMs() {
      return entry.freeUntilMs;
    },
  };
}
