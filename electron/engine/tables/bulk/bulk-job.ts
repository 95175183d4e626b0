// One bulk change from its plan to its end: keeps its journal and results, can pause, stop, go on after the program was
// killed, try failed rows again, and be undone by a job of the same kind.
import { stat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { BulkStanding } from '@shared/model/table-bulk';
import type { TableJob } from '@shared/model/table-job';
import type { Account, AccountSource } from '../../azure/account';
import type { Journal } from '../../journal/journal-file';
import type { Clock } from '../../ports';
import { localError } from '../../transfers/local-error';
import type { JobFolder } from '../jobs/job-folder';
import { JobProgress, newJobView } from '../jobs/job-progress';
import { PauseGate } from '../jobs/pause-gate';
import { type ListedJob, isRunning } from '../jobs/table-jobs';
import type { BulkHead, BulkRecord, ResultRecord } from './bulk-records';
import { runBulk } from './bulk-run';
import { factsOf } from './describe-action';
import { listFreshRows } from './fresh-rows';
import { type PlanExtent, plannedRows } from './plan-file';
import { RateLimit } from './rate-limit';
import { ResultsFile, readResults } from './results-file';
import type { RowRules } from './row-action';
import { RowStates } from './row-states';

export interface BulkJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<BulkRecord>;
  readonly changed: () => void;
  /** Writes the plan of a restoration. */
  readonly planRestoration: (head: BulkHead, account: Account, signal: AbortSignal) => Promise<PlanExtent>;
}

/** Notes of traffic that may be lost with a kill. */
const notesBetweenRecords = 64;
const longestJournal = 2000;

export class BulkJob implements ListedJob {
  readonly id: string;
  readonly head: BulkHead;
  readonly #deps: BulkJobDeps;
  readonly #progress: JobProgress;
  readonly #gate = new PauseGate();
  readonly #rate: RateLimit;
  #rowsPerSecond: number | null;
  #extent: PlanExtent | null = null;
  #states = new RowStates();
  #attempt: 'first' | 'again';
  #undo: BulkStanding['undo'];
  #retryCode: string | null = null;
  #running: Promise<void> | null = null;
  #stop = new AbortController();
  #ending: 'cancelled' | 'interrupted' = 'interrupted';
  #notes = 0;
  #records = 0;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: BulkHead, records: readonly BulkRecord[], deps: BulkJobDeps) {
    this.id = head.id;
    this.head = head;
    this.#deps = deps;
    this.#attempt = records.length === 0 ? 'first' : 'again';
    this.#rowsPerSecond = head.rowsPerSecond;
    this.#undo = head.undo === 'keep' ? 'kept' : 'none';
    const { id, kind, connectionId, table, title, createdAtMs } = head;
    let view = newJobView({ id, kind, connectionId, table, title, source: table, target: table, createdAtMs });
    for (const record of records) {
      if (record.record === 'planned') this.#extent = { rows: record.rows, bytes: record.bytes };
      else if (record.record === 'rate') this.#rowsPerSecond = record.rowsPerSecond;
      else if (record.record === 'undone') this.#undo = 'used';
      else if (record.record === 'ended') view = record.view;
      else if (record.record === 'traffic') {
        const { batches, requests, retries, throttled } = record;
        view = { ...view, batches, requests, retries, throttled, state: 'running', error: null, endedAtMs: null };
      }
    }
    if (records.length > 0 && isRunning(view.state)) view = { ...view, state: 'interrupted' };
    this.#rate = new RateLimit(this.#rowsPerSecond, deps.clock);
    this.#progress = new JobProgress({ ...view, ...this.#shown() }, deps.clock, deps.changed);
  }

  /** How much of the plan counts; null before it is complete. */
  get extent(): PlanExtent | null {
    return this.#extent;
  }

  get rules(): RowRules {
    const { table, action, condition, readColumns } = this.head;
    return { table, action, condition, readColumns };
  }

  view(): TableJob {
    return this.#progress.view();
  }

  pause(): void {
    if (this.#progress.state !== 'running') return;
    this.#gate.close();
    this.#progress.set({ state: 'paused' });
  }

  async resume(): Promise<void> {
    if (this.#running !== null) {
      if (this.#progress.state !== 'paused') return;
      this.#progress.set({ state: 'running' });
      this.#gate.open();
      return;
    }
    if (['done', 'cancelled'].includes(this.#progress.state)) throw ended(this.id, 'This change has ended.');
    if (this.#undo === 'used') throw ended(this.id, 'This change was undone.');
    await this.start();
  }

  /** @param extent of a plan that is complete already */
  async start(extent: PlanExtent | null = this.#extent): Promise<void> {
    this.#stop = new AbortController();
    this.#ending = 'interrupted';
    const { journal, records, release } = await this.#deps.folder.open(this.id);
    if (records.length === 0) await journal.append([this.head], 'synced');
    if (extent !== null && this.#extent === null) await this.#planned(journal, extent);
    this.#progress.set({ state: this.#extent === null ? 'planning' : 'running', error: null, endedAtMs: null });
    this.#gate.open();
    this.#running = this.#run(journal)
      .then(
        () => this.#finish(journal, null),
        (thrown: unknown) => this.#finish(journal, localError(thrown, this.#path('rows'))),
      )
      .finally(async () => {
        this.#running = null;
        await release();
        this.#deps.changed();
      });
  }

  /** Resolves when it has ended or was interrupted. */
  async ended(): Promise<TableJob> {
    await this.#running;
    return this.view();
  }

  async cancel(): Promise<void> {
    if (this.#running !== null) await this.#halt('cancelled');
    else if (this.#progress.state === 'interrupted' || this.#progress.state === 'failed') {
      this.#progress.end('cancelled', null);
      await this.#noteAtRest({ record: 'ended', view: this.view() });
    }
  }

  interrupt(): Promise<void> {
    return this.#halt('interrupted');
  }

  forget(): Promise<void> {
    return this.#deps.folder.remove(this.id);
  }

  /** Null for no limit. Holds from the next batch. */
  setRate(rowsPerSecond: number | null): void {
    this.#rowsPerSecond = rowsPerSecond;
    this.#rate.set(rowsPerSecond);
    this.#progress.set({ ...this.#shown() });
  }

  /** Reads the rows that failed for this cause again and tries them. Throws `conflict.other` while it runs. */
  async retry(code: string): Promise<void> {
    if (this.#running !== null) throw ended(this.id, 'The change is still running. Wait until it has ended.');
    if (this.#undo === 'used') throw ended(this.id, 'This change was undone.');
    this.#retryCode = code;
    await this.start();
  }

  /** Marks it as undone, once. Throws `conflict.other` where there is nothing to undo, or while it may go on. */
  async giveToUndo(): Promise<void> {
    if (this.#running !== null || this.#progress.state === 'interrupted') {
      throw ended(this.id, 'The change has not ended. Finish or cancel it first.');
    }
    if (this.#undo === 'none') throw ended(this.id, 'Nothing was kept to undo this change.');
    if (this.#undo === 'used') throw ended(this.id, 'This change was undone already.');
    await this.#noteAtRest({ record: 'undone' });
    this.#undo = 'used';
    this.#progress.set({ ...this.#shown() });
  }

  /** Counts the results of a run that was killed. */
  async recount(): Promise<void> {
    if (this.#progress.state !== 'interrupted') return;
    const states = new RowStates();
    for await (const { record } of readResults(this.#path('results'))) states.take(record);
    this.#states = states;
    this.#showRows();
  }

  #path(suffix: 'rows' | 'results'): string {
    return this.#deps.folder.path(this.id, suffix);
  }

  async #halt(ending: 'cancelled' | 'interrupted'): Promise<void> {
    this.#ending = ending;
    this.#stop.abort();
    this.#gate.open();
    await this.#running;
  }

  async #noteAtRest(record: BulkRecord): Promise<void> {
    const { journal, release } = await this.#deps.folder.open(this.id);
    await journal.append([record], 'synced');
    await release();
  }

  async #planned(journal: Journal<BulkRecord>, extent: PlanExtent): Promise<void> {
    await journal.append([{ record: 'planned', ...extent }], 'synced');
    this.#extent = extent;
    this.#showRows();
  }

  async #run(journal: Journal<BulkRecord>): Promise<void> {
    const { accounts, clock, planRestoration } = this.#deps;
    const { signal } = this.#stop;
    const account = await accounts.openForWriting(this.head.connectionId);
    if (this.#extent === null) await this.#planned(journal, await planRestoration(this.head, account, signal));
    const states = new RowStates();
    const results = await ResultsFile.open(this.#path('results'), (record) => states.take(record));
    this.#states = states;
    try {
      await journal.append([{ record: 'rate', rowsPerSecond: this.#rowsPerSecond }], 'lazy');
      if (this.#retryCode !== null) await this.#listAgain(journal, results, account);
      this.#progress.set({ state: this.#gate.isOpen ? 'running' : 'paused' });
      this.#showRows();
      const attempt = this.#attempt;
      this.#attempt = 'again';
      const { rules } = this;
      const rows = plannedRows(this.#path('rows'), await this.#soundExtent());
      await runBulk({
        ...{ account, rules, rows, states, attempt, clock, signal, rate: this.#rate },
        whileAllowed: () => this.#gate.whileOpen(),
        onResults: (records) => this.#note(records, results, journal),
        onSent: (more) => this.#progress.count(more),
        onThrottled: (throttled) => this.#progress.count({ throttled }),
        onPace: (pace) => this.#progress.set({ pace }),
      });
    } finally {
      await results.close();
    }
  }

  async #listAgain(journal: Journal<BulkRecord>, results: ResultsFile, account: Account): Promise<void> {
    const { table, action, query } = this.head;
    const code = this.#retryCode ?? '';
    this.#retryCode = null;
    const target = { account, table, signal: this.#stop.signal };
    const extent = await this.#soundExtent();
    const states = this.#states;
    const fresh = await listFreshRows({ target, path: this.#path('rows'), extent, states, action, query, code });
    await this.#planned(journal, fresh.extent);
    await results.append(fresh.records);
    for (const record of fresh.records) states.take(record);
  }

  async #soundExtent(): Promise<PlanExtent> {
    const path = this.#path('rows');
    const found = await stat(path).catch(() => null);
    if (this.#extent === null || found === null || found.size < this.#extent.bytes) {
      throw new StowageError('local.io', 'The list of rows is incomplete.', { context: { path } });
    }
    return this.#extent;
  }

  /** Results first: a kill in between costs counts of traffic only. */
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
    const { batches, requests, retries, throttled } = this.view();
    return { record: 'traffic', batches, requests, retries, throttled };
  }

  /** The same standing in few records. */
  #shortRecords(): BulkRecord[] {
    const planned: BulkRecord[] = this.#extent === null ? [] : [{ record: 'planned', ...this.#extent }];
    return [this.head, ...planned, { record: 'rate', rowsPerSecond: this.#rowsPerSecond }, this.#traffic()];
  }

  #showRows(): void {
    const states = this.#states;
    const { rowsDone, rowsRejected } = this.view();
    const done = states.count('written') + states.count('unchanged');
    const rejected = states.count('failed');
    const rowsTotal = this.#extent === null ? null : this.#extent.rows - states.count('retried');
    this.#progress.set({ rowsTotal, failures: states.failures(), ...this.#shown() });
    this.#progress.count({ rowsDone: done - rowsDone, rowsRejected: rejected - rowsRejected });
  }

  #standing(): BulkStanding {
    return {
      rowsUnchanged: this.#states.count('unchanged'),
      rowsPerSecondAllowed: this.#rowsPerSecond,
      undo: this.#undo,
    };
  }

  #shown(): Pick<TableJob, 'bulk' | 'facts'> {
    const bulk = this.#standing();
    return { bulk, facts: factsOf(bulk) };
  }

  async #finish(journal: Journal<BulkRecord>, failure: StowageError | null): Promise<void> {
    if (failure === null) this.#progress.end('done', null);
    else if (failure.kind === 'cancelled' || this.#stop.signal.aborted) this.#progress.end(this.#ending, null);
    else this.#progress.end('failed', failure.toShape());
    const { state } = this.#progress;
    await journal.append(
      state === 'interrupted' ? [this.#traffic()] : [{ record: 'ended', view: this.view() }],
      'synced',
    );
  }
}

function ended(jobId: string, problem: string): StowageError {
  return new StowageError('conflict.other', problem, { context: { job: jobId } });
}
