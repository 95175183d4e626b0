// The calls of the contract on transfers: what the window asks of the jobs, in its own terms of tokens and ids.
import { defaultTransferOptions } from '@shared/model/transfer';
import type { ResolveToken } from '../picked-path';
import type { Transfers } from './api';
import { type RequestedJob, filesOf, lostSourcesOf } from './jobs/job-files';
import type { JobTable } from './jobs/job-table';
import { blocksOf, sentByJobOf } from './jobs/job-view';
import { findSources } from './plan/walk';
import type { TransferTimetable } from './pace/timetable';
import { copySpecOf, ofPage, orderedDownload, uploadSpecOf } from './plan/specs';
import type { JobStore } from './records/job-store';
import { repairSpecOf, toReadInFull, verifyReportOf, verifySpecOf } from './verify/verify-report';

export interface TransferCallsPorts {
  readonly table: JobTable;
  readonly store: Pick<JobStore, 'settled'>;
  readonly timetable: TransferTimetable;
  readonly resolveToken: ResolveToken;
  /** The pace of all transfers together is another one. */
  readonly onPaceChange: () => void;
}

export function createTransferCalls(ports: TransferCallsPorts): Transfers['calls'] {
  const { table, store, timetable, resolveToken, onPaceChange } = ports;
  return {
    'transfers.upload': async ({ sources, ...request }) => {
      const paths = await Promise.all(sources.map((token) => resolveToken(token, 'upload', request.connectionId)));
      const { jobId } = await table.begin(await uploadSpecOf({ ...request, paths, options: ofPage(request.options) }));
      return { jobId };
    },
    'transfers.download': async (order) => {
      const folder = await resolveToken(order.targetToken, 'download', order.connectionId);
      const { jobId } = await table.begin(await orderedDownload(order, folder));
      return { jobId };
    },
    'transfers.copy': async (order) => {
      const { jobId } = await table.begin(copySpecOf(order));
      return { jobId };
    },
    'transfers.verify-job': async ({ jobId, mode }) => {
      const check = await table.begin(verifySpecOf(table.state(jobId), mode));
      return { jobId: check.jobId };
    },
    'transfers.verify-folder': async ({ connectionId, container, prefix, folderToken, names, mode }) => {
      const dir = await resolveToken(folderToken, 'verify', connectionId);
      const options = { ...defaultTransferOptions, verify: mode };
      const of = { kind: 'folder' as const, dir, prefix, names };
      const { jobId } = await table.begin({ kind: 'verify', connectionId, container, options, of });
      return { jobId };
    },
    'transfers.verify-report': ({ jobId }) => verifyReportOf(table.state(jobId)),
    'transfers.read-in-full': ({ jobId }) => answered(table.retryAs(jobId, toReadInFull(table.state(jobId)))),
    'transfers.repair': async ({ jobId, direction }) => {
      const repair = await table.begin(repairSpecOf(table.state(jobId), direction));
      return { jobId: repair.jobId };
    },
    'transfers.read-pace': () => ({ pace: timetable.total, timeZone: timetable.timeZone }),
    'transfers.write-pace': async ({ pace }) => {
      await timetable.setTotal(pace);
      onPaceChange();
      return {};
    },
    'transfers.read-job-pace': ({ jobId }) => ({
      pace: table.state(jobId).pace,
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
    'transfers.find-sources': async ({ jobId, folderToken }) => {
      const folder = await resolveToken(folderToken, 'moved-sources');
      const { files, unplanned } = lostSourcesOf(table.state(jobId));
      const { found, changed, unclear, missing } = await findSources(files, folder);
      if (found.length > 0) await table.retryAs(jobId, found);
      return { found: found.length, changed, unclear, missing: missing + unplanned };
    },
    'transfers.cancel-file': ({ jobId, file }) => answered(table.cancelFile(jobId, file)),
    'transfers.pause-file': ({ jobId, file }) => answered(table.pauseFile(jobId, file)),
    'transfers.resume-file': ({ jobId, file }) => answered(table.resumeFile(jobId, file)),
    'transfers.start-file-now': ({ jobId, file }) => {
      table.startFileNow(jobId, file);
      return {};
    },
    'transfers.timeline': ({ jobId, ...range }) => {
      table.state(jobId);
      const run = table.run(jobId);
      return run === null || run.startedAtMs === 0 ? null : run.trace.timeline(range);
    },
    'transfers.sent': ({ jobId }) => sentByJobOf(table.state(jobId), table.run(jobId)),
    'transfers.blocks': ({ jobId, file }) => blocksOf(table.state(jobId), table.run(jobId), file),
    'transfers.files': ({ jobId, ...query }) => {
      const settled: RequestedJob['settled'] = async (request) => {
        await table.written(jobId);
        return store.settled(jobId, request);
      };
      return filesOf({ state: table.state(jobId), run: table.run(jobId), settled }, query);
    },
  };
}

async function answered(work: Promise<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}
