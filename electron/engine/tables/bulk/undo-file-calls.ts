// Answers the window's calls about undo files: save one, compare one with a table, restore its rows.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../../azure/account';
import { pickedPath } from '../../picked-path';
import type { Clock, SourceResolver } from '../../ports';
import { localError } from '../../../disk/local-error';
import { newProcessFile } from '../jobs/process-files';
import type { BulkJob } from './bulk-job';
import type { BulkHead } from './bulk-records';
import { titleOf } from './describe-action';
import type { PlanExtent } from './plan-file';
import { saveUndoFile } from './undo-file';
import { aborted } from './until-aborted';
import { type CheckOptions, type CheckedUndoFile, checkUndoFile, endpointOf } from './undo-files';

export interface UndoFiles {
  readonly calls: Pick<CallHandlers<'engine'>, 'bulk.save-undo' | 'bulk.restore'>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'bulk.check-undo-file'>;
  /** @throws StowageError `conflict.other` if there is nothing to undo, or not yet */
  save(jobId: string, path: string): Promise<{ readonly rows: number }>;
  /** The caller restores the result or disposes of it. */
  check(target: RestoreTarget, path: string, options?: Partial<CheckOptions>): Promise<CheckedUndoFile>;
  /** @throws StowageError `conflict.other` for a different table than the file names, unless that is allowed */
  restore(target: RestoreTarget, checked: CheckedUndoFile, elsewhere: 'refuse' | 'allow'): Promise<BulkJob>;
}

export interface RestoreTarget {
  readonly connectionId: string;
  readonly table: string;
}

export interface UndoFileDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly clock: Clock;
  /** Folder for lists of rows that no job has taken yet. */
  readonly planFolder: string;
  readonly find: (jobId: string) => BulkJob;
  /** Writes the list of rows that would undo an ended job. */
  readonly planUndo: (job: BulkJob, path: string) => Promise<PlanExtent>;
  /** Starts a job that restores the rows of a list. */
  readonly begin: (
    target: RestoreTarget & Pick<BulkHead, 'takesBack'>,
    take: (path: string) => Promise<PlanExtent>,
  ) => Promise<BulkJob>;
}

export function createUndoFiles(deps: UndoFileDeps): UndoFiles {
  const { accounts, sources, clock, planFolder, find, planUndo, begin } = deps;
  const checks = new Map<string, { readonly target: RestoreTarget; readonly checked: CheckedUndoFile }>();

  const save: UndoFiles['save'] = async (jobId, path) => {
    const job = find(jobId);
    job.checkUndoable();
    const { connectionId, table } = job.head;
    const account = await accounts.open(connectionId);
    const planPath = join(planFolder, newProcessFile('rows'));
    try {
      await mkdir(planFolder, { recursive: true, mode: 0o700 });
      const extent = await planUndo(job, planPath);
      const { rows } = extent;
      const target = { endpoint: endpointOf(account), table };
      await saveUndoFile(
        { format: 'stowage-undo', version: 1, ...target, change: titleOf(job.head), savedAtMs: clock.now(), rows },
        { path: planPath, extent },
        path,
      );
      return { rows };
    } catch (thrown) {
      throw localError(thrown, path);
    } finally {
      await rm(planPath, { force: true });
    }
  };
  const check: UndoFiles['check'] = async (target, path, options = {}) =>
    checkUndoFile(
      path,
      { account: await accounts.open(target.connectionId), table: target.table },
      {
        clock,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...options,
        planPath: join(planFolder, newProcessFile('rows')),
      },
    );
  const restore: UndoFiles['restore'] = async (target, checked, elsewhere) => {
    const { found } = checked;
    if (found.elsewhere.length > 0 && elsewhere === 'refuse') {
      const problem = t`the file belongs to ${found.file.table} at ${found.file.endpoint}.`;
      throw new StowageError('conflict.other', `Undo file: ${problem}`, { context: { problem } });
    }
    await accounts.openForWriting(target.connectionId);
    return begin({ ...target, takesBack: { kind: 'file', change: found.file.change } }, (path) => checked.take(path));
  };
  return {
    calls: {
      'bulk.save-undo': async ({ jobId, targetToken }) =>
        save(jobId, await pickedPath(sources, targetToken, 'export-undo')),
      'bulk.restore': async ({ previewId, elsewhere }) => {
        const known = checks.get(previewId);
        if (known === undefined) throw new StowageError('conflict.other', 'The check has not ended, or is gone.');
        return { jobId: (await restore(known.target, known.checked, elsewhere)).id };
      },
    },
    streams: {
      'bulk.check-undo-file': async ({ connectionId, table, previewId, sourceToken }, { signal, push }) => {
        const target = { connectionId, table };
        const checked = await check(target, await pickedPath(sources, sourceToken, 'undo-file'), {
          signal,
          onProgress: push,
        });
        checks.set(previewId, { target, checked });
        try {
          push(checked.found);
          await aborted(signal);
        } finally {
          checks.delete(previewId);
          await checked.dispose();
        }
      },
    },
    save,
    check,
    restore,
  };
}
