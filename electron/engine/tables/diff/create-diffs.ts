// Comparisons of tables: runs them, keeps their differences on disk until they are closed, exports and applies them.
import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { DiffPlan, DiffRequest, DiffStand } from '@shared/model/table-diff';
import { noDifferences } from '@shared/model/table-diff';
import { checkedFilter } from '@shared/query/key-filter';
import { checkTableName } from '@shared/query/key-rules';
import type { AccountSource } from '../../azure/account';
import { namesIn } from '../../../disk/if-there';
import { ownedElsewhere, takeOwnership } from '../../journal/owner-lock';
import { pickedPath } from '../../picked-path';
import type { Clock, SourceResolver } from '../../ports';
import type { JobLife } from '../jobs/job-life';
import type { ApplyPorts } from '../edit/apply';
import { createJobFolder } from '../jobs/job-folder';
import type { TableJobs } from '../jobs/table-jobs';
import { type ApplyJobDeps, createApplyJob } from './apply-job';
import { type ApplyHead, applyRecord } from './apply-records';
import { exportDifferences } from './diff-export';
import { type DiffReader, createDiffFiles, diffFilePaths, openDiffFiles } from './diff-files';
import { runDiff } from './run-diff';

export interface Diffs {
  readonly calls: Pick<
    CallHandlers<'engine'>,
    'diffs.page' | 'diffs.export' | 'diffs.plan' | 'diffs.apply' | 'diffs.close'
  >;
  readonly streams: Pick<StreamHandlers<'engine'>, 'diffs.run'>;
  /** Tells how it stands now and then; the last stand is complete. @throws StowageError of the queries, `local.*` */
  run(request: DiffRequest, signal: AbortSignal, push: (stand: DiffStand) => void): Promise<DiffStand>;
  /** @throws StowageError `conflict.other` while the comparison runs, `conflict.read-only` */
  apply(diffId: string, deletes: 'delete' | 'keep'): Promise<JobLife>;
  /** Makes the jobs of earlier runs known and removes what earlier comparisons left. */
  recover(): Promise<void>;
  /** Removes the files of all comparisons. */
  dispose(): Promise<void>;
}

export interface DiffDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly jobs: TableJobs;
  readonly log: (line: string) => void;
  /** Where changes are noted down so that they can be undone. */
  readonly ports: ApplyPorts;
}

interface OpenDiff {
  readonly request: DiffRequest;
  readonly reader: DiffReader;
  readonly stop: AbortController;
  readonly release: () => Promise<void>;
  stand: DiffStand;
}

const toldEveryMs = 250;
const fullBatch = 100;

export function createDiffs({ accounts, sources, stateDir, clock, jobs, log, ports }: DiffDeps): Diffs {
  const scratch = join(stateDir, 'diffs');
  const folder = createJobFolder(join(stateDir, 'diff-jobs'), applyRecord);
  const diffs = new Map<string, OpenDiff>();
  const known = new Set<string>();
  const jobDeps: ApplyJobDeps = { accounts, clock, folder, ports, changed: () => jobs.changed() };
  const pathOf = (id: string): string => join(scratch, id);
  const list = (job: JobLife): JobLife => {
    known.add(job.id);
    jobs.add(job, () => known.delete(job.id));
    return job;
  };
  const get = (diffId: string): OpenDiff => {
    const diff = diffs.get(diffId);
    if (diff === undefined) {
      throw new StowageError('not-found.session', 'There is no such comparison.', { context: { diff: diffId } });
    }
    return diff;
  };
  const complete = (diffId: string): OpenDiff => {
    const diff = get(diffId);
    if (diff.stand.state === 'complete') return diff;
    throw new StowageError('conflict.other', 'The comparison is not complete.', { context: { diff: diffId } });
  };
  const close = async (diffId: string): Promise<void> => {
    const diff = get(diffId);
    diffs.delete(diffId);
    diff.stop.abort();
    await diff.reader.close();
    await removeFiles(diffId);
    await diff.release();
  };
  const removeFiles = async (diffId: string): Promise<void> => {
    for (const path of diffFilePaths(pathOf(diffId))) await rm(path, { force: true });
  };

  const run: Diffs['run'] = async (request, signal, push) => {
    checkRequest(request);
    const left = await accounts.open(request.left.connectionId);
    const right = await accounts.open(request.right.connectionId);
    const id = randomUUID().slice(0, 8);
    const writer = await createDiffFiles(pathOf(id), scratch);
    const lock = await takeOwnership(`${pathOf(id)}.lock`);
    const reader = await openDiffFiles(pathOf(id));
    const stop = new AbortController();
    const halt = (): void => stop.abort();
    signal.addEventListener('abort', halt, { once: true });
    if (signal.aborted) halt();
    const stand: DiffStand = {
      ...{ diffId: id, state: 'reading', counts: noDifferences, leftRows: 0, rightRows: 0, requests: 0 },
      startedAtMs: clock.now(),
    };
    const diff: OpenDiff = { request, reader, stop, stand, release: async () => lock?.release() };
    diffs.set(id, diff);
    push(stand);
    let toldAtMs = clock.monotonic();
    try {
      for await (const piece of runDiff({ left, right, request, clock, signal: stop.signal })) {
        const { differences, ...progress } = piece;
        await writer.append(differences);
        diff.stand = { ...diff.stand, ...progress };
        if (clock.monotonic() - toldAtMs < toldEveryMs) continue;
        toldAtMs = clock.monotonic();
        push(diff.stand);
      }
      diff.stand = { ...diff.stand, state: 'complete' };
      push(diff.stand);
      return diff.stand;
    } finally {
      signal.removeEventListener('abort', halt);
      await writer.close();
    }
  };

  const plan = (diffId: string): DiffPlan => {
    const { counts } = complete(diffId).stand;
    const rows = counts.removed + counts.changed;
    return {
      ...{ inserts: counts.removed, replaces: counts.changed, deletes: counts.added },
      batches: Math.ceil(rows / fullBatch),
    };
  };

  const apply: Diffs['apply'] = async (diffId, deletes) => {
    const { request, stand } = complete(diffId);
    const { right, left, leaveOut } = request;
    await accounts.openForWriting(right.connectionId);
    const { added, removed, changed } = stand.counts;
    const id = randomUUID().slice(0, 8);
    const head: ApplyHead = {
      ...{ record: 'apply-diff', id, connectionId: right.connectionId, table: right.query.table },
      ...{ source: left.query.table, leaveOut, deletes, createdAtMs: clock.now() },
      differences: added + removed + changed,
      rows: removed + changed + (deletes === 'delete' ? added : 0),
    };
    await keepFiles(pathOf(diffId), folder.path(id, 'diff'), join(stateDir, 'diff-jobs'));
    const job = list(createApplyJob(head, [], jobDeps));
    await job.start();
    return job;
  };

  return {
    calls: {
      'diffs.page': async ({ diffId, kind, offset, limit }) => {
        const { reader } = get(diffId);
        const total = await reader.count(kind);
        return { total, differences: [...(await reader.page({ kind, offset, limit }))] };
      },
      'diffs.export': async ({ diffId, format, targetToken }) => {
        const { reader, request } = complete(diffId);
        const path = await pickedPath(sources, targetToken);
        return { rows: await exportDifferences(reader, path, format, new Set(request.leaveOut)) };
      },
      'diffs.plan': ({ diffId }) => plan(diffId),
      'diffs.apply': async ({ diffId, deletes }) => ({ jobId: (await apply(diffId, deletes)).id }),
      'diffs.close': async ({ diffId }) => {
        await close(diffId);
        return {};
      },
    },
    streams: {
      'diffs.run': async ({ request }, { signal, push }) => {
        await run(request, signal, push);
      },
    },
    run,
    apply,
    recover: async () => {
      await folder.recover((records) => {
        const [head] = records;
        if (head?.record === 'apply-diff' && !known.has(head.id)) list(createApplyJob(head, records, jobDeps));
      }, log);
      const names = await namesIn(scratch);
      for (const id of new Set(names.map((name) => name.split('.')[0] ?? ''))) {
        if (diffs.has(id) || (await ownedElsewhere(`${pathOf(id)}.lock`))) continue;
        await removeFiles(id);
        await rm(`${pathOf(id)}.lock`, { force: true });
      }
    },
    dispose: async () => {
      await Promise.all([...diffs.keys()].map((id) => close(id)));
    },
  };
}

/** The job outlives the comparison, so it has the files under names of its own. */
async function keepFiles(from: string, to: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const targets = diffFilePaths(to);
  await Promise.all(
    diffFilePaths(from).map(async (path, index) => {
      const target = targets[index] ?? '';
      // Some file systems know no hard links.
      await link(path, target).catch(() => copyFile(path, target));
    }),
  );
}

function checkRequest({ left, right }: DiffRequest): void {
  for (const { query } of [left, right]) {
    checkTableName(query.table);
    checkedFilter(query);
  }
}
