// Comparisons of tables: run, paged through, exported, and applied by jobs that outlive them. Answers their calls.
import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { DiffPlan } from '@shared/model/table-diff';
import type { AccountSource } from '../../azure/account';
import { pickedPath } from '../../picked-path';
import type { Clock, SourceResolver } from '../../ports';
import type { JobLife } from '../jobs/job-life';
import type { ApplyPorts } from '../edit/apply';
import { JobFolder } from '../../jobs/job-folder';
import { listOf } from '../../journal/journal-file';
import type { JobRegistry } from '../../jobs/registry';
import { JobsOfKind } from '../jobs/jobs-of-kind';
import { fullBatch } from '../jobs/pace';
import { type ApplyJobDeps, createApplyJob } from './apply-job';
import { type ApplyHead, type ApplyRecord, applyRecord } from './apply-records';
import { exportDifferences } from './diff-export';
import { diffFilePaths } from './diff-files';
import { type OpenDiffs, createOpenDiffs } from './open-diffs';

export interface Diffs {
  readonly calls: Pick<
    CallHandlers<'engine'>,
    'diffs.page' | 'diffs.export' | 'diffs.plan' | 'diffs.apply' | 'diffs.close'
  >;
  readonly streams: Pick<StreamHandlers<'engine'>, 'diffs.run'>;
  readonly run: OpenDiffs['run'];
  /** @throws StowageError `conflict.other` while the comparison runs, `conflict.read-only` */
  apply(diffId: string, deletes: 'delete' | 'keep'): Promise<JobLife>;
  /** Lists the jobs of earlier runs and removes the files of earlier comparisons. */
  recover(): Promise<void>;
  /** Removes the files of all comparisons. */
  dispose(): Promise<void>;
}

export interface DiffDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly jobs: JobRegistry;
  readonly log: (line: string) => void;
  /** Where changes are recorded so that they can be undone. */
  readonly ports: ApplyPorts;
}

export function createDiffs({ accounts, sources, stateDir, clock, jobs, log, ports }: DiffDeps): Diffs {
  const diffs = createOpenDiffs({ accounts, clock, folder: join(stateDir, 'diffs') });
  const folder = new JobFolder(join(stateDir, 'diff-jobs'), listOf(applyRecord));
  const known = new JobsOfKind<JobLife, ApplyRecord>(jobs, {
    folder,
    restore: (records) => {
      const [head] = records;
      return head?.record === 'apply-diff' ? createApplyJob(head, records, jobDeps) : null;
    },
  });
  const jobDeps: ApplyJobDeps = { accounts, clock, folder, ports, log, changed: () => jobs.changed() };

  const plan = (diffId: string): DiffPlan => {
    const { counts } = diffs.complete(diffId).stand;
    const rows = counts.removed + counts.changed;
    return {
      inserts: counts.removed,
      replaces: counts.changed,
      deletes: counts.added,
      batches: Math.ceil(rows / fullBatch),
    };
  };

  const apply: Diffs['apply'] = async (diffId, deletes) => {
    const { request, stand: progress } = diffs.complete(diffId);
    const { right, left, leaveOut } = request;
    await accounts.openForWriting(right.connectionId);
    const { added, removed, changed } = progress.counts;
    const id = randomUUID().slice(0, 8);
    const head: ApplyHead = {
      record: 'apply-diff',
      id,
      connectionId: right.connectionId,
      table: right.query.table,
      source: left.query.table,
      leaveOut,
      deletes,
      createdAtMs: clock.now(),
      differences: added + removed + changed,
      rows: removed + changed + (deletes === 'delete' ? added : 0),
    };
    await keepFiles(diffs.pathOf(diffId), folder.path(id, 'diff'), join(stateDir, 'diff-jobs'));
    const job = known.add(createApplyJob(head, [], jobDeps));
    await job.start();
    return job;
  };

  return {
    calls: {
      'diffs.page': async ({ diffId, kind, offset, limit }) => {
        const { reader } = diffs.get(diffId);
        const total = await reader.count(kind);
        return { total, differences: [...(await reader.page({ kind, offset, limit }))] };
      },
      'diffs.export': async ({ diffId, format, targetToken }) => {
        const { reader, request } = diffs.complete(diffId);
        const path = await pickedPath(sources, targetToken, 'export-differences');
        return { rows: await exportDifferences(reader, path, format, new Set(request.leaveOut)) };
      },
      'diffs.plan': ({ diffId }) => plan(diffId),
      'diffs.apply': async ({ diffId, deletes }) => ({ jobId: (await apply(diffId, deletes)).id }),
      'diffs.close': async ({ diffId }) => {
        await diffs.close(diffId);
        return {};
      },
    },
    streams: {
      'diffs.run': async ({ request }, { signal, push }) => {
        await diffs.run(request, signal, push);
      },
    },
    run: (request, signal, push) => diffs.run(request, signal, push),
    apply,
    recover: async () => {
      try {
        await jobs.recover(known);
      } finally {
        await diffs.removeOrphans();
      }
    },
    dispose: () => diffs.closeAll(),
  };
}

/** The job outlives the comparison, so it stores the files under different names. */
async function keepFiles(from: string, to: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const targets = diffFilePaths(to);
  await Promise.all(
    diffFilePaths(from).map(async (path, index) => {
      const target = targets[index] ?? '';
      // Some file systems have no hard links.
      await link(path, target).catch(() => copyFile(path, target));
    }),
  );
}
