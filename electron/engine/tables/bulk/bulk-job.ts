// One bulk change from plan to end: writes its journal and results; can be paused, cancelled, resumed after a crash,
// retried for failed rows, and undone by another job of its kind. Its progress is in bulk-progress.ts.
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import type { Account, AccountSource } from '../../azure/account';
import type { Journal } from '../../journal/journal-file';
import type { Clock } from '../../ports';
import { localError } from '../../../disk/local-error';
import type { JobFolder } from '../../jobs/job-folder';
import { isEnded, isUnderway } from '../../jobs/lifecycle';
import type { RetryChoice } from '../../jobs/registry';
import { type JobLife, type JobRun, createJobLife } from '../jobs/job-life';
import { JournalledJob } from '../jobs/journalled-job';
import { isUnfinished } from '../jobs/jobs-of-kind';
import { historyOf } from './bulk-history';
import { BulkPlan } from './bulk-plan';
import { BulkProgress } from './bulk-progress';
import type { BulkHead, BulkRecord, ResultRecord } from './bulk-records';
import { runBulk } from './bulk-run';
import { listFreshRows } from './fresh-rows';
import type { PlanExtent } from './plan-file';
import { RateLimit } from '../jobs/rate-limit';
import { ResultsFile, readResults } from './results-file';
import type { RowRules } from './row-action';
import { RowStates } from './row-states';

export interface BulkJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<BulkRecord>;
  readonly changed: () => void;
  readonly log: (line: string) => void;
  /** Writes the plan of a job that restores rows. */
  readonly planRestoration: (head: BulkHead, account: Account, signal: AbortSignal) => Promise<PlanExtent>;
  /** Whether another job is restoring or has restored the rows that this one changed. */
  readonly isTakenBack: (jobId: string) => boolean;
  /** Records in another job that its changes were restored. */
  readonly noteUndone: (jobId: string) => Promise<void>;
}

/** Traffic counts that may be lost when the process is killed. */
const notesBetweenRecords = 64;
const longestJournal = 2000;

export class BulkJob extends JournalledJob {
  readonly id: string;
  readonly head: BulkHead;
  readonly #deps: BulkJobDeps;
  readonly #progress: BulkProgress;
  protected readonly life: JobLife;
  readonly #rate: RateLimit;
  #rowsPerSecond: number | null;
  readonly #plan: BulkPlan;
  /** The extent of a plan that is complete but not yet recorded. */
  #given: PlanExtent | null = null;
  #states = new RowStates();
  #attempt: 'first' | 'again';
  #retryCode: string | null = null;
  #notes = 0;
  #records = 0;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: BulkHead, records: readonly BulkRecord[], deps: BulkJobDeps) {
    super();
    this.id = head.id;
    this.head = head;
    this.#deps = deps;
    const { folder, clock, changed, log } = deps;
    const history = historyOf(head, records);
    this.#attempt = history.isNew ? 'first' : 'again';
    this.#plan = new BulkPlan(folder.path(head.id, 'rows'), history);
    this.#rowsPerSecond = history.rowsPerSecond;
    this.#rate = new RateLimit(clock, history.rowsPerSecond);
    this.#progress = new BulkProgress({
      head,
      history,
      clock,
      changed,
      isTakenBack: () => deps.isTakenBack(head.id),
    });
    this.life = createJobLife<BulkRecord>({
      id: head.id,
      head,
      folder,
      clock,
      changed,
      log,
      progress: this.#progress.job,
      work: (run) => this.#work(run),
      movingState: () => (this.extent === null && this.#given === null ? 'planning' : 'running'),
      endedRecord: (last) => ({ record: 'ended', view: last }),
    });
  }

  /** How much of the plan file is valid; null before the plan is complete. */
  get extent(): PlanExtent | null {
    return this.#plan.extent;
  }

  get rules(): RowRules {
    const { table, action, condition, readColumns } = this.head;
    return { table, action, condition, readColumns };
  }

  override view(): TableJob {
    return this.#progress.view();
  }

  /** Whether it is restoring what another job changed, or may resume that. */
  get isRestoring(): boolean {
    if (this.head.kind !== 'restore') return false;
    const view = this.view();
    return view.state === 'done' || isUnfinished(view);
  }

  override async resume(): Promise<void> {
    if (this.#progress.undo === 'used') throw inputError(this.id, t`This change was undone.`);
    await super.resume();
  }

  /** @param extent of an already complete plan */
  override async start(extent: PlanExtent | null = null): Promise<void> {
    this.#given = extent;
    await super.start();
  }

  /** Null for no limit. Takes effect with the next batch. */
  setRate(rowsPerSecond: number | null): void {
    this.#rowsPerSecond = rowsPerSecond;
    this.#rate.set(rowsPerSecond);
    this.#progress.showRate(rowsPerSecond);
  }

  /**
   * Reads the rows that failed for one cause again and retries them: alone in a cancelled job, otherwise with the
   * remaining rows. Throws `conflict.other` while the job runs.
   */
  override async retry({ code }: RetryChoice): Promise<void> {
    if (code === undefined) return this.resume();
    if (isUnderway(this.#progress.job.state) || this.#progress.job.state === 'paused')
      throw inputError(this.id, t`The change is still running. Wait until it is complete.`);
    if (this.#progress.undo === 'used') throw inputError(this.id, t`This change was undone.`);
    await this.life.ended();
    if (this.#progress.job.state === 'cancelled') this.#giveUpRest();
    this.#retryCode = code;
    await this.life.start();
  }

  /** Throws `conflict.other` if there is nothing to undo, or while the job may be resumed. */
  checkUndoable(): void {
    if (!isEnded(this.#progress.job.state)) {
      throw inputError(this.id, t`The change is not complete. Finish or cancel it first.`);
    }
    if (this.#progress.undo === 'none') throw inputError(this.id, t`No undo data was saved for this change.`);
    if (this.#progress.undo === 'used') throw inputError(this.id, t`This change has already been undone.`);
    if (!this.#progress.mayHaveWritten) throw inputError(this.id, t`The change wrote nothing.`);
  }

  /** Records that another job has restored the rows that this one changed. */
  async noteUndone(): Promise<void> {
    await this.life.ended();
    const { journal, release } = await this.#deps.folder.open(this.id);
    try {
      await journal.append([{ record: 'undone' }], 'synced');
    } finally {
      await release();
    }
    this.#progress.showUndone();
  }

  /** Counts the results of a run that was killed, or whose record does not include whether it wrote anything. */
  async recount(): Promise<void> {
    if (!this.#progress.isBehindResults) return;
    const states = new RowStates();
    for await (const record of readResults(this.#resultsPath)) states.take(record);
    this.#states = states;
    this.#showRows();
  }

  #giveUpRest(): void {
    if (this.extent === null) throw inputError(this.id, t`The change wrote nothing.`);
    this.#plan.giveUp();
  }

  get #resultsPath(): string {
    return this.#deps.folder.path(this.id, 'results');
  }

  async #planned(journal: Journal<BulkRecord>, extent: PlanExtent): Promise<void> {
    await journal.append([this.#plan.record(extent)], 'synced');
    this.#plan.complete(extent);
    this.#showRows();
  }

  async #work(run: JobRun<BulkRecord>): Promise<'done' | 'cancelled'> {
    try {
      await this.#change(run);
      if (!this.#plan.isWorkedOff(this.#states)) return 'cancelled';
      if (this.head.restores !== null) await this.#deps.noteUndone(this.head.restores);
      return 'done';
    } catch (thrown) {
      throw localError(thrown, this.#plan.path);
    }
  }

  async #change(run: JobRun<BulkRecord>): Promise<void> {
    const { journal, signal } = run;
    const { accounts, clock, planRestoration } = this.#deps;
    const account = await accounts.openForWriting(this.head.connectionId);
    if (this.extent === null) {
      await this.#planned(journal, this.#given ?? (await planRestoration(this.head, account, signal)));
    }
    const states = new RowStates();
    const results = await ResultsFile.open(this.#resultsPath, (record) => states.take(record));
    this.#states = states;
    try {
      await journal.append([{ record: 'rate', rowsPerSecond: this.#rowsPerSecond }], 'lazy');
      if (this.#retryCode !== null) await this.#listAgain(run, results, account);
      this.#progress.job.planned();
      this.#showRows();
      // Rows that an earlier undo restored are already as they should be.
      const attempt = this.head.kind === 'restore' ? 'again' : this.#attempt;
      this.#attempt = 'again';
      const { rules } = this;
      const rows = await this.#plan.rows();
      await runBulk({
        account: run.hold(account),
        rules,
        rows,
        states,
        attempt,
        clock,
        signal,
        rate: this.#rate,
        whileAllowed: run.whileAllowed,
        onResults: (records) => this.#note(records, results, journal),
        onSent: (more) => this.#progress.job.count(more),
        onThrottled: (throttled) => this.#progress.job.count({ throttled }),
        onPace: (pace) => this.#progress.job.set({ pace }),
      });
    } finally {
      await journal.append([this.#traffic()], 'lazy');
      await results.close();
    }
  }

  async #listAgain({ journal, signal }: JobRun<BulkRecord>, results: ResultsFile, account: Account): Promise<void> {
    const { table, action, query } = this.head;
    const code = this.#retryCode ?? '';
    this.#retryCode = null;
    const target = { account, table, signal };
    const extent = await this.#plan.soundExtent();
    const states = this.#states;
    const fresh = await listFreshRows({ target, path: this.#plan.path, extent, states, action, query, code });
    await this.#planned(journal, fresh.extent);
    await results.append(fresh.records);
    for (const record of fresh.records) states.take(record);
  }

  /** Results first: if the process is killed in between, only traffic counts are lost. */
  async #note(records: readonly ResultRecord[], results: ResultsFile, journal: Journal<BulkRecord>): Promise<void> {
    await results.append(records);
    for (const record of records) this.#states.take(record);
    this.#showRows();
    this.#notes += 1;
    if (this.#notes % notesBetweenRecords !== 0) return;
    this.#records += 1;
    if (this.#records % longestJournal === 0) await journal.compact(this.#shortRecords());
    else await journal.append([this.#traffic()], 'lazy');
  }

  #traffic(): BulkRecord {
    const { batches, requests, retries, throttled } = this.#progress.job.counts;
    return { record: 'traffic', batches, requests, retries, throttled };
  }

  /** Few records that lead to the same state. */
  #shortRecords(): BulkRecord[] {
    const planned = this.extent === null ? [] : [this.#plan.record(this.extent)];
    return [this.head, ...planned, { record: 'rate', rowsPerSecond: this.#rowsPerSecond }, this.#traffic()];
  }

  #showRows(): void {
    this.#progress.showRows(this.#states, this.extent?.rows ?? null);
  }
}

function inputError(jobId: string, problem: string): StowageError {
  return new StowageError('conflict.other', problem, { context: { job: jobId, problem } });
}
