// One import from its check to its end: keeps its journal, can pause, stop, and go on after the program was killed.
import { readFile } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import type { Journal } from '../../journal/journal-file';
import { localError } from '../../transfers/local-error';
import { JobProgress, newJobView } from '../jobs/job-progress';
import type { JobFolder } from '../jobs/job-folder';
import { PauseGate } from '../jobs/pause-gate';
import { type ListedJob, isRunning } from '../jobs/table-jobs';
import { checkInput } from './check-input';
import { DoneRows, rowsText } from './done-rows';
import type { ImportHead, ImportRecord, SettledInput } from './import-records';
import { type SettledBatch, runImport } from './import-run';
import { type InputBytes, openInput } from './input-text';
import { RejectsFile } from './rejects-file';
import { readerFor } from './row-reader';

export interface ImportJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<ImportRecord>;
  readonly scratchDir: string;
  readonly changed: () => void;
}

/** Records of the journal before it is written anew, shorter. */
const longestJournal = 4000;

export class ImportJob implements ListedJob {
  readonly id: string;
  readonly head: ImportHead;
  readonly rejects: RejectsFile;
  readonly #deps: ImportJobDeps;
  readonly #progress: JobProgress;
  readonly #gate = new PauseGate();
  #settled: SettledInput | null = null;
  #done = new DoneRows();
  #attempt: 'first' | 'again';
  #running: Promise<void> | null = null;
  #stop = new AbortController();
  #ending: 'cancelled' | 'interrupted' = 'interrupted';
  #appended = 0;
  #connectionId: string;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: ImportHead, records: readonly ImportRecord[], deps: ImportJobDeps) {
    this.id = head.id;
    this.head = head;
    this.#deps = deps;
    this.#connectionId = head.connectionId;
    this.#attempt = records.length === 0 ? 'first' : 'again';
    this.rejects = new RejectsFile(deps.folder.path(head.id, 'rejected'));
    this.#progress = new JobProgress(this.#standing(records), deps.clock, deps.changed);
  }

  /** What the check of the input settled; null before it. */
  get settled(): SettledInput | null {
    return this.#settled;
  }

  view(): TableJob {
    return this.#progress.view();
  }

  pause(): void {
    if (!isRunning(this.#progress.state)) return;
    this.#gate.close();
    this.#progress.set({ state: 'paused' });
  }

  /** @param connectionId where the connection of the first run is known under another id now */
  async resume(connectionId = this.#connectionId): Promise<void> {
    this.#connectionId = connectionId;
    if (this.#running !== null) {
      if (this.#progress.state !== 'paused') return;
      this.#progress.set({ state: this.#settled === null ? 'planning' : 'running' });
      this.#gate.open();
      return;
    }
    if (['done', 'cancelled'].includes(this.#progress.state)) {
      throw new StowageError('conflict.other', 'This import has ended.', { context: { job: this.id } });
    }
    await this.start();
  }

  /** Begins or goes on; resolves when it runs. Throws `conflict.other` while another process runs it. */
  async start(): Promise<void> {
    this.#stop = new AbortController();
    this.#ending = 'interrupted';
    const { journal, records, release } = await this.#deps.folder.open(this.id);
    if (records.length === 0) await journal.append([this.head], 'synced');
    this.#progress.set({ state: this.#settled === null ? 'planning' : 'running', error: null, endedAtMs: null });
    this.#gate.open();
    this.#running = this.#run(journal)
      .catch((thrown: unknown) => this.#finish(journal, StowageError.from(thrown)))
      .finally(async () => {
        this.#running = null;
        await this.rejects.close();
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
    if (this.#running === null) {
      if (this.#progress.state === 'interrupted' || this.#progress.state === 'failed') await this.#endAtRest();
      return;
    }
    await this.#halt('cancelled');
  }

  interrupt(): Promise<void> {
    return this.#halt('interrupted');
  }

  forget(): Promise<void> {
    return this.#deps.folder.remove(this.id);
  }

  /** Writes all rejected rows to `path` in the input's own format. @returns how many. Throws `local.*` */
  async saveRejected(path: string): Promise<number> {
    const settled = this.#settled;
    if (settled === null) throw new StowageError('conflict.other', 'The import has not read its input yet.');
    return this.rejects.writeOut(path, settled.reading, settled.headerCells);
  }

  async #halt(ending: 'cancelled' | 'interrupted'): Promise<void> {
    this.#ending = ending;
    this.#stop.abort();
    this.#gate.open();
    await this.#running;
  }

  async #endAtRest(): Promise<void> {
    const { journal, release } = await this.#deps.folder.open(this.id);
    this.#progress.end('cancelled', null);
    await journal.append([{ record: 'ended', view: this.view() }], 'synced');
    await release();
  }

  #standing(records: readonly ImportRecord[]): TableJob {
    const { id, connectionId, table, name, createdAtMs } = this.head;
    let view = newJobView({
      ...{ id, kind: 'import', connectionId, table, createdAtMs },
      ...{ title: `${name} → ${table}`, source: name, target: table },
    });
    for (const record of records) {
      if (record.record === 'settled') this.#settle(record);
      else if (record.record === 'rows') {
        const { rowsDone, rowsRejected, batches, requests, retries, throttled, failures } = record;
        this.#done.addText(record.rows);
        view = {
          ...{ ...view, rowsDone, rowsRejected, batches, requests, retries, throttled },
          ...{ failures: failures ?? view.failures, state: 'running', error: null, endedAtMs: null },
        };
      } else if (record.record === 'ended') view = record.view;
    }
    view = { ...view, keepsRejectedRows: true };
    if (this.#settled !== null) view = { ...view, rowsTotal: this.#settled.rows, bytesTotal: this.#settled.bytes };
    return records.length > 0 && isRunning(view.state) ? { ...view, state: 'interrupted' } : view;
  }

  #settle(settled: SettledInput): void {
    this.#settled = settled;
  }

  async #run(journal: Journal<ImportRecord>): Promise<void> {
    const input = await this.#input();
    const { head, id } = this;
    const account = await this.#deps.accounts.openForWriting(this.#connectionId);
    const settled = this.#settled ?? (await this.#check(input, journal));
    if (settled.bytes !== input.bytes || settled.modifiedAtMs !== input.modifiedAtMs) {
      throw new StowageError('conflict.source-changed', 'The input was changed after the import began.', {
        context: { source: input.name, plannedBytes: settled.bytes, nowBytes: input.bytes },
      });
    }
    if (this.#attempt === 'again') await this.rejects.keepOnly((index) => this.#done.has(index));
    this.#progress.set({
      state: this.#gate.isOpen ? 'running' : 'paused',
      rowsTotal: settled.rows,
      bytesTotal: settled.bytes,
    });
    const attempt = this.#attempt;
    this.#attempt = 'again';
    await runImport({
      ...{ account, table: head.table, input, reading: settled.reading, settings: head.settings },
      ...{ columns: settled.columns, salt: id, done: this.#done, attempt, clock: this.#deps.clock },
      signal: this.#stop.signal,
      whileAllowed: () => this.#gate.whileOpen(),
      onSettled: (batch) => this.#note(batch, journal),
      onRead: (bytesDone) => this.#progress.set({ bytesDone }),
      onThrottled: (throttled) => this.#progress.count({ throttled }),
      onPace: (pace) => this.#progress.set({ pace }),
    });
    await this.#finish(journal, null);
  }

  async #check(input: InputBytes, journal: Journal<ImportRecord>): Promise<SettledInput> {
    const { reading, settings } = this.head;
    const { signal } = this.#stop;
    const { scratchDir } = this.#deps;
    const onProgress = (_rows: number, bytesDone: number): void =>
      this.#progress.set({ bytesDone, bytesTotal: input.bytes });
    const { report, columns } = await checkInput(input, { reading, settings, scratchDir, signal, onProgress });
    const settled: SettledInput = {
      record: 'settled',
      reading: report.reading,
      columns: [...columns],
      headerCells: [...(await headerOf(input, report.reading))],
      rows: report.rows,
      bytes: input.bytes,
      modifiedAtMs: input.modifiedAtMs,
    };
    await journal.append([settled], 'synced');
    this.#settle(settled);
    return settled;
  }

  /** Rejected rows first, then the note that they are settled: a kill in between repeats them, never loses them. */
  async #note(
    { written, rejected, requests, retries, batches }: SettledBatch,
    journal: Journal<ImportRecord>,
  ): Promise<void> {
    await this.rejects.append(
      rejected.map(({ row, code, message }) => ({
        index: row.index,
        line: row.line,
        code,
        message,
        raw: kept(row.raw),
      })),
    );
    for (const index of written) this.#done.add(index);
    for (const { row } of rejected) this.#done.add(row.index);
    for (const { row, code, message } of rejected) this.#progress.failed(code, message, `line ${row.line}`);
    this.#progress.count({ rowsDone: written.length, rowsRejected: rejected.length, requests, retries, batches });
    const rows = rowsText([...written, ...rejected.map(({ row }) => row.index)]);
    this.#appended += 1;
    await journal.append([this.#rowsRecord(rows, rejected.length > 0)], 'lazy');
    if (this.#appended % longestJournal === 0) await journal.compact(this.#shortRecords());
  }

  #rowsRecord(rows: string, withFailures: boolean): ImportRecord {
    const { rowsDone, rowsRejected, batches, requests, retries, throttled, failures } = this.view();
    const counts = { rowsDone, rowsRejected, batches, requests, retries, throttled };
    return { record: 'rows', rows, ...counts, ...(withFailures ? { failures } : {}) };
  }

  /** The same standing in three records. */
  #shortRecords(): ImportRecord[] {
    const settled = this.#settled === null ? [] : [this.#settled];
    return [this.head, ...settled, this.#rowsRecord(this.#done.text(), true)];
  }

  async #finish(journal: Journal<ImportRecord>, failure: StowageError | null): Promise<void> {
    if (failure?.kind === 'cancelled') this.#progress.end(this.#ending, null);
    else this.#progress.end(failure === null ? 'done' : 'failed', failure?.toShape() ?? null);
    const records = this.#progress.state === 'interrupted' ? [] : [{ record: 'ended' as const, view: this.view() }];
    await journal.append(records, 'synced');
  }

  async #input(): Promise<InputBytes> {
    const { place } = this.head;
    if (place.kind === 'file') return openInput(place);
    const path = this.#deps.folder.path(this.id, 'input');
    const text = await readFile(path, 'utf8').catch((thrown: unknown) => Promise.reject(localError(thrown, path)));
    return openInput({ kind: 'text', text });
  }
}

function kept(raw: string | readonly string[]): string | string[] {
  return typeof raw === 'string' ? raw : [...raw];
}

async function headerOf(input: InputBytes, reading: SettledInput['reading']): Promise<readonly string[]> {
  const reader = readerFor(input, reading);
  for await (const { rows } of reader.pieces()) if (rows.length > 0) break;
  return reader.headerCells;
}
