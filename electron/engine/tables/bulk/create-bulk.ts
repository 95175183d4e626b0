// Bulk changes: previews that read the rows, jobs that change exactly those rows, and jobs that undo them. Answers the
// bulk calls of the contract.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { tableBulkCalls, tableBulkStreams } from '@shared/ipc/contract/table-bulk';
import type { BulkPreview, BulkRequest } from '@shared/model/table-bulk';
import { GiB } from '@shared/units';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock, SourceResolver } from '../../ports';
import { createJobFolder } from '../jobs/job-folder';
import { removeOrphans } from '../jobs/process-files';
import type { TableJobs } from '../jobs/table-jobs';
import { BulkJob, type BulkJobDeps } from './bulk-job';
import { newChange, newRestoration } from './bulk-heads';
import type { RunningPreview } from './bulk-preview';
import { bulkRecord } from './bulk-records';
import type { PlanExtent } from './plan-file';
import { type PreviewOptions, readPreview } from './read-preview';
import { writeRestorePlan } from './restore-plan';
import { type UndoFiles, createUndoFiles } from './undo-file-calls';
import { aborted } from './until-aborted';

export interface BulkChanges {
  readonly calls: Pick<CallHandlers<'engine'>, Extract<keyof typeof tableBulkCalls, `bulk.${string}`>>;
  readonly streams: Pick<StreamHandlers<'engine'>, keyof typeof tableBulkStreams>;
  /**
   * Reads all rows of the request. The caller starts a job from the preview, or disposes of it.
   * @throws StowageError from the query, the transport or the disk
   */
  preview(connectionId: string, request: BulkRequest, options?: PreviewOptions): Promise<ReadPreview>;
  job(jobId: string): BulkJob;
  /** Starts the job that restores what another one changed. Throws `conflict.other` if that cannot be undone. */
  undo(jobId: string): Promise<BulkJob>;
  readonly undoFiles: Omit<UndoFiles, 'calls' | 'streams'>;
  /** Lists the jobs of earlier runs, and removes previews that no job took. */
  recover(): Promise<void>;
}

export interface ReadPreview {
  readonly found: BulkPreview;
  /** Throws `conflict.read-only`, `invalid.input` if undo would take too much, `conflict.other` the second time. */
  start(rowsPerSecond: number | null): Promise<BulkJob>;
  dispose(): Promise<void>;
}

export interface BulkDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly jobs: TableJobs;
  readonly log: (line: string) => void;
  /** Limit for the rows kept for one undo. */
  readonly undoBytesAllowed?: number;
}

const usualUndoBytes = 2 * GiB;

export function createBulkChanges({
  accounts,
  sources,
  stateDir,
  clock,
  jobs,
  log,
  undoBytesAllowed = usualUndoBytes,
}: BulkDeps): BulkChanges {
  const folderPath = join(stateDir, 'bulk');
  const previewFolder = join(folderPath, 'previews');
  const folder = createJobFolder(folderPath, bulkRecord);
  const known = new Map<string, BulkJob>();
  const previews = new Map<string, ReadPreview>();

  const find = (jobId: string): BulkJob => {
    const job = known.get(jobId);
    if (job === undefined) {
      throw new StowageError('not-found.job', 'There is no such bulk change.', { context: { job: jobId } });
    }
    return job;
  };
  const list = (job: BulkJob): BulkJob => {
    known.set(job.id, job);
    jobs.add(job, () => known.delete(job.id));
    return job;
  };
  const planUndo = async (
    undone: BulkJob,
    { path, account, signal }: { readonly path: string; readonly account: Account; readonly signal: AbortSignal },
  ): Promise<PlanExtent> => {
    const { rules, extent, head } = undone;
    if (extent === null) throw new StowageError('local.io', 'The list of rows is incomplete.');
    return writeRestorePlan({
      rules,
      extent,
      signal,
      path,
      target: { account, table: head.table, signal },
      planPath: folder.path(undone.id, 'rows'),
      resultsPath: folder.path(undone.id, 'results'),
    });
  };
  const planRestoration: BulkJobDeps['planRestoration'] = (head, account, signal) =>
    planUndo(find(head.restores ?? ''), { path: folder.path(head.id, 'rows'), account, signal });
  const jobDeps: BulkJobDeps = {
    accounts,
    clock,
    folder,
    log,
    changed: () => jobs.changed(),
    planRestoration,
    isTakenBack: (jobId) => [...known.values()].some((job) => job.head.restores === jobId && job.isRestoring),
    // Until that is recorded, the job that restored it shows it.
    noteUndone: async (jobId) =>
      known
        .get(jobId)
        ?.noteUndone()
        .catch((thrown: unknown) =>
          log(`That job ${jobId} was undone was not noted: ${StowageError.from(thrown).message}`),
        ),
  };

  const start = async (connectionId: string, read: RunningPreview, rowsPerSecond: number | null): Promise<BulkJob> => {
    await accounts.openForWriting(connectionId);
    const { request, rules } = read;
    const head = newChange({ connectionId, request, rules, rowsPerSecond, createdAtMs: clock.now() });
    const extent = await read.take(folder.path(head.id, 'rows'));
    const job = list(new BulkJob(head, [], jobDeps));
    await job.start(extent);
    return job;
  };

  const preview: BulkChanges['preview'] = async (connectionId, request, options = {}) => {
    const read = await readPreview(
      { accounts, clock, folder: previewFolder, fileBytesAllowed: undoBytesAllowed },
      { connectionId, request },
      options,
    );
    return {
      found: read.view(),
      start: (rowsPerSecond) => start(connectionId, read, rowsPerSecond),
      dispose: () => read.dispose(),
    };
  };

  const undo = async (jobId: string): Promise<BulkJob> => {
    const undone = find(jobId);
    const { connectionId, table, action, title } = undone.head;
    await accounts.openForWriting(connectionId);
    await undone.ended();
    undone.checkUndoable();
    const takesBack = { kind: 'job', of: { action, title } } as const;
    const job = list(
      new BulkJob(newRestoration({ connectionId, table, takesBack, restores: jobId }, clock.now()), [], jobDeps),
    );
    await job.start();
    return job;
  };
  const {
    calls: undoCalls,
    streams: undoStreams,
    ...undoFiles
  } = createUndoFiles({
    accounts,
    sources,
    clock,
    find,
    planFolder: previewFolder,
    planUndo: async (job, path) => {
      const account = await accounts.open(job.head.connectionId);
      return planUndo(job, { path, account, signal: new AbortController().signal });
    },
    begin: async (of, take) => {
      const head = newRestoration({ ...of, restores: null }, clock.now());
      const extent = await take(folder.path(head.id, 'rows'));
      const job = list(new BulkJob(head, [], jobDeps));
      await job.start(extent);
      return job;
    },
  });

  return {
    calls: {
      'bulk.start': async ({ previewId, rowsPerSecond }) => {
        const read = previews.get(previewId);
        if (read === undefined) throw new StowageError('conflict.other', 'The preview has not ended, or is gone.');
        return { jobId: (await read.start(rowsPerSecond)).id };
      },
      'bulk.set-rate': ({ jobId, rowsPerSecond }) => {
        find(jobId).setRate(rowsPerSecond);
        return {};
      },
      'bulk.retry': async ({ jobId, code }) => {
        await find(jobId).retry(code);
        return {};
      },
      'bulk.undo': async ({ jobId }) => ({ jobId: (await undo(jobId)).id }),
      ...undoCalls,
    },
    streams: {
      'bulk.preview': async ({ connectionId, previewId, request }, { signal, push }) => {
        const read = await preview(connectionId, request, { signal, onProgress: push });
        previews.set(previewId, read);
        try {
          push(read.found);
          await aborted(signal);
        } finally {
          previews.delete(previewId);
          await read.dispose();
        }
      },
      ...undoStreams,
    },
    preview,
    job: find,
    undo,
    undoFiles,
    recover: async () => {
      await mkdir(folderPath, { recursive: true, mode: 0o700 });
      await folder.recover(async (records) => {
        const [head] = records;
        if (head?.record !== 'bulk' || known.has(head.id)) return;
        const job = new BulkJob(head, records, jobDeps);
        await job.recount();
        list(job);
      }, log);
      await removeOrphans(previewFolder);
    },
  };
}
