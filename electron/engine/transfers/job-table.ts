// All jobs of a state folder: makes them, runs them in turn, stops and resumes them, tells who listens. One owner of
// each journal while its job runs.
import { StowageError, cancelled } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { Account, AccountSource } from '../azure/account';
import type { Clock } from '../ports';
import type { JobEvent, JobHandle, JobSummary } from './api';
import { Job, type StopReason } from './job';
import { type JobJournal, createJobJournal } from './job-journal';
import type { JobHead, JobSpec, PlannedFile } from './job-records';
import { type JobStanding, apply, markEarlier, newStanding } from './job-standing';
import type { JobStore } from './job-store';
import { summaryOf } from './job-summary';
import { snapshotOf } from './job-view';
import type { MemoryBudget } from './memory-budget';
import { titleOf } from './plan';
import type { Pool } from './pool';
import { createTargetClaims } from './target-claims';
import { removeLeftovers } from './target-file';
import { createTurnQueue } from './turn-queue';
import type { JobReport } from './worker/messages';

export interface JobTablePorts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly accounts: AccountSource;
  readonly store: JobStore;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  readonly onChange: () => void;
}

/** Which failed files: with that code, of those numbers; all when neither is given. */
export interface RetryChoice {
  readonly code?: string | undefined;
  readonly files?: readonly number[] | undefined;
}

export interface JobTable {
  /** Jobs that move now. */
  readonly moving: number;
  /** Newest first. */
  list(): TransferJob[];
  standing(jobId: string): JobStanding;
  /** The running or last run of the job in this process. */
  run(jobId: string): Job | null;
  begin(spec: JobSpec): Promise<JobHandle>;
  /** Goes on with a stopped job, all failed files of it included; a running one goes on as it is. */
  resume(jobId: string): Promise<JobHandle>;
  retry(jobId: string, choice: RetryChoice): Promise<void>;
  /** Tries failed files again as they are given here. */
  again(jobId: string, files: readonly PlannedFile[]): Promise<void>;
  startNow(jobId: string): Promise<void>;
  reorder(jobId: string, before: string | null): void;
  cancelFile(jobId: string, file: number): Promise<void>;
  stop(jobId: string, reason: StopReason): Promise<void>;
  forget(jobId: string): Promise<void>;
  report(report: JobReport): void;
  recover(): Promise<void>;
  /** Interrupts everything. */
  stopAll(): Promise<void>;
}

/** Jobs that move at the same time; the others wait. */
const jobsAtOnce = 3;
/** Ended runs whose requests can still be looked at. */
const tracesKept = 20;
/** Between two snapshots of one job for who listens to it. */
const snapshotEveryMs = 250;

interface Entry {
  readonly standing: JobStanding;
  job: Job | null;
  journal: JobJournal | null;
  release: () => Promise<void>;
  ended: Promise<JobSummary>;
  readonly listeners: Set<(event: JobEvent) => void>;
}

export function createJobTable(ports: JobTablePorts): JobTable {
  const { clock, store, pool, memory, onChange } = ports;
  const entries = new Map<string, Entry>();
  const turns = createTurnQueue(jobsAtOnce);
  const claims = createTargetClaims();
  const traced: Job[] = [];

  const find = (jobId: string): Entry => {
    const entry = entries.get(jobId);
    if (entry === undefined) {
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    }
    return entry;
  };
  const snapshot = ({ standing, job }: Entry): TransferJob =>
    snapshotOf(standing, job, turns.positionOf(standing.head.id));
  const tell = (entry: Entry, event: JobEvent): void => {
    for (const listen of entry.listeners) listen(event);
  };

  const add = (standing: JobStanding): Entry => {
    const ended = Promise.reject<JobSummary>(cancelled());
    ended.catch(() => undefined);
    const release = (): Promise<void> => Promise.resolve();
    const entry: Entry = { standing, job: null, journal: null, release, ended, listeners: new Set() };
    entries.set(standing.head.id, entry);
    return entry;
  };

  const launch = (entry: Entry): void => {
    const { standing, journal } = entry;
    if (journal === null) return;
    const { spec } = standing.head;
    const { connectionId } = spec;
    const job = new Job({
      clock,
      pool,
      memory,
      claims,
      journal,
      standing,
      openAccount: () =>
        spec.kind === 'download' || spec.kind === 'verify'
          ? ports.accounts.open(connectionId)
          : ports.accounts.openForWriting(connectionId),
      movedBy: (id) => store.moved(id),
      findingsOf: (id) => find(id).standing.failed.values(),
      openSource: sourceOpener(spec, ports.accounts),
      onItem: (item) => tell(entry, { event: 'item', item }),
      onChange,
    });
    entry.job = job;
    apply(standing, { t: 'state', state: 'waiting', atMs: clock.now(), note: '' });
    entry.ended = runInTurn(entry, job);
    entry.ended.catch(() => undefined);
    onChange();
  };

  const runInTurn = async (entry: Entry, job: Job): Promise<JobSummary> => {
    await turns.enter(entry.standing.head.id);
    const timer = setInterval(() => {
      if (entry.listeners.size > 0) tell(entry, { event: 'progress', job: snapshot(entry) });
    }, snapshotEveryMs);
    try {
      await job.run();
    } finally {
      turns.leave();
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
    const opened = await store.open(entry.standing.head.id);
    markEarlier(entry.standing);
    entry.journal = createJobJournal(entry.standing, opened.journal);
    entry.release = opened.release;
    return entry.journal;
  };
  const close = async (entry: Entry): Promise<void> => {
    await entry.journal?.close();
    entry.journal = null;
    await entry.release();
  };

  const stop = async (entry: Entry, reason: StopReason): Promise<void> => {
    if (entry.journal === null) {
      const { state } = entry.standing;
      const isStopped = state === 'interrupted' || state === 'paused';
      if (reason === 'cancel' && isStopped) await cancelStopped(entry);
      return;
    }
    entry.job?.stop(reason);
    turns.startNow(entry.standing.head.id);
    await entry.ended.catch(() => undefined);
  };

  const cancelStopped = async (entry: Entry): Promise<void> => {
    const journal = await reopen(entry);
    await removeLeftovers(entry.standing);
    await journal.commit({ t: 'state', state: 'cancelled', atMs: clock.now(), note: entry.standing.note });
    await journal.compact();
    await close(entry);
    onChange();
  };

  const relaunch = async (entry: Entry, choice: RetryChoice | null): Promise<void> => {
    const journal = await reopen(entry);
    const { failed, planned } = entry.standing;
    // What ended the whole run, and what an unfinished plan finds again, is no failure of the next run.
    for (const [f, { file, failure }] of [...failed]) {
      if (file === null && (!planned || failure.context.wholeJob === true)) journal.note({ t: 'retry', f });
    }
    if (choice !== null) for (const f of chosen(entry, choice)) journal.note({ t: 'retry', f });
    launch(entry);
  };

  // A run that is over lets go of its journal a moment later.
  const settled = async (entry: Entry): Promise<Entry> => {
    if (entry.journal !== null && entry.job?.isOver === true) await entry.ended.catch(() => undefined);
    return entry;
  };

  const resume = async (jobId: string): Promise<JobHandle> => {
    const entry = await settled(find(jobId));
    if (entry.journal === null) await relaunch(entry, {});
    return handleOf(entry);
  };

  const retry = async (jobId: string, choice: RetryChoice): Promise<void> => {
    const entry = find(jobId);
    const { journal, job } = entry;
    if (journal === null) return relaunch(entry, choice);
    for (const f of chosen(entry, choice)) {
      journal.note({ t: 'retry', f });
      const open = entry.standing.open.get(f);
      if (open !== undefined && job?.again(open) === 'closed') {
        await entry.ended.catch(() => undefined);
        return relaunch(entry, choice);
      }
    }
  };

  const again = async (jobId: string, files: readonly PlannedFile[]): Promise<void> => {
    const entry = await settled(find(jobId));
    const isResting = entry.journal === null;
    const journal = entry.journal ?? (await reopen(entry));
    for (const file of files) journal.note(file);
    if (isResting) launch(entry);
    else if (entry.job?.isRunning === true && files.some(({ f }) => pushAgain(entry, f) === 'closed')) {
      await entry.ended.catch(() => undefined);
      await relaunch(entry, null);
    }
  };
  const pushAgain = ({ standing, job }: Entry, f: number): 'taken' | 'closed' => {
    const open = standing.open.get(f);
    return open === undefined || job === null ? 'closed' : job.again(open);
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

  return {
    get moving() {
      return turns.moving;
    },
    list: () =>
      [...entries.values()].map(snapshot).sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)),
    standing: (jobId) => find(jobId).standing,
    run: (jobId) => find(jobId).job,
    begin: async (spec) => {
      const id = Array.from({ length: 24 }, () => Math.floor(ports.random() * 16).toString(16)).join('');
      const head: JobHead = { t: 'job', version: 1, id, createdAtMs: clock.now(), title: titleOf(spec), spec };
      const opened = await store.create(head);
      const entry = add(newStanding(head));
      entry.journal = createJobJournal(entry.standing, opened.journal);
      entry.release = opened.release;
      launch(entry);
      return handleOf(entry);
    },
    resume,
    retry,
    again,
    startNow: async (jobId) => {
      const entry = find(jobId);
      if (entry.journal === null && !isOver(entry.standing)) await relaunch(entry, null);
      turns.startNow(jobId);
      onChange();
    },
    reorder: (jobId, before) => {
      find(jobId);
      turns.reorder(jobId, before);
      onChange();
    },
    cancelFile: async (jobId, file) => {
      const entry = find(jobId);
      if (entry.journal !== null && entry.job?.isRunning === true) entry.job.cancelFile(file);
      else if (entry.standing.open.has(file) && entry.journal === null) {
        const journal = await reopen(entry);
        journal.note({ t: 'ended', f: file, outcome: 'skipped' });
        await close(entry);
      }
      onChange();
    },
    stop: (jobId, reason) => stop(find(jobId), reason),
    forget: async (jobId) => {
      await stop(find(jobId), 'cancel');
      await store.remove(jobId);
      entries.delete(jobId);
      onChange();
    },
    report: (report) => entries.get(report.jobId)?.job?.report(report),
    recover: async () => {
      for (const standing of await store.readAll()) {
        if (!entries.has(standing.head.id)) add(standing);
      }
      onChange();
    },
    stopAll: async () => {
      await Promise.all([...entries.values()].map((entry) => stop(entry, 'interrupt')));
    },
  };
}

// What is moved is deleted at its source.
function sourceOpener(spec: JobSpec, accounts: AccountSource): (() => Promise<Account>) | null {
  if (spec.kind === 'copy') return () => accounts.open(spec.from.connectionId);
  return spec.kind === 'move' ? () => accounts.openForWriting(spec.from.connectionId) : null;
}

function isOver({ state }: JobStanding): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

function chosen({ standing }: Entry, { code, files }: RetryChoice): number[] {
  const numbers = files === undefined ? null : new Set(files);
  return [...standing.failed]
    .filter(([f, { file, failure }]) => {
      if (file === null || (numbers !== null && !numbers.has(f))) return false;
      return code === undefined || failure.code === code;
    })
    .map(([f]) => f);
}
