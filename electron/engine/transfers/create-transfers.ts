// The transfers room as the engine composes it: threads, memory, the queue of jobs, the direct interface of the command
// line. Its calls and streams are transfer-calls.ts.
import { setFlagsFromString } from 'node:v8';
import { MiB } from '@shared/units';
import { type ResolveToken, pickedPath } from '../picked-path';
import { JobRegistry } from '../jobs/registry';
import { availableHashThreads, availableThreads, countRequests, createPool } from './threads/pool';
import type { Transfers, TransfersPorts } from './api';
import { planCopyItems, planDownloadItems, planUploadItems } from './dry-run';
import { failedFilesOf, lostAtRest } from './jobs/file-list';
import { createJobStore } from './records/job-store';
import { TransferQueue } from './jobs/queue';
import { pressureOf } from './jobs/view';
import { removeEarlierParts } from './files/local-target';
import { createMemoryBudget } from './pace/memory-budget';
import { createEagerSweeps } from './threads/eager-sweeps';
import { createLateOptimising } from './threads/late-optimising';
import { findSources } from './plan/walk';
import { downloadLosses, uploadLosses } from './plan/losses';
import { downloadSpecOf, uploadSpecOf } from './plan/specs';
import { createTransferTimetable } from './pace/timetable';
import { compareLocations } from './sync/compare-places';
import { syncEntries } from './sync/sync-plan';
import { syncSpecOf } from './sync/sync-spec';
import { createTransferCalls, createTransferStreams } from './transfer-calls';
import type { JobReport } from './worker/messages';

/** Limit of the buffers of all transfers together. */
const memoryBytes = 384 * MiB;
/** How many files of a job are planned ahead: enough that no slot waits for a file, few enough to hold. */
const filesAhead = 2048;
const jobsAtOnce = 3;

export function createTransfers(ports: TransfersPorts): Transfers {
  const { clock, metrics, accounts } = ports;
  const pool = createPool({
    workerPath: ports.workerPath,
    tokens: ports.tokens,
    retryForMs: ports.retryForMs,
    requestThreads: ports.workerThreads ?? availableThreads(),
    hashThreads: ports.workerThreads ?? availableHashThreads(),
    onReport: (report) => receive(report),
  });
  const timetable = createTransferTimetable({
    clock,
    timeZone: ports.timeZone ?? (() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    persisted: ports.persistedPace ?? null,
  });
  const store = createJobStore(ports.stateDir, () => clock.now());
  const registry = ports.registry ?? new JobRegistry(clock);
  const queue = new TransferQueue({
    clock,
    registry,
    timetable,
    random: ports.random,
    filesAhead: ports.filesAhead ?? filesAhead,
    jobsAtOnce: ports.jobsAtOnce ?? jobsAtOnce,
    earlierJobs: ports.earlierJobs ?? 'go on',
    accounts,
    store,
    pool,
    holdSweeps: createEagerSweeps(setFlagsFromString),
    lateOptimising: createLateOptimising(setFlagsFromString, process.versions.v8),
    memory: createMemoryBudget(memoryBytes),
    startOf: (connectionId) => {
      const start = ports.startingPoints?.of(connectionId) ?? null;
      // The specification of the job has those by file size.
      return start?.sizes === undefined ? start : null;
    },
    sizesOf: async (connectionId) => {
      await ports.startingPoints?.all?.();
      const applied = ports.startingPoints?.of(connectionId);
      if (applied?.sizes === undefined) return null;
      return { rows: applied.sizes, from: applied.isEdited === true ? '' : applied.runName };
    },
  });
  const { watched } = registry;
  let disposed = false;

  const receive = (report: JobReport): void => {
    countRequests(report, metrics);
    queue.report(report);
    registry.changed();
  };

  const resolveToken: ResolveToken = (token, purpose, connectionId) =>
    pickedPath(ports.sources, token, purpose, connectionId);

  return {
    calls: createTransferCalls({ queue, store, timetable, resolveToken, watched }),
    streams: createTransferStreams({ queue, watched, clock, accounts, pool, resolveToken }),
    recover: async () => {
      await timetable.load();
      await registry.recover(queue);
    },
    uploadPaths: async (request) => queue.begin(await uploadSpecOf(request), request),
    copyBlobs: ({ shard, ...request }) =>
      queue.begin({ ...request, selection: [...request.selection] }, shard === undefined ? {} : { shard }),
    downloadTo: async (request) => {
      const spec = await downloadSpecOf(request);
      if (request.shard !== undefined) await removeEarlierParts(spec, request.shard, clock);
      return queue.begin(spec, request);
    },
    sync: async (request) => {
      const spec = await syncSpecOf(request, clock.now());
      return queue.begin(spec, request);
    },
    compare: (request, planning) => compareLocations(request, accounts, planning),
    planSync: async function* planned(request, planning) {
      const spec = await syncSpecOf(request, clock.now());
      const target = await accounts.open(spec.connectionId);
      const source = spec.kind === 'copy' ? await accounts.open(spec.from.connectionId) : target;
      yield* syncEntries(spec, request.settings, { source, target, ...planning });
    },
    planUpload: (request, signal) => planUploadItems(request, accounts, signal),
    uploadLosses: async (request, signal) => uploadLosses(await uploadSpecOf(request), signal),
    downloadLosses: async (request, signal) =>
      downloadLosses(await downloadSpecOf(request), await accounts.open(request.connectionId), signal),
    planCopy: (request, signal) => planCopyItems(request, accounts, signal),
    planDownload: (request, signal) => planDownloadItems(request, accounts, signal),
    resume: (jobId, how) => queue.resume(jobId, how),
    findSources: async (jobId, folder) => {
      const { files, unplanned } = await lostAtRest(queue.job(jobId).state);
      const sources = await findSources(files, folder);
      return { ...sources, missing: sources.missing + unplanned };
    },
    registry,
    jobs: () => queue.list(),
    jobsElsewhere: (jobId) => queue.readElsewhere(jobId),
    failedFiles: async (jobId) => {
      const [elsewhere] = await queue.elsewhere(jobId);
      return failedFilesOf(elsewhere ?? queue.job(jobId).state);
    },
    pressure: () =>
      pressureOf(
        queue.states().flatMap(({ head }) => queue.job(head.id).run ?? []),
        pool.threadUse(),
      ),
    threadUses: () => pool.threadUses(),
    dispose: async () => {
      if (disposed) return;
      disposed = true;
      queue.dispose();
      await registry.dispose();
      await pool.dispose();
    },
  };
}
