// Makes a table equal to another by applying the differences that were found: in pieces, resumable from a journal, with
// the previous rows in the undo records.
import { cancelled } from '@shared/errors';
import type { Difference } from '@shared/model/table-diff';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { type JobLife, type JobRun, createJobLife } from '../jobs/job-life';
import type { ApplyPorts } from '../edit/apply';
import type { JobFolder } from '../../jobs/job-folder';
import { JobProgress, newJobView } from '../jobs/job-progress';
import { applyPiece } from './apply-piece';
import type { ApplyHead, ApplyRecord } from './apply-records';
import { openDiffFiles } from './diff-files';

export interface ApplyJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<ApplyRecord>;
  readonly ports: ApplyPorts;
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

/** Differences that are in memory and in flight at the same time. */
const pieceRows = 400;

const titleOf = ({ table, source }: ApplyHead): string => t`Sync ${table} to match ${source}`;

/** @param records of an earlier run; empty for a new job */
export function createApplyJob(head: ApplyHead, records: readonly ApplyRecord[], deps: ApplyJobDeps): JobLife {
  const { id, connectionId, table, source, leaveOut, deletes, differences, rows, createdAtMs } = head;
  let next = 0;
  let counts = { applied: 0, alreadySo: 0, rejected: 0 };
  let view = newJobView({
    id,
    kind: 'apply-diff',
    connectionId,
    table,
    createdAtMs,
    source,
    target: table,
    title: titleOf(head),
  });
  view = { ...view, rowsTotal: rows };
  for (const record of records) {
    if (record.record === 'settled') {
      next = record.next;
      counts = { applied: record.applied, alreadySo: record.alreadySo, rejected: record.rejected };
      view = {
        ...view,
        rowsDone: record.applied + record.alreadySo,
        rowsRejected: record.rejected,
        failures: record.failures ?? view.failures,
        error: null,
        endedAtMs: null,
      };
    } else if (record.record === 'ended') view = record.view;
  }
  const isLeft = records.length > 0 && records[records.length - 1]?.record !== 'ended';
  const progress = new JobProgress(isLeft ? { ...view, state: 'interrupted' } : view, deps.clock, deps.changed, {
    title: () => titleOf(head),
  });

  const settle = async ({ journal }: JobRun<ApplyRecord>): Promise<void> => {
    const { failures } = progress.view();
    await journal.append(
      [{ record: 'settled', next, ...counts, ...(failures.length > 0 ? { failures } : {}) }],
      'lazy',
    );
  };
  const work = async (run: JobRun<ApplyRecord>): Promise<'done'> => {
    const account = await deps.accounts.openForWriting(connectionId);
    const target = { account, table, clock: deps.clock, signal: run.signal };
    const left = new Set(leaveOut);
    const isRequested = ({ kind }: Difference): boolean => kind !== 'added' || deletes === 'delete';
    const reader = await openDiffFiles(deps.folder.path(id, 'diff'));
    try {
      while (next < differences) {
        await run.whileAllowed();
        if (run.signal.aborted) throw cancelled();
        const page = await reader.page({ offset: next, limit: Math.min(pieceRows, differences - next) });
        const piece = await applyPiece(target, page.filter(isRequested), left, deps.ports);
        const { applied, alreadySo, rejected } = piece;
        for (const { difference, code, message } of rejected) {
          progress.failed(code, message, `${difference.partitionKey} / ${difference.rowKey}`);
        }
        progress.count({ rowsDone: applied + alreadySo, rowsRejected: rejected.length });
        next += page.length;
        counts = {
          applied: counts.applied + applied,
          alreadySo: counts.alreadySo + alreadySo,
          rejected: counts.rejected + rejected.length,
        };
        await settle(run);
      }
    } finally {
      await reader.close();
    }
    return 'done';
  };
  return createJobLife<ApplyRecord>({
    id,
    folder: deps.folder,
    progress,
    clock: deps.clock,
    head,
    work,
    changed: deps.changed,
    log: deps.log,
    endedRecord: (ended) => ({ record: 'ended', view: ended }),
  });
}
