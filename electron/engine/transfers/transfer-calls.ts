// The calls and streams of the contract on transfers: the requests of the window to the jobs, in terms of tokens and
// ids, and the streams that it follows: the queue, its unreadable jobs, the trace of one job, preflights.
import { defaultTransferOptions } from '@shared/model/transfer';
import type { ResolveToken } from '../picked-path';
import type { Transfers } from './api';
import { type RequestedJob, blocksOf, filesOf, lostSourcesOf } from './jobs/file-list';
import type { JobRegistry } from './jobs/registry';
import { sentByJobOf, traceOf } from './jobs/view';
import { findSources } from './plan/walk';
import type { TransferTimetable } from './pace/timetable';
import { copySpecOf, ofPage, orderedDownload, uploadSpecOf } from './plan/specs';
import type { JobStore } from './records/job-store';
import { repairSpecOf, toReadInFull, verifyReportOf, verifySpecOf } from './verify/verify-report';
import type { SnapshotWatch } from '../snapshot-watch';
import { type PreflightEnvironment, createPreflightStreams } from './preflight/preflight-streams';

interface Room {
  readonly registry: JobRegistry;
  readonly store: Pick<JobStore, 'settled'>;
  readonly timetable: TransferTimetable;
  readonly resolveToken: ResolveToken;
  readonly watched: SnapshotWatch;
}

export function createTransferCalls({ registry, store, timetable, resolveToken, watched }: Room): Transfers['calls'] {
  return {
    'transfers.upload': async ({ sources, ...request }) => {
      const paths = await Promise.all(sources.map((token) => resolveToken(token, 'upload', request.connectionId)));
      const { jobId } = await registry.begin(
        await uploadSpecOf({ ...request, paths, options: ofPage(request.options) }),
      );
      return { jobId };
    },
    'transfers.download': async (order) => {
      const folder = await resolveToken(order.targetToken, 'download', order.connectionId);
      const { jobId } = await registry.begin(await orderedDownload(order, folder));
      return { jobId };
    },
    'transfers.copy': async (order) => {
      const { jobId } = await registry.begin(copySpecOf(order));
      return { jobId };
    },
    'transfers.verify-job': async ({ jobId, mode }) => {
      const check = await registry.begin(verifySpecOf(registry.job(jobId).state, mode));
      return { jobId: check.jobId };
    },
    'transfers.verify-folder': async ({ connectionId, container, prefix, folderToken, names, mode }) => {
      const dir = await resolveToken(folderToken, 'verify', connectionId);
      const options = { ...defaultTransferOptions, verify: mode };
      const of = { kind: 'folder' as const, dir, prefix, names };
      const { jobId } = await registry.begin({ kind: 'verify', connectionId, container, options, of });
      return { jobId };
    },
    'transfers.verify-report': ({ jobId }) => verifyReportOf(registry.job(jobId).state),
    'transfers.read-in-full': ({ jobId }) =>
      answered(registry.files(jobId).retryAs(toReadInFull(registry.job(jobId).state))),
    'transfers.repair': async ({ jobId, direction }) => {
      const repair = await registry.begin(repairSpecOf(registry.job(jobId).state, direction));
      return { jobId: repair.jobId };
    },
    'transfers.read-pace': () => ({ pace: timetable.total, timeZone: timetable.timeZone }),
    'transfers.write-pace': async ({ pace }) => {
      await timetable.setTotal(pace);
      watched.changed();
      return {};
    },
    'transfers.read-job-pace': ({ jobId }) => ({
      pace: registry.job(jobId).pace,
      timeZone: timetable.timeZone,
    }),
    'transfers.write-job-pace': ({ jobId, pace }) => answered(registry.job(jobId).setPace(pace)),
    'transfers.cancel': ({ jobId }) => answered(registry.job(jobId).stop('cancel')),
    'transfers.pause': ({ jobId }) => answered(registry.job(jobId).stop('pause')),
    'transfers.resume': ({ jobId }) => answered(registry.resume(jobId)),
    'transfers.forget': ({ jobId }) => answered(registry.forget(jobId)),
    'transfers.start-now': ({ jobId }) => answered(registry.startNow(jobId)),
    'transfers.reorder': ({ jobId, before }) => {
      registry.reorder(jobId, before);
      return {};
    },
    'transfers.try-now': ({ jobId }) => {
      registry.job(jobId).run?.tryNow();
      return {};
    },
    'transfers.retry': ({ jobId, code, files }) => answered(registry.files(jobId).retry({ code, files })),
    'transfers.find-sources': async ({ jobId, folderToken }) => {
      const folder = await resolveToken(folderToken, 'moved-sources');
      const { files, unplanned } = lostSourcesOf(registry.job(jobId).state);
      const { found, changed, unclear, missing } = await findSources(files, folder);
      if (found.length > 0) await registry.files(jobId).retryAs(found);
      return { found: found.length, changed, unclear, missing: missing + unplanned };
    },
    'transfers.cancel-file': ({ jobId, file }) => answered(registry.files(jobId).cancel(file)),
    'transfers.pause-file': ({ jobId, file }) => answered(registry.files(jobId).pause(file)),
    'transfers.resume-file': ({ jobId, file }) => answered(registry.files(jobId).resume(file)),
    'transfers.start-file-now': ({ jobId, file }) => {
      registry.job(jobId).run?.startFileNow(file);
      return {};
    },
    'transfers.timeline': ({ jobId, ...range }) => {
      const { run } = registry.job(jobId);
      return run === null || run.startedAtMs === 0 ? null : run.trace.timeline(range);
    },
    'transfers.sent': ({ jobId }) => {
      const { state, run } = registry.job(jobId);
      return sentByJobOf(state, run);
    },
    'transfers.blocks': ({ jobId, file }) => {
      const { state, run } = registry.job(jobId);
      return blocksOf(state, run, file);
    },
    'transfers.files': ({ jobId, ...query }) => {
      const settled: RequestedJob['settled'] = async (request) => {
        await registry.job(jobId).written();
        return store.settled(jobId, request);
      };
      const { state, run } = registry.job(jobId);
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
  registry,
  watched,
  ...environment
}: Pick<Room, 'registry' | 'watched'> & Omit<PreflightEnvironment, 'states' | 'keepReporting'>): Transfers['streams'] {
  /** Nothing of it moves between two changes. */
  const atChanges = <T>(snapshot: () => T, push: (snapshot: T) => void, signal: AbortSignal): Promise<void> =>
    watched.watch({ snapshot, isMoving: () => false, minIntervalMs: listEveryMs }, push, signal);
  return {
    'transfers.watch': (_input, { push, signal }) =>
      watched.watch(
        { snapshot: () => registry.list(), isMoving: () => registry.moving > 0, minIntervalMs: listEveryMs },
        push,
        signal,
      ),
    'transfers.unread': (_input, { push, signal }) =>
      atChanges(() => registry.unread.map((error) => error.toShape()), push, signal),
    ...createPreflightStreams({ ...environment, states: () => registry.states(), keepReporting: atChanges }),
    'transfers.follow': ({ jobId }, { push, signal }) => {
      registry.job(jobId);
      return watched.watch(
        {
          snapshot: () => traceOf(registry.job(jobId).run),
          isMoving: () => registry.job(jobId).run?.isRunning === true,
          minIntervalMs: traceEveryMs,
        },
        push,
        signal,
      );
    },
  };
}
