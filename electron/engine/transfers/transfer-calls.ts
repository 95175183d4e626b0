// The calls and streams of the contract on transfers: the requests of the window to the jobs, in terms of tokens and
// ids, and the streams that it follows: the trace of one job, preflights.
import { defaultTransferOptions } from '@shared/model/transfer';
import type { ResolveToken } from '../picked-path';
import type { Transfers } from './api';
import { type RequestedJob, blocksOf, filesOf, lostSourcesOf } from './jobs/file-list';
import type { TransferQueue } from './jobs/queue';
import { sentByJobOf, traceOf } from './jobs/view';
import { findSources } from './plan/walk';
import type { TransferTimetable } from './pace/timetable';
import { copySpecOf, ofPage, orderedDownload, uploadSpecOf } from './plan/specs';
import type { JobStore } from './records/job-store';
import { repairSpecOf, toReadInFull, verifyReportOf, verifySpecOf } from './verify/verify-report';
import type { SnapshotWatch } from '../snapshot-watch';
import { type PreflightEnvironment, createPreflightStreams } from './preflight/preflight-streams';

interface Room {
  readonly queue: TransferQueue;
  readonly store: Pick<JobStore, 'settled'>;
  readonly timetable: TransferTimetable;
  readonly resolveToken: ResolveToken;
  readonly watched: SnapshotWatch;
}

export function createTransferCalls({ queue, store, timetable, resolveToken, watched }: Room): Transfers['calls'] {
  return {
    'transfers.upload': async ({ sources, ...request }) => {
      const paths = await Promise.all(sources.map((token) => resolveToken(token, 'upload', request.connectionId)));
      const { jobId } = await queue.begin(await uploadSpecOf({ ...request, paths, options: ofPage(request.options) }));
      return { jobId };
    },
    'transfers.download': async (order) => {
      const folder = await resolveToken(order.targetToken, 'download', order.connectionId);
      const { jobId } = await queue.begin(await orderedDownload(order, folder));
      return { jobId };
    },
    'transfers.copy': async (order) => {
      const { jobId } = await queue.begin(copySpecOf(order));
      return { jobId };
    },
    'transfers.verify-job': async ({ jobId, mode }) => {
      const check = await queue.begin(verifySpecOf(queue.job(jobId).state, mode));
      return { jobId: check.jobId };
    },
    'transfers.verify-folder': async ({ connectionId, container, prefix, folderToken, names, mode }) => {
      const dir = await resolveToken(folderToken, 'verify', connectionId);
      const options = { ...defaultTransferOptions, verify: mode };
      const of = { kind: 'folder' as const, dir, prefix, names };
      const { jobId } = await queue.begin({ kind: 'verify', connectionId, container, options, of });
      return { jobId };
    },
    'transfers.verify-report': ({ jobId }) => verifyReportOf(queue.job(jobId).state),
    'transfers.read-in-full': ({ jobId }) => answered(queue.files(jobId).retryAs(toReadInFull(queue.job(jobId).state))),
    'transfers.repair': async ({ jobId, direction }) => {
      const repair = await queue.begin(repairSpecOf(queue.job(jobId).state, direction));
      return { jobId: repair.jobId };
    },
    'transfers.read-pace': () => ({ pace: timetable.total, timeZone: timetable.timeZone }),
    'transfers.write-pace': async ({ pace }) => {
      await timetable.setTotal(pace);
      watched.changed();
      return {};
    },
    'transfers.read-job-pace': ({ jobId }) => ({
      pace: queue.job(jobId).pace,
      timeZone: timetable.timeZone,
    }),
    'transfers.write-job-pace': ({ jobId, pace }) => answered(queue.job(jobId).setPace(pace)),
    'transfers.find-sources': async ({ jobId, folderToken }) => {
      const folder = await resolveToken(folderToken, 'moved-sources');
      const { files, unplanned } = lostSourcesOf(queue.job(jobId).state);
      const { found, changed, unclear, missing } = await findSources(files, folder);
      if (found.length > 0) await queue.files(jobId).retryAs(found);
      return { found: found.length, changed, unclear, missing: missing + unplanned };
    },
    'transfers.cancel-file': ({ jobId, file }) => answered(queue.files(jobId).cancel(file)),
    'transfers.pause-file': ({ jobId, file }) => answered(queue.files(jobId).pause(file)),
    'transfers.resume-file': ({ jobId, file }) => answered(queue.files(jobId).resume(file)),
    'transfers.start-file-now': ({ jobId, file }) => {
      queue.job(jobId).run?.startFileNow(file);
      return {};
    },
    'transfers.timeline': ({ jobId, ...range }) => {
      const { run } = queue.job(jobId);
      return run === null || run.startedAtMs === 0 ? null : run.trace.timeline(range);
    },
    'transfers.sent': ({ jobId }) => {
      const { state, run } = queue.job(jobId);
      return sentByJobOf(state, run);
    },
    'transfers.blocks': ({ jobId, file }) => {
      const { state, run } = queue.job(jobId);
      return blocksOf(state, run, file);
    },
    'transfers.files': ({ jobId, ...query }) => {
      const settled: RequestedJob['settled'] = async (request) => {
        await queue.job(jobId).written();
        return store.settled(jobId, request);
      };
      const { state, run } = queue.job(jobId);
      return filesOf({ state, run, settled }, query);
    },
  };
}

async function answered(work: Promise<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}

const listEveryMs = 250;
const traceEveryMs = 1000;

export function createTransferStreams({
  queue,
  watched,
  ...environment
}: Pick<Room, 'queue' | 'watched'> & Omit<PreflightEnvironment, 'states' | 'keepReporting'>): Transfers['streams'] {
  /** Nothing of it moves between two changes. */
  const atChanges = <T>(snapshot: () => T, push: (snapshot: T) => void, signal: AbortSignal): Promise<void> =>
    watched.watch({ snapshot, isMoving: () => false, minIntervalMs: listEveryMs }, push, signal);
  return {
    ...createPreflightStreams({ ...environment, states: () => queue.states(), keepReporting: atChanges }),
    'transfers.follow': ({ jobId }, { push, signal }) => {
      queue.job(jobId);
      return watched.watch(
        {
          snapshot: () => traceOf(queue.job(jobId).run),
          isMoving: () => queue.job(jobId).run?.isRunning === true,
          minIntervalMs: traceEveryMs,
        },
        push,
        signal,
      );
    },
  };
}
