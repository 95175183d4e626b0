// The transfers room as the engine composes it: threads, memory, the table of jobs, the direct interface of the command
// line. Its calls are transfer-calls.ts, its streams transfer-streams.ts.
import { setFlagsFromString } from 'node:v8';
import { MiB } from '@shared/units';
import { type ResolveToken, pickedPath } from '../picked-path';
import { createSnapshotWatch } from '../snapshot-watch';
import { availableHashThreads, availableThreads } from './threads/available-threads';
import type { Transfers, TransfersPorts } from './api';
import { planDownloadItems, planUploadItems } from './dry-run';
import { failedFilesOf, lostAtRest } from './jobs/job-files';
import { createJobStore } from './records/job-store';
import { JobTable } from './jobs/job-table';
import { pressureOf, snapshotOf } from './jobs/job-view';
import { createMemoryBudget } from './pace/memory-budget';
import { countRequests } from './threads/count-requests';
import { createEagerSweeps } from './threads/eager-sweeps';
import { createPool } from './threads/pool';
import { findSources } from './plan/walk';
import { downloadLosses, uploadLosses } from './plan/losses';
import { downloadSpecOf, uploadSpecOf } from './plan/specs';
import { createTransferTimetable } from './pace/timetable';
import { createTransferCalls } from './transfer-calls';
import { createTransferStreams } from './transfer-streams';
import type { JobReport } from './worker/messages';

/** Limit of the buffers of all transfers together. */
const memoryBytes = 384 * MiB;
/** How many files of a job are planned ahead: enough that no slot waits for a file, few enough to hold. */
const filesAhead = 2048;

export function createTransfers(ports: TransfersPorts): Transfers {
  const { clock, metrics, accounts } = ports;
  const pool = createPool({
    workerPath: ports.workerPath,
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
  const table = new JobTable({
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
    table.report(report);
    watched.changed();
  };

  const resolveToken: ResolveToken = (token, purpose, connectionId) =>
    pickedPath(ports.sources, token, purpose, connectionId);

  return {
    calls: createTransferCalls({ table, store, timetable, resolveToken, onPaceChange: () => watched.changed() }),
    streams: createTransferStreams({ table, watched, clock, accounts, pool, resolveToken }),
    recover: async () => {
      await timetable.load();
      await table.recover();
    },
    uploadPaths: async (request) => table.begin(await uploadSpecOf(request), request),
    copyBlobs: (request) => table.begin({ ...request, selection: [...request.selection] }),
    downloadTo: async (request) => table.begin(await downloadSpecOf(request), request),
    planUpload: (request, signal) => planUploadItems(request, accounts, signal),
    uploadLosses: async (request, signal) => uploadLosses(await uploadSpecOf(request), signal),
    downloadLosses: async (request, signal) =>
      downloadLosses(await downloadSpecOf(request), await accounts.open(request.connectionId), signal),
    planDownload: (request, signal) => planDownloadItems(request, accounts, signal),
    resume: (jobId, how) => table.resume(jobId, how),
    findSources: async (jobId, folder) => {
      const { files, unplanned } = await lostAtRest(table.state(jobId));
      const sources = await findSources(files, folder);
      return { ...sources, missing: sources.missing + unplanned };
    },
    connectionChanged: (connectionId) => table.credentialChanged(connectionId),
    jobs: () => table.list(),
    jobsElsewhere: async (jobId) =>
      (await table.elsewhere(jobId)).map((jobState) => snapshotOf(jobState, null, null, null)),
    failedFiles: async (jobId) => {
      const [elsewhere] = await table.elsewhere(jobId);
      return failedFilesOf(elsewhere ?? table.state(jobId));
    },
    pressure: () =>
      pressureOf(
        table.states().flatMap(({ head }) => table.run(head.id) ?? []),
        pool.threadUse(),
      ),
    threadUses: () => pool.threadUses(),
    dispose: async () => {
      if (disposed) return;
      disposed = true;
      await table.stopAll();
      await pool.dispose();
    },
  };
}
