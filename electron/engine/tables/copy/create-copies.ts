// Composes copying, renaming and comparing tables; answers the calls of the first two and finds the jobs of earlier
// runs.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import { wholeTable } from '@shared/model/table-query';
import type { CopyRequest } from '@shared/model/table-copy';
import { checkedFilter } from '@shared/query/key-filter';
import { checkNewTableName, checkTableName } from '@shared/query/key-rules';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { JobFolder } from '../../jobs/job-folder';
import { listOf } from '../../journal/journal-file';
import type { JobRegistry } from '../../jobs/registry';
import { JobsOfKind } from '../jobs/jobs-of-kind';
import { type CopyJobDeps, CopyJob } from './copy-job';
import { type CopyHead, type CopyRecord, copyRecord } from './copy-records';
import { countSource } from './count-source';
import { type DiffDeps, type Diffs, createDiffs } from '../diff/create-diffs';
import { recoverInTurn } from '../../jobs/recover-in-turn';

export interface Copies {
  readonly calls: Pick<CallHandlers<'engine'>, 'copies.start' | 'renames.start' | 'renames.confirm'>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'copies.preview'>;
  /** @throws StowageError `invalid.*` for the names or the query, `invalid.input` for copying a table onto itself */
  start(request: CopyRequest): Promise<CopyJob>;
  /** Renames a table; the job ends only after `confirm`. Throws like `start`. */
  rename(connectionId: string, table: string, to: string): Promise<CopyJob>;
  /** @throws StowageError `not-found.job` */
  get(jobId: string): CopyJob;
  /** Lists the copies of earlier runs. */
  recover(): Promise<void>;
}

export interface CopyDeps {
  readonly accounts: AccountSource;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly jobs: JobRegistry;
  readonly log: (line: string) => void;
}

const reportEveryMs = 250;

export function createCopies({ accounts, stateDir, clock, jobs, log }: CopyDeps): Copies {
  const folder = new JobFolder(join(stateDir, 'copies'), listOf(copyRecord));
  const known = new JobsOfKind<CopyJob, CopyRecord>(jobs, {
    folder,
    restore: (records) => {
      const [head] = records;
      return head?.record === 'copy' ? new CopyJob(head, records, jobDeps) : null;
    },
  });
  const jobDeps: CopyJobDeps = { accounts, clock, folder, log, changed: () => jobs.changed() };
  const begin = async (kind: CopyHead['kind'], request: CopyRequest): Promise<CopyJob> => {
    checkRequest(request);
    await accounts.open(request.source.connectionId);
    await accounts.openForWriting(request.target.connectionId);
    const id = randomUUID().slice(0, 8);
    const job = known.add(new CopyJob({ record: 'copy', id, kind, request, createdAtMs: clock.now() }, [], jobDeps));
    await job.start();
    return job;
  };
  const rename: Copies['rename'] = (connectionId, table, to) =>
    begin('rename', {
      source: { connectionId, query: wholeTable(table) },
      target: { connectionId, table: to, state: 'new' },
      rule: 'insert',
      rowsPerSecond: null,
    });
  return {
    calls: {
      'copies.start': async ({ request }) => ({ jobId: (await begin('copy', request)).id }),
      'renames.start': async ({ connectionId, table, to }) => ({ jobId: (await rename(connectionId, table, to)).id }),
      'renames.confirm': async ({ jobId }) => {
        const job = known.get(jobId);
        await accounts.openForWriting(job.head.request.source.connectionId);
        await job.confirm();
        return {};
      },
    },
    streams: {
      'copies.preview': async ({ source }, { signal, push }) => {
        const account = await accounts.open(source.connectionId);
        let lastReportMs = -Infinity;
        for await (const preview of countSource(account, source, { clock, signal })) {
          if (preview.state === 'counting' && clock.monotonic() - lastReportMs < reportEveryMs) continue;
          lastReportMs = clock.monotonic();
          push(preview);
        }
      },
    },
    start: (request) => begin('copy', request),
    rename,
    get: (jobId) => known.get(jobId),
    recover: async () => {
      await jobs.recover(known);
    },
  };
}

function checkRequest({ source, target }: CopyRequest): void {
  checkTableName(source.query.table);
  if (target.state === 'new') checkNewTableName(target.table);
  else checkTableName(target.table);
  checkedFilter(source.query);
  const isSame =
    source.connectionId === target.connectionId && source.query.table.toLowerCase() === target.table.toLowerCase();
  if (isSame) throw invalidInput('Target table', t`is the source itself.`, t`Choose another table.`);
}

export interface TableCopies {
  readonly calls: Copies['calls'] & Diffs['calls'];
  readonly streams: Copies['streams'] & Diffs['streams'];
  readonly copies: Copies;
  readonly diffs: Diffs;
  /** Lists the jobs of earlier runs. */
  recover(): Promise<void>;
  /** Removes the files of comparisons. Running jobs are interrupted by the list of jobs. */
  dispose(): Promise<void>;
}

export function createTableCopies(deps: CopyDeps & DiffDeps): TableCopies {
  const copies = createCopies(deps);
  const diffs = createDiffs(deps);
  return {
    calls: { ...copies.calls, ...diffs.calls },
    streams: { ...copies.streams, ...diffs.streams },
    copies,
    diffs,
    recover: () => recoverInTurn([copies, diffs]),
    dispose: () => diffs.dispose(),
  };
}
