// One copy of entities into a table, or the renaming of a table: creates the target, copies, verifies; a renaming then
// waits for the user's confirmation and deletes its source. Writes a journal throughout.
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { CopyRule, CopyVerdict } from '@shared/model/table-copy';
import { counted } from '@shared/strings/counted';
import { type Saying, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { localError } from '../../../disk/local-error';
import type { JobFolder } from '../../jobs/job-folder';
import { JobProgress } from '../jobs/job-progress';
import { JournalledJob } from '../jobs/journalled-job';
import { mayHaveHappened } from '../ambiguous-writes';
import { createTable, deleteTable } from '../table-admin';
import { countAccessPolicies, isTableGone } from './source-facts';
import { type CopyHead, type CopyRecord, noRows } from './copy-records';
import { type SettledPage, runCopy } from './copy-run';
import { type JobLife, type JobRun, createJobLife } from '../jobs/job-life';
import { firstView } from './first-view';
import { JournaledState } from './journaled-state';
import { removeRows } from './remove-rows';
import { settledRecord } from './settled-record';
import { copyFacts, verdictProblem } from './verdict-text';
import { comparedColumns, verifyCopy } from './verify-copy';

export interface CopyJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<CopyRecord>;
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

/** The state that the job's facts and note describe as text. */
export interface CopyReport {
  /** `confirm`: a verified renaming waits for the user before it deletes the source. */
  readonly stage: 'copying' | 'verifying' | 'confirm' | 'deleting' | 'ended';
  readonly written: number;
  /** Existing rows that were left unchanged. */
  readonly kept: number;
  /** Those of them whose content differs from the source. */
  readonly keptDifferent: number;
  readonly rejected: number;
  readonly verdict: CopyVerdict | null;
  /** Stored access policies of the source table, which are not copied; null if the service does not return them. */
  readonly accessPolicies: number | null;
}

/** Requests in flight while the source is read. */
const readConcurrency = 4;

export class CopyJob extends JournalledJob {
  readonly id: string;
  readonly head: CopyHead;
  readonly #deps: CopyJobDeps;
  readonly #state: JournaledState;
  readonly #progress: JobProgress;
  protected readonly life: JobLife;
  #stage: CopyReport['stage'];

  /** @param records of an earlier run; empty for a new job */
  constructor(head: CopyHead, records: readonly CopyRecord[], deps: CopyJobDeps) {
    super();
    this.id = head.id;
    this.head = head;
    this.#deps = deps;
    this.#state = new JournaledState(head, records);
    const { ended } = this.#state.now;
    this.#stage = ended === null || ended.state === 'interrupted' ? 'copying' : 'ended';
    const view = firstView(head, this.#state.now, records.length === 0 ? 'new' : 'recovered');
    this.#progress = new JobProgress(view, deps.clock, deps.changed, {
      facts: () => copyFacts(head, this.#state.now),
    });
    this.life = createJobLife<CopyRecord>({
      id: head.id,
      folder: deps.folder,
      progress: this.#progress,
      clock: deps.clock,
      head,
      work: (run) => this.#work(run),
      changed: deps.changed,
      log: deps.log,
      endedRecord: (last) => ({ record: 'ended', view: last }),
    });
  }

  report(): CopyReport {
    const { counts, verdict, accessPolicies } = this.#state.now;
    const { written, kept: retained, keptDifferent, rejected } = counts;
    return { stage: this.#stage, written, kept: retained, keptDifferent, rejected, verdict, accessPolicies };
  }

  /** Lets a verified renaming delete its source. @throws StowageError `conflict.other` unless it waits for this */
  async confirm(): Promise<void> {
    const waits = this.#stage === 'confirm' && this.#progress.state === 'paused';
    if (this.head.kind !== 'rename' || this.#state.now.verdict?.outcome !== 'same' || !waits) {
      throw new StowageError('conflict.other', 'Only a renaming that is verified can be confirmed.', {
        context: { job: this.id },
      });
    }
    const { folder } = this.#deps;
    const { journal, release } = await folder.open(this.id);
    const record = { record: 'confirmed' as const };
    try {
      await journal.append([record], 'synced');
    } catch (thrown) {
      throw localError(thrown, folder.path(this.id, 'jsonl'));
    } finally {
      await release();
    }
    this.#state.take(record);
    await this.life.start();
  }

  async #work(run: JobRun<CopyRecord>): Promise<'done' | 'waiting'> {
    const isRenaming = this.head.kind === 'rename';
    if (isRenaming && (await this.#isSourceGone(run))) {
      this.#enter('ended', () => '');
      return 'done';
    }
    if (this.#state.now.target !== 'ready') await this.#makeTarget(run);
    const { verdict } = this.#state.now;
    // After a negative verdict, a renaming copies again; a copy is only verified again.
    if (isRenaming && verdict !== null && verdict.outcome !== 'same') {
      await this.#state.note(run, { record: 'again' }, 'synced');
    }
    const isThrough = this.#state.now.stand?.next === null;
    if (!isThrough) await this.#copy(run);
    const problem = verdictProblem(await this.#verify(run), this.head);
    if (isRenaming && problem === null && !this.#state.now.isConfirmed) {
      this.#enter('confirm', () => t`Waiting for your confirmation to delete ${this.#sourceTable}`);
      return 'waiting';
    }
    if (isRenaming && problem === null) await this.#deleteSource(run);
    this.#stage = 'ended';
    if (problem !== null) throw problem;
    return 'done';
  }

  async #makeTarget(run: JobRun<CopyRecord>): Promise<void> {
    const { source, target } = this.head.request;
    const from = await this.#deps.accounts.open(source.connectionId);
    const to = await this.#deps.accounts.openForWriting(target.connectionId);
    const accessPolicies = await countAccessPolicies(from, source.query.table, run.signal);
    if (target.state === 'new') await this.#createTarget(run, to);
    await this.#state.note(run, { record: 'created', accessPolicies }, 'synced');
    this.#deps.changed();
  }

  /** A table that exists is ours only if an earlier run may have created it. */
  async #createTarget(run: JobRun<CopyRecord>, account: Account): Promise<void> {
    const isOurs = this.#state.now.target === 'creating';
    if (!isOurs) await this.#state.note(run, { record: 'creating' }, 'synced');
    try {
      await createTable(account, this.head.request.target.table, run.signal, this.#deps.clock);
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (isOurs && failure.code === 'conflict.exists') return;
      const isOpen = isOurs || mayHaveHappened(failure) || failure.kind === 'cancelled';
      if (!isOpen) await this.#state.note(run, { record: 'not-created' }, 'synced');
      throw failure;
    }
  }

  async #copy(run: JobRun<CopyRecord>): Promise<void> {
    const { source, target, rowsPerSecond } = this.head.request;
    const { accounts, clock } = this.#deps;
    const { stand: checkpoint, reached } = this.#state.now;
    this.#enter('copying', () => '');
    await runCopy({
      source: {
        account: run.hold(await accounts.open(source.connectionId)),
        query: { ...source.query, parallel: source.query.parallel ?? readConcurrency },
      },
      target: { account: run.hold(await accounts.openForWriting(target.connectionId)), table: target.table },
      rule: this.#rule,
      indexes: target.state === 'new' ? 'copied' : 'rejected',
      rowsPerSecond,
      clock,
      from: checkpoint,
      reached,
      signal: run.signal,
      whileAllowed: run.whileAllowed,
      onReach: (key) => this.#state.note(run, { record: 'reach', ...key }, 'lazy'),
      onSettled: (page) => this.#state.note(run, this.#settled(page), 'lazy'),
      onPace: (pace) => this.#progress.set({ pace }),
      onThrottled: (throttled) => this.#progress.count({ throttled }),
      onAnswer: () => this.#progress.answered(),
      onHoldBack: (ms) => this.#progress.holdsBack(ms),
    });
  }

  #settled(page: SettledPage): CopyRecord {
    const { rule, source } = this.head.request;
    return settledRecord(page, {
      before: this.#state.now.counts,
      retainedRows: rule === 'insert' ? 'reported' : 'counted',
      isCompared: comparedColumns(source.query.select),
      progress: this.#progress,
    });
  }

  async #verify(run: JobRun<CopyRecord>): Promise<CopyVerdict> {
    const { source, target } = this.head.request;
    const { accounts, clock } = this.#deps;
    const { stand: checkpoint, counts } = this.#state.now;
    const { rowsDone, rowsRejected } = this.#progress.counts;
    const rows = checkpoint?.rows ?? 0;
    const checked = (done: number): void =>
      this.#enter('verifying', () => t`Verifying ${formatCount(done)} of ${counted(rows, 'row')}`);
    this.#progress.set({ rowsTotal: rowsDone + rowsRejected, pace: null });
    checked(0);
    const { verdict, stale } = await verifyCopy({
      source: { account: await accounts.open(source.connectionId), query: source.query },
      target: { account: await accounts.open(target.connectionId), table: target.table },
      rule: this.#rule,
      read: { rows, hash: checkpoint?.hash ?? noRows },
      kept: { different: counts.keptDifferent, hash: counts.keptHash },
      madeTarget: target.state === 'new' ? 'yes' : 'no',
      clock,
      signal: run.signal,
      whileAllowed: run.whileAllowed,
      onProgress: checked,
    });
    // A renaming removes copies of rows that its source has lost; a copy only reports them.
    if (this.head.kind === 'rename' && stale.length > 0) await this.#removeStale(run, stale);
    await this.#state.note(run, { record: 'verdict', verdict }, 'synced');
    this.#deps.changed();
    return verdict;
  }

  async #removeStale({ signal }: JobRun<CopyRecord>, stale: readonly Entity[]): Promise<void> {
    const { connectionId, table } = this.head.request.target;
    this.#enter(
      'verifying',
      () => t`Removing ${counted(stale.length, 'row')} that no longer exist in ${this.#sourceTable}`,
    );
    const account = await this.#deps.accounts.openForWriting(connectionId);
    await removeRows({ account, table, clock: this.#deps.clock, signal }, stale);
  }

  /** Whether an earlier run deleted the source but ended before it could record that. */
  async #isSourceGone({ signal }: JobRun<CopyRecord>): Promise<boolean> {
    if (!this.#state.now.isConfirmed) return false;
    const account = await this.#deps.accounts.open(this.head.request.source.connectionId);
    return isTableGone(account, this.#sourceTable, signal);
  }

  async #deleteSource({ signal }: JobRun<CopyRecord>): Promise<void> {
    this.#enter('deleting', () => t`Deleting ${this.#sourceTable}`);
    const account = await this.#deps.accounts.openForWriting(this.head.request.source.connectionId);
    await deleteTable(account, this.#sourceTable, signal, this.#deps.clock);
  }

  #enter(stage: CopyReport['stage'], note: Saying): void {
    this.#stage = stage;
    this.#progress.set({ note, awaits: stage === 'confirm' ? 'confirmation' : null });
  }

  get #sourceTable(): string {
    return this.head.request.source.query.table;
  }

  /** A second pass replaces the rows that the first one wrote. */
  get #rule(): CopyRule {
    return this.#state.now.pass === 'again' ? 'replace' : this.head.request.rule;
  }
}
