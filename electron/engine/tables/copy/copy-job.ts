// One copy of entities into a table, or the renaming of a table: creates the target, copies, verifies; a renaming then
// waits for a person's confirmation and deletes its source. Keeps a journal throughout.
import { StowageError } from '@shared/errors';
import type { CopyVerdict } from '@shared/model/table-copy';
import { counted } from '@shared/strings/counted';
import { type Saying, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { localError } from '../../../disk/local-error';
import type { JobFolder } from '../jobs/job-folder';
import { JobProgress, newJobView } from '../jobs/job-progress';
import { mayHaveHappened } from '../lost-reply';
import { createTable, deleteTable } from '../table-admin';
import { countAccessPolicies } from './access-policies';
import { type CopyHead, type CopyRecord, noRows } from './copy-records';
import { runCopy } from './copy-run';
import { type CopyStanding, newStanding, recordsOf, standingAfter } from './copy-standing';
import { type JobLife, type JobRun, createJobLife } from '../jobs/job-life';
import { removeRows } from './remove-rows';
import { settledRecord } from './settled-record';
import { isTableGone } from './table-gone';
import { copyFacts, verdictProblem } from './verdict-words';
import { comparedColumns, verifyCopy } from './verify-copy';

export interface CopyJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<CopyRecord>;
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

/** The state that the job's facts and note describe in words. */
export interface CopyReport {
  /** `confirm`: a verified renaming waits for a person before it deletes the source. */
  readonly stage: 'copying' | 'verifying' | 'confirm' | 'deleting' | 'ended';
  readonly written: number;
  /** Existing rows that were left unchanged. */
  readonly kept: number;
  /** Those of them whose content differs from the source. */
  readonly keptDifferent: number;
  readonly rejected: number;
  readonly verdict: CopyVerdict | null;
  /** Stored access policies of the source table, which are not copied; null if the service does not tell. */
  readonly accessPolicies: number | null;
}

export interface CopyJob extends JobLife {
  readonly head: CopyHead;
  report(): CopyReport;
  /** Lets a verified renaming delete its source. @throws StowageError `conflict.other` unless it waits for this */
  confirm(): Promise<void>;
}

/** The number of records after which the journal is compacted. */
const longestJournal = 2000;
/** Requests in flight while the source is read. */
const readConcurrency = 4;

/** @param records of an earlier run; empty for a new job */
export function createCopyJob(head: CopyHead, records: readonly CopyRecord[], deps: CopyJobDeps): CopyJob {
  const { id, kind, request, createdAtMs } = head;
  const { source, target } = request;
  let standing = records.reduce(standingAfter, newStanding);
  const isUnderWay = standing.ended === null || standing.ended.state === 'interrupted';
  let stage: CopyReport['stage'] = isUnderWay ? 'copying' : 'ended';
  let appended = 0;
  const isCompared = comparedColumns(source.query.select);
  const fresh = newJobView({
    // The table it writes to; the title names the source.
    id,
    kind,
    connectionId: target.connectionId,
    table: target.table,
    createdAtMs,
    title: `${source.query.table} → ${target.table}`,
    source: source.query.table,
    target: target.table,
  });
  const view = standing.ended ?? { ...fresh, ...countsShown(standing), state: 'running' as const };
  const isLeft = records.length > 0 && standing.ended === null;
  const progress = new JobProgress(
    isLeft ? { ...view, state: 'interrupted', awaits: null } : view,
    deps.clock,
    deps.changed,
    { facts: () => copyFacts(head, standing) },
  );

  const note = async (run: JobRun<CopyRecord>, record: CopyRecord, durability: 'lazy' | 'synced'): Promise<void> => {
    standing = standingAfter(standing, record);
    appended += 1;
    if (appended % longestJournal === 0) await run.journal.compact(recordsOf(head, standing));
    else await run.journal.append([record], durability);
  };
  const enter = (next: CopyReport['stage'], words: Saying): void => {
    stage = next;
    progress.set({ note: words, awaits: next === 'confirm' ? 'confirmation' : null });
  };

  const makeTarget = async (run: JobRun<CopyRecord>): Promise<void> => {
    const from = await deps.accounts.open(source.connectionId);
    const to = await deps.accounts.openForWriting(target.connectionId);
    const accessPolicies = await countAccessPolicies(from, source.query.table, run.signal);
    if (target.state === 'new') {
      const isOurs = standing.target === 'creating';
      if (!isOurs) await note(run, { record: 'creating' }, 'synced');
      await createTable(to, target.table, run.signal, deps.clock).catch(async (thrown: unknown) => {
        const failure = StowageError.from(thrown);
        if (isOurs && failure.code === 'conflict.exists') return;
        const isOpen = isOurs || mayHaveHappened(failure) || failure.kind === 'cancelled';
        if (!isOpen) await note(run, { record: 'not-created' }, 'synced');
        throw failure;
      });
    }
    await note(run, { record: 'created', accessPolicies }, 'synced');
    deps.changed();
  };

  const copy = async (run: JobRun<CopyRecord>): Promise<void> => {
    enter('copying', () => '');
    await runCopy({
      source: {
        account: run.hold(await deps.accounts.open(source.connectionId)),
        query: { ...source.query, parallel: source.query.parallel ?? readConcurrency },
      },
      target: { account: run.hold(await deps.accounts.openForWriting(target.connectionId)), table: target.table },
      rule: standing.pass === 'again' ? 'replace' : request.rule,
      rowsPerSecond: request.rowsPerSecond,
      clock: deps.clock,
      from: standing.stand,
      reached: standing.reached,
      signal: run.signal,
      whileAllowed: run.whileAllowed,
      onReach: (key) => note(run, { record: 'reach', ...key }, 'lazy'),
      onSettled: (page) => {
        const keptRows = request.rule === 'insert' ? 'reported' : 'counted';
        const record = settledRecord(page, { before: standing.counts, keptRows, isCompared, progress });
        return note(run, record, 'lazy');
      },
      onPace: (pace) => progress.set({ pace }),
      onThrottled: (throttled) => progress.count({ throttled }),
      onAnswer: () => progress.answered(),
      onHoldBack: (ms) => progress.holdsBack(ms),
    });
  };

  const verify = async (run: JobRun<CopyRecord>): Promise<CopyVerdict> => {
    const { stand } = standing;
    const rows = stand?.rows ?? 0;
    const checked = (done: number): void =>
      enter('verifying', () => t`Checking ${formatCount(done)} of ${counted(rows, 'row')}`);
    progress.set({ rowsTotal: progress.counts.rowsDone + progress.counts.rowsRejected, pace: null });
    checked(0);
    const { verdict, stale } = await verifyCopy({
      source: { account: await deps.accounts.open(source.connectionId), query: source.query },
      target: { account: await deps.accounts.open(target.connectionId), table: target.table },
      rule: standing.pass === 'again' ? 'replace' : request.rule,
      read: { rows, hash: stand?.hash ?? noRows },
      kept: { different: standing.counts.keptDifferent, hash: standing.counts.keptHash },
      madeTarget: target.state === 'new' ? 'yes' : 'no',
      clock: deps.clock,
      signal: run.signal,
      whileAllowed: run.whileAllowed,
      onProgress: checked,
    });
    // A renaming removes copies of rows that its source has lost; a copy only reports them.
    if (kind === 'rename' && stale.length > 0) {
      enter('verifying', () => t`Removing ${counted(stale.length, 'row')} that ${source.query.table} no longer has`);
      const account = await deps.accounts.openForWriting(target.connectionId);
      await removeRows({ account, table: target.table, clock: deps.clock, signal: run.signal }, stale);
    }
    await note(run, { record: 'verdict', verdict }, 'synced');
    deps.changed();
    return verdict;
  };

  /** Whether an earlier run deleted the source but ended before it could record that. */
  const isSourceGone = async (run: JobRun<CopyRecord>): Promise<boolean> => {
    if (!standing.isConfirmed) return false;
    return isTableGone(await deps.accounts.open(source.connectionId), source.query.table, run.signal);
  };

  const work = async (run: JobRun<CopyRecord>): Promise<'done' | 'waiting'> => {
    if (kind === 'rename' && (await isSourceGone(run))) {
      enter('ended', () => '');
      return 'done';
    }
    if (standing.target !== 'ready') await makeTarget(run);
    const { verdict } = standing;
    // After a negative verdict, a renaming copies again; a copy is only verified again.
    if (kind === 'rename' && verdict !== null && verdict.outcome !== 'same') {
      await note(run, { record: 'again' }, 'synced');
    }
    const isThrough = standing.stand?.next === null;
    if (!isThrough) await copy(run);
    const found = await verify(run);
    const problem = verdictProblem(found, head);
    if (problem !== null) {
      stage = 'ended';
      throw problem;
    }
    if (kind === 'copy') {
      stage = 'ended';
      return 'done';
    }
    if (!standing.isConfirmed) {
      enter('confirm', () => t`Waits for your word to delete ${source.query.table}`);
      return 'waiting';
    }
    enter('deleting', () => t`Deleting ${source.query.table}`);
    await deleteTable(
      await deps.accounts.openForWriting(source.connectionId),
      source.query.table,
      run.signal,
      deps.clock,
    );
    stage = 'ended';
    return 'done';
  };

  const life = createJobLife<CopyRecord>({
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
  return {
    ...life,
    head,
    report: () => {
      const { counts, verdict, accessPolicies } = standing;
      const { written, kept, keptDifferent, rejected } = counts;
      return { stage, written, kept, keptDifferent, rejected, verdict, accessPolicies };
    },
    confirm: async () => {
      const waits = stage === 'confirm' && progress.state === 'paused';
      if (kind !== 'rename' || standing.verdict?.outcome !== 'same' || !waits) {
        throw new StowageError('conflict.other', 'Only a renaming that is verified can be confirmed.', {
          context: { job: id },
        });
      }
      const { journal, release } = await deps.folder.open(id);
      const record = { record: 'confirmed' as const };
      try {
        await journal.append([record], 'synced');
      } catch (thrown) {
        throw localError(thrown, deps.folder.path(id, 'jsonl'));
      } finally {
        await release();
      }
      standing = standingAfter(standing, record);
      await life.start();
    },
  };
}

function countsShown({ counts, failures }: CopyStanding): Partial<ReturnType<typeof newJobView>> {
  const { written, rejected, batches, requests, retries, throttled } = counts;
  return { rowsDone: written, rowsRejected: rejected, batches, requests, retries, throttled, failures: [...failures] };
}
