// Exports of tables: jobs that write query results or chosen entities to files. Answers the export call of the contract
// and serves the command line, which names paths instead of tokens.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallHandlers } from '@shared/ipc/contract';
import type { ExportRequest, ExportSource } from '@shared/model/table-export';
import { defaultParallelRanges } from '@shared/model/table-query';
import { checkTableName } from '@shared/query/key-rules';
import { checkedFilter } from '@shared/query/key-filter';
import type { AccountSource } from '../../azure/account';
import { pickedPath } from '../../picked-path';
import type { Clock, SourceResolver } from '../../ports';
import { JobFolder } from '../../jobs/job-folder';
import { listOf } from '../../journal/journal-file';
import type { JobRegistry } from '../../jobs/registry';
import { JobsOfKind } from '../jobs/jobs-of-kind';
import { ExportJob, type ExportJobDeps } from './export-job';
import { type ExportHead, type ExportRecord, exportRecord } from './export-records';
import { createHandedRows } from './handed-rows';

export type ExportPlan = Omit<ExportRequest, 'targetToken'> & {
  readonly connectionId: string;
  /** Absolute path of the file. */
  readonly path: string;
};

export interface Exports {
  readonly calls: Pick<CallHandlers<'engine'>, 'exports.hand-over' | 'exports.start'>;
  /** Throws the StowageErrors of the query before anything is written. */
  start(plan: ExportPlan): Promise<ExportJob>;
  /** The newest unfinished export of this table into this file, of the connections that are meant; null for none. */
  unfinished(table: string, path: string, isMeant?: (connectionId: string) => boolean): ExportJob | null;
  /** Lists the exports of earlier runs. */
  recover(): Promise<void>;
}

export interface ExportDeps {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly jobs: JobRegistry;
  readonly log: (line: string) => void;
}

export function createExports({ accounts, sources, stateDir, clock, jobs, log }: ExportDeps): Exports {
  const folder = new JobFolder(join(stateDir, 'exports'), listOf(exportRecord));
  const handed = createHandedRows(join(stateDir, 'exports', 'handed'));
  const known = new JobsOfKind<ExportJob, ExportRecord>(jobs, {
    folder,
    restore: (records) => {
      const [head] = records;
      return head?.record === 'export' ? new ExportJob(head, records, jobDeps) : null;
    },
  });
  const jobDeps: ExportJobDeps = { accounts, clock, folder, log, changed: () => jobs.changed() };
  const start = async (plan: ExportPlan): Promise<ExportJob> => {
    const { connectionId, columns, format, decimals, path } = plan;
    const source = readAhead(plan.source);
    checkTableName(source.kind === 'query' ? source.query.table : source.table);
    if (source.kind === 'query') checkedFilter(source.query);
    const id = randomUUID().slice(0, 8);
    if (source.kind === 'rows') {
      await mkdir(join(stateDir, 'exports'), { recursive: true, mode: 0o700 });
      await handed.take(source.handId, source.rows, folder.path(id, 'rows'));
    }
    const head: ExportHead = {
      record: 'export',
      partKey: randomBytes(16).toString('hex'),
      id,
      connectionId,
      source,
      columns,
      format,
      path,
      ...(decimals === undefined ? {} : { decimals }),
      createdAtMs: clock.now(),
    };
    const job = known.add(new ExportJob(head, [], jobDeps));
    await job.start();
    return job;
  };
  return {
    calls: {
      'exports.hand-over': async ({ handId, rows }) => {
        await handed.add(handId, rows);
        return {};
      },
      'exports.start': async ({ connectionId, request }) => {
        const { targetToken, ...wanted } = request;
        const path = await pickedPath(sources, targetToken, 'export-rows');
        return { jobId: (await start({ connectionId, ...wanted, path })).id };
      },
    },
    start,
    unfinished: (table, path, isMeant = () => true) =>
      known.newestUnfinished(
        (job) => job.view().table === table && job.head.path === path && isMeant(job.head.connectionId),
      ),
    recover: async () => {
      await handed.recover();
      await jobs.recover(known);
    },
  };
}

/** Fewer rows than this are read just as fast page after page. */
const fewRows = 5_000;

/**
 * Key ranges are read in parallel; the rows still arrive in key order. The number is stored in the job, because the
 * continuation tokens in its journal depend on it.
 */
function readAhead(source: ExportSource): ExportSource {
  if (source.kind !== 'query' || (source.query.limit ?? Infinity) <= fewRows) return source;
  return { ...source, query: { parallel: defaultParallelRanges, ...source.query } };
}
