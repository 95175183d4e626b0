// The transfers room as the engine composes it: threads, memory, the registry of jobs, the direct interface of the command
// line. Its calls and streams are transfer-calls.ts.
import { setFlagsFromString } from 'node:v8';
import { MiB } from '@shared/units';
import { type ResolveToken, pickedPath } from '../picked-path';
import { createSnapshotWatch } from '../snapshot-watch';
import { availableHashThreads, availableThreads, countRequests, createPool } from './threads/pool';
import type { Transfers, TransfersPorts } from './api';
import { planDownloadItems, planUploadItems } from './dry-run';
import { failedFilesOf, lostAtRest } from './jobs/file-list';
import { createJobStore } from './records/job-store';
import { JobRegistry } from './jobs/registry';
import { pressureOf, snapshotOf } from './jobs/view';
import { createMemoryBudget } from './pace/memory-budget';
import { createEagerSweeps } from './threads/eager-sweeps';
import { findSources } from './plan/walk';
import { downloadLosses, uploadLosses } from './plan/losses';
import { downloadSpecOf, uploadSpecOf } from './plan/specs';
import { createTransferTimetable } from './pace/timetable';
import { createTransferCalls, createTransferStreams } from './transfer-calls';
import type { JobReport } from './worker/messages';

/** Limit of the buffers of all transfers together. */
const memoryBytes = 384 * MiB;
/** How many files of a job are planned ahead: enough that no slot waits for a file, few enough to hold. */
const filesAhead = 2048;

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
  const registry = new JobRegistry({
    clock,
    timetable,
    random: ports.random,
    filesAhead: ports.filesAhead ?? filesAhead,
    earlierJobs: ports.earlierJobs ?? 'go on',
    accounts,
    store,
    pool,
    holdSweeps: createEagerSweeps(setFlagsFromString),
    memory: createMemoryBudget(memoryBytes),
    startOf: (connectionId) => ports.startingPoints?.of(connectionId) ?? null,
    onChange: () => watched.changed(),
  });
  const watched = createSnapshotWatch(clock);
  let disposed = false;

  const receive = (report: JobReport): void => {
    countRequests(report, metrics);
    registry.report(report);
    watched.changed();
  };

  const resolveToken: ResolveToken = (token, purpose, connectionId) =>
    pickedPath(ports.sources, token, purpose, connectionId);

  return {
    calls: createTransferCalls({ registry, store, timetable, resolveToken, watched }),
    streams: createTransferStreams({ registry, watched, clock, accounts, pool, resolveToken }),
    recover: async () => {
      await timetable.load();
      await registry.recover();
    },
    uploadPaths: async (request) => registry.begin(await uploadSpecOf(request), request),
    copyBlobs: (request) => registry.begin({ ...request, selection: [...request.selection] }),
    downloadTo: async (request) => registry.begin(await downloadSpecOf(request), request),
    planUpload: (request, signal) => planUploadItems(request, accounts, signal),
    uploadLosses: async (request, signal) => uploadLosses(await uploadSpecOf(request), signal),
    downloadLosses: async (request, signal) =>
      downloadLosses(await downloadSpecOf(request), await accounts.open(request.connectionId), signal),
    planDownload: (request, signal) => planDownloadItems(request, accounts, signal),
    resume: (jobId, how) => registry.resume(jobId, how),
    findSources: async (jobId, folder) => {
      const { files, unplanned } = await lostAtRest(registry.job(jobId).state);
      const sources = await findSources(files, folder);
      return { ...sources, missing: sources.missing + unplanned };
    },
    connectionChanged: (connectionId) => registry.credentialChanged(connectionId),
    jobs: () => registry.list(),
    jobsElsewhere: async (jobId) =>
      (await registry.elsewhere(jobId)).map((jobState) => snapshotOf(jobState, null, null, null)),
    failedFiles: async (jobId) => {
      const [elsewhere] = await registry.elsewhere(jobId);
      return failedFilesOf(elsewhere ?? registry.job(jobId).state);
    },
    pressure: () =>
      pressureOf(
        registry.states().flatMap(({ head }) => registry.job(head.id).run ?? []),
        pool.threadUse(),
      ),
    threadUses: () => pool.threadUses(),
    dispose: async () => {
      if (disposed) return;
      disposed = true;
      await registry.stopAll();
      await pool.dispose();
    },
  };
}
