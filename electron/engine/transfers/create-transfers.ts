// The transfers room as the engine composes it: threads, memory, the table of jobs, the contract's calls and stream, the
// direct interface of the command line.
import { setFlagsFromString } from 'node:v8';
import { MiB } from '@shared/units';
import { defaultTransferOptions } from '@shared/model/transfer';
import { pickedPath } from '../picked-path';
import { availableThreads } from './threads/available-threads';
import type { Transfers, TransfersPorts } from './api';
import { planDownloadItems, planUploadItems } from './dry-run';
import { type AskedJob, filesOf } from './jobs/job-files';
import type { JobSpec } from './records/job-records';
import { createHeapHold } from './threads/heap-hold';
import { createJobStore } from './records/job-store';
import { createJobTable } from './jobs/job-table';
import { blocksOf, pressureOf, sentByJobOf, snapshotOf, traceOf } from './jobs/job-view';
import { createJobWatch } from './jobs/job-watch';
import { createMemoryBudget } from './pace/memory-budget';
import { createPool } from './threads/pool';
import { copySpecOf, downloadSpecOf, orderedDownload, sourceOf, uploadSpecOf } from './plan/specs';
import { createSurveyStreams } from './survey/survey-streams';
import { repairSpecOf, toReadInFull, verifyReportOf, verifySpecOf } from './verify/verify-report';
import { createTransferTimetable } from './pace/timetable';
import type { JobReport } from './worker/messages';

/** Buffers of all transfers together. */
const memoryBytes = 384 * MiB;
/** Files of a job that are planned ahead of those that move: no place waits for one, and few are held. */
const filesAhead = 2048;
const listEveryMs = 250;
const traceEveryMs = 1000;

export function createTransfers(ports: TransfersPorts): Transfers {
  const { clock, metrics, accounts } = ports;
  const pool = createPool({
    workerPath: ports.workerPath,
    requestThreads: ports.workerThreads ?? availableThreads(),
    onReport: (report) => receive(report),
  });
  const timetable = createTransferTimetable({
    clock,
    timeZone: ports.timeZone ?? (() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    kept: ports.keptPace ?? null,
  });
  const store = createJobStore(ports.stateDir);
  const table = createJobTable({
    clock,
    timetable,
    random: ports.random,
    filesAhead: ports.filesAhead ?? filesAhead,
    earlierJobs: ports.earlierJobs ?? 'go on',
    accounts,
    store,
    pool,
    holdHeap: createHeapHold(setFlagsFromString),
    memory: createMemoryBudget(memoryBytes),
    startOf: (connectionId) => ports.startingPoints?.of(connectionId) ?? null,
    onChange: () => watched.changed(),
  });
  const watched = createJobWatch(clock);
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
    table.report(report);
    watched.changed();
  };

  const resolveToken = (token: string): Promise<string> => pickedPath(ports.sources, token);
  const answered = async (work: Promise<unknown>): Promise<Record<string, never>> => {
    await work;
    return {};
  };

  return {
    calls: {
      'transfers.upload': async ({ connectionId, container, prefix, sources, options }) => {
        const paths = await Promise.all(sources.map(resolveToken));
        const { jobId } = await table.begin({ kind: 'upload', connectionId, container, prefix, paths, options });
        return { jobId };
      },
      'transfers.download': async (order) => {
        const { jobId } = await table.begin(orderedDownload(order, await resolveToken(order.targetToken)));
        return { jobId };
      },
      'transfers.copy': async (order) => {
        const { jobId } = await table.begin(copySpecOf(order));
        return { jobId };
      },
      'transfers.verify-job': async ({ jobId, mode }) => {
        const check = await table.begin(verifySpecOf(table.standing(jobId), mode));
        return { jobId: check.jobId };
      },
      'transfers.verify-folder': async ({ connectionId, container, prefix, folderToken, names, mode }) => {
        const dir = await resolveToken(folderToken);
        const options = { ...defaultTransferOptions, verify: mode };
        const of = { kind: 'folder' as const, dir, prefix, names };
        const { jobId } = await table.begin({ kind: 'verify', connectionId, container, options, of });
        return { jobId };
      },
      'transfers.verify-report': ({ jobId }) => verifyReportOf(table.standing(jobId)),
      'transfers.read-in-full': ({ jobId }) => answered(table.again(jobId, toReadInFull(table.standing(jobId)))),
      'transfers.repair': async ({ jobId, direction }) => {
        const repair = await table.begin(repairSpecOf(table.standing(jobId), direction));
        return { jobId: repair.jobId };
      },
      'transfers.read-pace': () => ({ pace: timetable.total, timeZone: timetable.timeZone }),
      'transfers.write-pace': async ({ pace }) => {
        await timetable.setTotal(pace);
        watched.changed();
        return {};
      },
      'transfers.read-job-pace': ({ jobId }) => ({
        pace: table.standing(jobId).pace,
        timeZone: timetable.timeZone,
      }),
      'transfers.write-job-pace': ({ jobId, pace }) => answered(table.setPace(jobId, pace)),
      'transfers.cancel': ({ jobId }) => answered(table.stop(jobId, 'cancel')),
      'transfers.pause': ({ jobId }) => answered(table.stop(jobId, 'pause')),
      'transfers.resume': ({ jobId }) => answered(table.resume(jobId)),
      'transfers.forget': ({ jobId }) => answered(table.forget(jobId)),
      'transfers.start-now': ({ jobId }) => answered(table.startNow(jobId)),
      'transfers.reorder': ({ jobId, before }) => {
        table.reorder(jobId, before);
        return {};
      },
      'transfers.try-now': ({ jobId }) => {
        table.run(jobId)?.tryNow();
        return {};
      },
      'transfers.retry': ({ jobId, code, files }) => answered(table.retry(jobId, { code, files })),
      'transfers.cancel-file': ({ jobId, file }) => answered(table.cancelFile(jobId, file)),
      'transfers.timeline': ({ jobId, ...range }) => {
        table.standing(jobId);
        const run = table.run(jobId);
        return run === null || run.startedAtMs === 0 ? null : run.trace.timeline(range);
      },
      'transfers.sent': ({ jobId }) => sentByJobOf(table.standing(jobId), table.run(jobId)),
      'transfers.blocks': ({ jobId, file }) => blocksOf(table.standing(jobId), table.run(jobId), file),
      'transfers.files': ({ jobId, ...question }) => {
        const settled: AskedJob['settled'] = async (asked) => {
          await table.written(jobId);
          return store.settled(jobId, asked);
        };
        return filesOf({ standing: table.standing(jobId), run: table.run(jobId), settled }, question);
      },
    },
    streams: {
      'transfers.watch': (_input, { push, signal }) =>
        watched.watch(
          { snapshot: () => table.list(), isMoving: () => table.moving > 0, leastBetweenMs: listEveryMs },
          push,
          signal,
        ),
      ...createSurveyStreams({
        ...{ clock, accounts, pool, resolveToken },
        standings: () => table.standings(),
        keepTold: (whole, push, signal) =>
          watched.watch({ snapshot: whole, isMoving: () => false, leastBetweenMs: listEveryMs }, push, signal),
      }),
      'transfers.follow': ({ jobId }, { push, signal }) => {
        table.standing(jobId);
        return watched.watch(
          {
            snapshot: () => traceOf(table.run(jobId)),
            isMoving: () => table.run(jobId)?.isRunning === true,
            leastBetweenMs: traceEveryMs,
          },
          push,
          signal,
        );
      },
    },
    recover: async () => {
      await timetable.load();
      await table.recover();
    },
    uploadPaths: (request) => table.begin(uploadSpecOf(request), request),
    copyBlobs: (request) => table.begin({ ...request, selection: [...request.selection] }),
    downloadTo: (request) => table.begin(downloadSpecOf(request), request),
    planUpload: (request, signal) => planUploadItems(uploadSpecOf(request), accounts, signal),
    planDownload: (request, signal) => planDownloadItems(downloadSpecOf(request), accounts, signal),
    resume: (jobId, beginning) => table.resume(jobId, beginning),
    connectionChanged: (connectionId) => resumeWaiting(connectionId),
    jobs: () => table.list(),
    jobsElsewhere: async (jobId) =>
      (await table.elsewhere(jobId)).map((standing) => snapshotOf(standing, null, null, null)),
    pressure: () =>
      pressureOf(
        table.standings().flatMap(({ head }) => table.run(head.id) ?? []),
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

  // A job that stopped because its key or SAS was refused goes on as soon as there may be another one.
  function resumeWaiting(connectionId: string): void {
    for (const { head, state, waitsFor } of table.standings()) {
      if (state !== 'paused' || waitsFor !== 'credential' || !uses(head.spec, connectionId)) continue;
      // What is wrong with one that does not go on shows when a person resumes it.
      table.resume(head.id, { credential: 'new' }).catch(() => undefined);
    }
  }
}

function uses(spec: JobSpec, connectionId: string): boolean {
  return spec.connectionId === connectionId || sourceOf(spec)?.connectionId === connectionId;
}
