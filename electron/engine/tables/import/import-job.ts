// One import from its check to its end: writes its journal, can be paused, stopped, and resumed after a crash.
import { readFile } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import type { Journal } from '../../journal/journal-file';
import { localError } from '../../../disk/local-error';
import { isSameFile } from '../../../disk/same-file';
import { type JobLife, type JobRun, createJobLife } from '../jobs/job-life';
import { JobProgress, leftBehind, newJobView } from '../jobs/job-progress';
import type { JobFolder } from '../../jobs/job-folder';
import { JournalledJob } from '../jobs/journalled-job';
import type { CheckedInput } from './check/check-input';
import { checkInThread } from './check-in-thread';
import type { CheckedInputs } from './checked-inputs';
import { DoneRows, rowsText, settledFacts } from './done-rows';
import { GroupedNotes } from '../jobs/life-journal';
import type { ImportHead, ImportRecord, SettledInput } from './import-records';
import { type SettledBatch, runImport } from './import-run';
import { hasChanceKeys } from './parts/row-mapping';
import { type InputBytes, type InputLocation, openInput } from './rows/input-text';
import type { RawRow } from './rows/raw-row';
import type { ReadingThreads } from './reading-threads';
import { RejectsFile } from './rejects-file';
import { SyncedNotes } from './waiting-rows';

export interface ImportJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<ImportRecord>;
  readonly scratchDir: string;
  readonly checked: CheckedInputs;
  readonly threads: ReadingThreads;
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

/** Number of journal records after which the journal is compacted. */
const longestJournal = 4000;

export class ImportJob extends JournalledJob {
  readonly id: string;
  readonly head: ImportHead;
  readonly rejects: RejectsFile;
  readonly #deps: ImportJobDeps;
  readonly #progress: JobProgress;
  protected readonly life: JobLife;
  #settled: SettledInput | null = null;
  #done = new DoneRows();
  #attempt: 'first' | 'again';
  #appended = 0;
  readonly #syncs = new SyncedNotes();
  #connectionId: string;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: ImportHead, records: readonly ImportRecord[], deps: ImportJobDeps) {
    super();
    this.id = head.id;
    this.head = head;
    this.#deps = deps;
    this.#connectionId = head.connectionId;
    this.#attempt = records.length === 0 && head.shard?.earlier !== 'yes' ? 'first' : 'again';
    this.rejects = new RejectsFile(deps.folder.path(head.id, 'rejected'));
    this.#progress = new JobProgress(this.#recoveredView(records), deps.clock, deps.changed, {
      facts: () =>
        this.#progress.isMoving ? [] : settledFacts(this.#done, this.#settledRows, this.#settled?.rows ?? 0),
    });
    this.life = createJobLife<ImportRecord>({
      id: head.id,
      folder: deps.folder,
      progress: this.#progress,
      clock: deps.clock,
      head,
      changed: deps.changed,
      log: deps.log,
      work: async (run) => {
        try {
          return await this.#work(run);
        } finally {
          await this.rejects.close();
        }
      },
      movingState: () => (this.#settled === null ? 'planning' : 'running'),
      endedRecord: (view) => ({ record: 'ended', view }),
    });
  }

  /** The result of the input's check; null before it. */
  get settled(): SettledInput | null {
    return this.#settled;
  }

  /** @param connectionId the connection's current id, if it changed since the first run */
  override resume(connectionId = this.#connectionId): Promise<void> {
    this.#connectionId = connectionId;
    return super.resume();
  }

  /**
   * Writes all rejected rows to `path` in the input's format. @returns how many
   * @throws StowageError `conflict.other` before the input was read, and if `path` leads to it; `local.*`
   */
  async saveRejected(path: string): Promise<number> {
    const settled = this.#settled;
    if (settled === null) throw new StowageError('conflict.other', 'The import has not read its input yet.');
    const { place: location } = this.head;
    if (location.kind === 'file' && (await isSameFile(path, location.path))) {
      const problem = t`this is the imported file. Choose another one for its rejected rows.`;
      throw new StowageError('conflict.other', `Rejected rows: ${problem}`, { context: { problem } });
    }
    try {
      return await this.rejects.writeOut(path, settled.reading, settled.headerCells);
    } catch (thrown) {
      const { code, message, context, cause } = StowageError.from(thrown);
      throw new StowageError(code, message, { context: { ...context, rejects: this.id }, cause });
    }
  }

  get #settledRows(): number {
    const { rowsDone, rowsRejected } = this.#progress.counts;
    return rowsDone + rowsRejected;
  }

  #recoveredView(records: readonly ImportRecord[]): TableJob {
    const { id, connectionId, table, name, createdAtMs } = this.head;
    let view = newJobView({
      id,
      kind: 'import',
      connectionId,
      table,
      createdAtMs,
      title: `${name} → ${table}`,
      source: name,
      target: table,
    });
    for (const record of records) {
      if (record.record === 'settled') this.#settled = record;
      else if (record.record === 'rows') {
        const { rowsDone, rowsRejected, batches, requests, retries, throttled, failures } = record;
        this.#done.addText(record.rows);
        view = {
          ...view,
          rowsDone,
          rowsRejected,
          batches,
          requests,
          retries,
          throttled,
          failures: failures ?? view.failures,
          state: 'running',
          error: null,
          endedAtMs: null,
        };
      } else if (record.record === 'ended') view = record.view;
    }
    view = { ...view, keepsRejectedRows: true };
    if (this.#settled !== null) view = { ...view, rowsTotal: this.#settled.rows, bytesTotal: this.#settled.bytes };
    return records.length > 0 ? leftBehind(view) : view;
  }

  async #work({ journal, signal, whileAllowed, hold }: JobRun<ImportRecord>): Promise<'done'> {
    const location = await this.#location();
    const input = await openInput(location);
    const { head, id } = this;
    const account = hold((await this.#deps.accounts.openForWriting(this.#connectionId)).direct());
    const isRestored = this.#settled !== null;
    const settled = this.#settled ?? (await this.#check(input, location, journal, signal));
    if (settled.bytes !== input.bytes || settled.modifiedAtMs !== input.modifiedAtMs) {
      throw new StowageError('conflict.source-changed', 'The input was changed after the import began.', {
        context: {
          source: input.name,
          plannedBytes: settled.bytes,
          nowBytes: input.bytes,
          problem: t`${input.name} was changed after its import started. Rows already written stay.`,
        },
      });
    }
    if (this.#attempt === 'again' && isRestored) await this.rejects.keepOnly((index) => this.#done.has(index));
    this.#progress.planned();
    this.#progress.set({ rowsTotal: settled.rows, bytesTotal: settled.bytes });
    const attempt = this.#attempt;
    this.#attempt = 'again';
    const notes = new GroupedNotes<SettledBatch>((group) => this.#note(group, journal));
    const { clock, threads } = this.#deps;
    await runImport({
      account,
      table: head.table,
      location,
      reading: settled.reading,
      settings: head.settings,
      columns: settled.columns,
      salt: head.shard?.salt ?? id,
      done: this.#done,
      attempt,
      begunAtMs: head.createdAtMs,
      clock,
      threads,
      signal,
      whileAllowed,
      keysRepeat: settled.repeatedKeys === 0 && !hasChanceKeys(head.settings, settled.columns) ? 'never' : 'perhaps',
      onSettled: (batch) => notes.add(batch),
      onRead: (bytesDone) => this.#progress.set({ bytesDone }),
      onThrottled: (throttled) => this.#progress.count({ throttled }),
      onPace: (pace) => this.#progress.set({ pace }),
    });
    return 'done';
  }

  async #check(
    input: InputBytes,
    location: InputLocation,
    journal: Journal<ImportRecord>,
    signal: AbortSignal,
  ): Promise<SettledInput> {
    const known = this.#deps.checked.find(input, this.head);
    const { report, columns, headerCells } = known ?? (await this.#readThrough(input, location, signal));
    const settled: SettledInput = {
      record: 'settled',
      reading: report.reading,
      columns: [...columns],
      headerCells: [...headerCells],
      rows: report.rows,
      repeatedKeys: report.duplicateKeys,
      bytes: input.bytes,
      modifiedAtMs: input.modifiedAtMs,
    };
    await journal.append([settled], 'synced');
    this.#settled = settled;
    return settled;
  }

  #readThrough(input: InputBytes, location: InputLocation, signal: AbortSignal): Promise<CheckedInput> {
    const { reading, settings } = this.head;
    const { scratchDir, threads } = this.#deps;
    const onProgress = (_rows: number, bytesDone: number): void =>
      this.#progress.set({ bytesDone, bytesTotal: input.bytes });
    return checkInThread(threads, { location, reading, settings, scratchDir }, { signal, onProgress });
  }

  /** Rejected rows first, then the record that they are settled: a kill in between repeats them but loses none. */
  async #note(group: readonly SettledBatch[], journal: Journal<ImportRecord>): Promise<void> {
    const rejected = group.flatMap((batch) => batch.rejected).sort((left, right) => left.row.index - right.row.index);
    await this.rejects.append(
      rejected.map(({ row, code, message }) => {
        return { index: row.index, line: row.line, code, message, raw: copiedRow(row.raw) };
      }),
    );
    const written = group.flatMap((batch) => batch.written);
    const indexes = [...written, ...rejected.map(({ row }) => row.index)];
    // Written before the count is reported, because a paused job lists them.
    for (const index of indexes) this.#done.add(index);
    this.#progress.count({
      rowsDone: written.length,
      rowsRejected: rejected.length,
      requests: sum(group.map(({ requests }) => requests)),
      retries: sum(group.map(({ retries }) => retries)),
      batches: sum(group.map(({ batches }) => batches)),
    });
    for (const { row, code, message } of rejected) this.#progress.failed(code, message, t`line ${row.line}`);
    this.#appended += 1;
    const record = this.#rowsRecord(rowsText(indexes), rejected.length > 0 ? 'with-failures' : 'counts-only');
    await journal.append([record], this.#syncs.next(indexes.length));
    if (this.#appended % longestJournal === 0) await journal.compact(this.#shortRecords());
  }

  #rowsRecord(rows: string, content: 'with-failures' | 'counts-only'): ImportRecord {
    const { rowsDone, rowsRejected, batches, requests, retries, throttled, failures } = this.view();
    const counts = { rowsDone, rowsRejected, batches, requests, retries, throttled };
    return { record: 'rows', rows, ...counts, ...(content === 'with-failures' ? { failures } : {}) };
  }

  /** The same state in three records. */
  #shortRecords(): ImportRecord[] {
    const settled = this.#settled === null ? [] : [this.#settled];
    return [this.head, ...settled, this.#rowsRecord(this.#done.text(), 'with-failures')];
  }

  async #location(): Promise<InputLocation> {
    const { place: location } = this.head;
    if (location.kind === 'file') return location;
    const path = this.#deps.folder.path(this.id, 'input');
    const text = await readFile(path, 'utf8').catch((thrown: unknown) => Promise.reject(localError(thrown, path)));
    return { kind: 'text', text };
  }
}

function copiedRow(raw: RawRow): string | string[] {
  return typeof raw === 'string' ? raw : [...raw];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
