// Bulk changes: previews that read the rows, jobs that change exactly those rows, and jobs that undo them. Answers the
// bulk calls of the contract.
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { tableBulkCalls, tableBulkStreams } from '@shared/ipc/contract/table-bulk';
import type { BulkPreview, BulkRequest } from '@shared/model/table-bulk';
import { GiB } from '@shared/units';
import type { SourceResolver } from '../../ports';
import { removeOrphans } from '../jobs/process-files';
import type { BulkJob } from './bulk-job';
import { BulkJobs, type BulkJobsDeps } from './bulk-jobs';
import { newChange, newRestoration } from './bulk-heads';
import type { RunningPreview } from './bulk-preview';
import { type PreviewOptions, readPreview } from './read-preview';
import { KnownIndexes } from '../indexes/index-definitions';
import { bulkChange } from './bulk-run';
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

export interface BulkDeps extends BulkJobsDeps {
  readonly sources: SourceResolver;
  /** Limit for the rows stored for one undo. */
  readonly undoBytesAllowed?: number;
}

const defaultUndoBytes = 2 * GiB;

export function createBulkChanges({
  accounts,
  sources,
  stateDir,
  clock,
  jobs,
  log,
  undoBytesAllowed = defaultUndoBytes,
}: BulkDeps): BulkChanges {
  const bulk = new BulkJobs({ accounts, stateDir, clock, jobs, log });
  const previewFolder = join(bulk.folderPath, 'previews');
  const previews = new Map<string, ReadPreview>();
  const indexes = new KnownIndexes();

  const start = async (connectionId: string, read: RunningPreview, rowsPerSecond: number | null): Promise<BulkJob> => {
    await accounts.openForWriting(connectionId);
    const { request, rules } = read;
    const head = newChange({ connectionId, request, rules, rowsPerSecond, createdAtMs: clock.now() });
    return bulk.begin(head, (path) => read.take(path));
  };

  const preview: BulkChanges['preview'] = async (connectionId, request, options = {}) => {
    const { table } = request.scope.kind === 'query' ? request.scope.query : request.scope;
    const target = { account: await accounts.open(connectionId), table, clock, signal: options.signal };
    await indexes.rejectIndexed(target, bulkChange());
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
    const undone = bulk.get(jobId);
    const { connectionId, table, action, title } = undone.head;
    await accounts.openForWriting(connectionId);
    await undone.ended();
    undone.checkUndoable();
    const takesBack = { kind: 'job', of: { action, title } } as const;
    return bulk.begin(newRestoration({ connectionId, table, takesBack, restores: jobId }, clock.now()));
  };
  const {
    calls: undoCalls,
    streams: undoStreams,
    ...undoFiles
  } = createUndoFiles({
    accounts,
    sources,
    clock,
    find: (jobId) => bulk.get(jobId),
    planFolder: previewFolder,
    planUndo: async (job, path) => {
      const account = await accounts.open(job.head.connectionId);
      return bulk.planUndo(job, { path, account, signal: new AbortController().signal });
    },
    begin: (of, take) => bulk.begin(newRestoration({ ...of, restores: null }, clock.now()), take),
  });

  return {
    calls: {
      'bulk.start': async ({ previewId, rowsPerSecond }) => {
        const read = previews.get(previewId);
        if (read === undefined) throw new StowageError('conflict.other', 'The preview has not ended, or is gone.');
        return { jobId: (await read.start(rowsPerSecond)).id };
      },
      'bulk.set-rate': ({ jobId, rowsPerSecond }) => {
        bulk.get(jobId).setRate(rowsPerSecond);
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
    job: (jobId) => bulk.get(jobId),
    undo,
    undoFiles,
    recover: async () => {
      try {
        await bulk.recover();
      } finally {
        await removeOrphans(previewFolder);
      }
    },
  };
}
