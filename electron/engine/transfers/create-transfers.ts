// The transfers room as the engine composes it: the table of jobs, the contract's calls and stream, the direct interface
// of the command line.
import { StowageError, cancelled } from '@shared/errors';
import { MiB } from '@shared/units';
import type { TransferJob } from '@shared/model/transfer';
import { availableThreads } from './available-threads';
import type { JobEvent, JobHandle, JobSummary, Transfers, TransfersPorts } from './api';
import { planDownloadItems, planUploadItems } from './dry-run';
import { Job, type StopReason } from './job';
import { type JobJournal, createJobJournal } from './job-journal';
import {
  type DownloadSpec,
  type JobHead,
  type JobSpec,
  type JobStanding,
  apply,
  markEarlier,
  newStanding,
} from './job-records';
import { type JobStore, createJobStore } from './job-store';
import { snapshotOf } from './job-view';
import { createJobWatch } from './job-watch';
import { createMemoryBudget } from './memory-budget';
import { titleOf } from './plan';
import { createPool } from './pool';
import { downloadSpecOf, folderNameOf, uploadSpecOf } from './specs';
import { removeLeftovers } from './target-file';
import type { JobReport } from './worker/messages';

/** Buffers of all transfers together. */
const memoryBytes = 384 * MiB;
/** Jobs that move at the same time; the others wait. */
const jobsAtOnce = 3;
/** Between two snapshots of one stream. */
const snapshotEveryMs = 250;

interface Entry {
  readonly standing: JobStanding;
  job: Job | null;
  journal: JobJournal | null;
  release: () => Promise<void>;
  ended: Promise<JobSummary>;
  readonly listeners: Set<(event: JobEvent) => void>;
}

export function createTransfers(ports: TransfersPorts): Transfers {
  const { clock, metrics, accounts } = ports;
  const entries = new Map<string, Entry>();
  const memory = createMemoryBudget(memoryBytes);
  const store: JobStore = createJobStore(ports.stateDir);
  const pool = createPool({
    workerPath: ports.workerPath,
    requestThreads: ports.workerThreads ?? availableThreads(),
    onReport: (report) => receive(report),
  });
  const queue: { readonly entry: Entry; readonly start: () => void }[] = [];
  let moving = 0;
  let disposed = false;

  const receive = (report: JobReport): void => {
    for (let count = 0; count < report.started; count += 1) metrics.requestStarted();
    for (const record of report.ended) metrics.requestEnded(record);
    for (const cause of report.retried) metrics.retried(cause);
    if (report.uploadBytes > 0) metrics.bytesMoved('up', report.uploadBytes);
    if (report.downloadBytes > 0) metrics.bytesMoved('down', report.downloadBytes);
    for (let count = Math.abs(report.connections); count > 0; count -= 1) {
      metrics.connectionsOpen(report.connections > 0 ? 1 : -1);
    }
    entries.get(report.jobId)?.job?.report(report);
    changed();
  };
  const snapshot = (entry: Entry): TransferJob => snapshotOf(entry.standing, entry.job);
  const list = (): TransferJob[] =>
    [...entries.values()].map(snapshot).sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
  const watched = createJobWatch({ list, moving: () => moving > 0 }, clock);
  const changed = (): void => watched.changed();
  const find = (jobId: string): Entry => {
    const entry = entries.get(jobId);
    if (entry === undefined) {
      throw new StowageError('not-found.job', 'There is no such job.', { context: { job: jobId } });
    }
    return entry;
  };

  const begin = async (spec: JobSpec): Promise<Entry> => {
    const id = randomId(ports.random);
    const head: JobHead = { t: 'job', version: 1, id, createdAtMs: clock.now(), title: titleOf(spec), spec };
    const standing = newStanding(head);
    const opened = await store.create(head);
    const entry: Entry = {
      standing,
      job: null,
      journal: createJobJournal(standing, opened.journal),
      release: opened.release,
      ended: Promise.reject(cancelled()),
      listeners: new Set(),
    };
    entry.ended.catch(() => undefined);
    entries.set(id, entry);
    launch(entry);
    return entry;
  };

  const launch = (entry: Entry): void => {
    const { standing, journal } = entry;
    if (journal === null) return;
    const { spec } = standing.head;
    const job = new Job({
      clock,
      pool,
      memory,
      journal,
      standing,
      openAccount: () =>
        spec.kind === 'upload' ? accounts.openForWriting(spec.connectionId) : accounts.open(spec.connectionId),
      onItem: (item) => tell(entry, { event: 'item', item }),
    });
    entry.job = job;
    apply(standing, { t: 'state', state: 'waiting', atMs: clock.now(), note: '' });
    entry.ended = runInTurn(entry, job);
    entry.ended.catch(() => undefined);
    changed();
  };

  const runInTurn = async (entry: Entry, job: Job): Promise<JobSummary> => {
    if (moving >= jobsAtOnce) await new Promise<void>((start) => queue.push({ entry, start }));
    moving += 1;
    const stopProgress = reportProgress(entry);
    try {
      await job.run();
    } finally {
      moving -= 1;
      queue.shift()?.start();
      stopProgress();
      await entry.journal?.close();
      entry.journal = null;
      await entry.release();
      changed();
    }
    tell(entry, { event: 'progress', job: snapshot(entry) });
    return summaryOf(entry, job);
  };

  const tell = (entry: Entry, event: JobEvent): void => {
    for (const listen of entry.listeners) listen(event);
  };
  const reportProgress = (entry: Entry): (() => void) => {
    const timer = setInterval(() => {
      if (entry.listeners.size > 0) tell(entry, { event: 'progress', job: snapshot(entry) });
    }, snapshotEveryMs);
    return () => clearInterval(timer);
  };

  const stop = async (entry: Entry, reason: StopReason): Promise<void> => {
    if (entry.journal === null) {
      if (reason === 'cancel' && entry.standing.state === 'interrupted') await cancelStopped(entry);
      return;
    }
    entry.job?.stop(reason);
    const at = queue.findIndex((waiting) => waiting.entry === entry);
    if (at !== -1) queue.splice(at, 1)[0]?.start();
    await entry.ended.catch(() => undefined);
  };

  const cancelStopped = async (entry: Entry): Promise<void> => {
    await reopen(entry);
    await removeLeftovers(entry.standing);
    await entry.journal?.commit({ t: 'state', state: 'cancelled', atMs: clock.now(), note: entry.standing.note });
    await entry.journal?.compact();
    await entry.journal?.close();
    entry.journal = null;
    await entry.release();
    changed();
  };

  const reopen = async (entry: Entry): Promise<void> => {
    const opened = await store.open(entry.standing.head.id);
    markEarlier(entry.standing);
    entry.journal = createJobJournal(entry.standing, opened.journal);
    entry.release = opened.release;
  };

  const resume = async (jobId: string): Promise<JobHandle> => {
    const entry = find(jobId);
    if (entry.journal === null) {
      await reopen(entry);
      retryFailed(entry);
      launch(entry);
    }
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

  const resolveToken = async (token: string): Promise<string> => {
    const path = await ports.sources.resolve(token);
    if (path !== null) return path;
    throw new StowageError('not-found.source', 'What was picked is not known any more.', { context: { token } });
  };

  return {
    calls: {
      'transfers.upload': async ({ connectionId, container, prefix, sources, options }) => {
        const paths = await Promise.all(sources.map(resolveToken));
        const entry = await begin({ kind: 'upload', connectionId, container, prefix, paths, options });
        return { jobId: entry.standing.head.id };
      },
      'transfers.download': async ({ connectionId, container, names, prefixes, targetToken, options }) => {
        const targetDir = await resolveToken(targetToken);
        const selection: DownloadSpec['selection'] = [
          ...names.map((name) => ({ kind: 'blob' as const, name })),
          ...prefixes.map((prefix) => ({ kind: 'prefix' as const, prefix, as: folderNameOf(prefix) })),
        ];
        const entry = await begin({ kind: 'download', connectionId, container, selection, targetDir, options });
        return { jobId: entry.standing.head.id };
      },
      'transfers.cancel': async ({ jobId }) => {
        await stop(find(jobId), 'cancel');
        return {};
      },
      'transfers.resume': async ({ jobId }) => {
        await resume(jobId);
        return {};
      },
      'transfers.forget': async ({ jobId }) => {
        const entry = find(jobId);
        await stop(entry, 'cancel');
        await store.remove(jobId);
        entries.delete(jobId);
        changed();
        return {};
      },
    },
    streams: { 'transfers.watch': (_input, { push, signal }) => watched.watch(push, signal) },
    recover: async () => {
      for (const standing of await store.readAll()) {
        if (entries.has(standing.head.id)) continue;
        entries.set(standing.head.id, {
          standing,
          job: null,
          journal: null,
          release: () => Promise.resolve(),
          ended: Promise.reject(cancelled()),
          listeners: new Set(),
        });
        entries.get(standing.head.id)?.ended.catch(() => undefined);
      }
      changed();
    },
    uploadPaths: async (request) => handleOf(await begin(uploadSpecOf(request))),
    downloadTo: async (request) => handleOf(await begin(downloadSpecOf(request))),
    planUpload: (request, signal) => planUploadItems(uploadSpecOf(request), accounts, signal),
    planDownload: (request, signal) => planDownloadItems(downloadSpecOf(request), accounts, signal),
    resume,
    jobs: list,
    dispose: async () => {
      if (disposed) return;
      disposed = true;
      await Promise.all([...entries.values()].map((entry) => stop(entry, 'interrupt')));
      await pool.dispose();
    },
  };
}

/** Failed files are open again; the next run looks at their sources anew. */
function retryFailed(entry: Entry): void {
  for (const { file } of [...entry.standing.failed.values()]) {
    if (file !== null) entry.journal?.note({ ...file, attempt: file.attempt + 1 });
  }
}

function summaryOf({ standing }: Entry, job: Job): JobSummary {
  const { elapsedMs, statistics } = job;
  return {
    state: standing.state,
    files: standing.filesDone,
    bytes: standing.bytesDone,
    failed: [...standing.failed.values()].slice(0, 100).map(({ failure }) => failure),
    failedCount: standing.failed.size,
    skipped: standing.filesSkipped,
    elapsedMs: Math.round(elapsedMs),
    bytesPerSecond: elapsedMs === 0 ? 0 : Math.round((standing.bytesDone / elapsedMs) * 1000),
    requests: statistics.requests,
    retries: statistics.retries,
    throttled: statistics.throttled,
    latencyMs: statistics.latencyMs,
    tuner: job.tuning.steps,
    bottleneck: job.tuning.lastBottleneck,
  };
}

function randomId(random: () => number): string {
  return Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
}
