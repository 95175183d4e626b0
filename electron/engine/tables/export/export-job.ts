// One export: fetches every entity into a file of lossless lines, page by page, then writes the wanted format beside the
// target and gives it its name at the very end. Goes on after the program was killed.
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { StowageError, cancelled } from '@shared/errors';
import { renderEntityLine } from '@shared/import/entity-line';
import type { TableJob } from '@shared/model/table-job';
import type { AccountSource } from '../../azure/account';
import type { Journal } from '../../journal/journal-file';
import type { Clock } from '../../ports';
import { localError } from '../../transfers/local-error';
import type { JobFolder } from '../jobs/job-folder';
import { JobProgress, newJobView } from '../jobs/job-progress';
import { PauseGate } from '../jobs/pause-gate';
import { type ListedJob, isRunning } from '../jobs/table-jobs';
import { writeCsv } from './csv-file';
import { entityPages } from './entity-pages';
import type { ExportHead, ExportRecord, Fetched } from './export-records';
import { exportFacts } from './export-facts';
import { fetchedEntities, surveyColumns } from './exported-columns';
import { writeParquet } from './parquet-file';

export interface ExportJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<ExportRecord>;
  readonly changed: () => void;
}

const longestJournal = 2000;

export class ExportJob implements ListedJob {
  readonly id: string;
  readonly head: ExportHead;
  readonly #deps: ExportJobDeps;
  readonly #progress: JobProgress;
  readonly #gate = new PauseGate();
  #fetched: Fetched | null = null;
  #running: Promise<void> | null = null;
  #stop = new AbortController();
  #ending: 'cancelled' | 'interrupted' = 'interrupted';
  #appended = 0;
  #connectionId: string;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: ExportHead, records: readonly ExportRecord[], deps: ExportJobDeps) {
    this.id = head.id;
    this.head = head;
    this.#deps = deps;
    this.#connectionId = head.connectionId;
    const { id, connectionId, source, path, createdAtMs } = head;
    const table = source.kind === 'query' ? source.query.table : source.table;
    let view = newJobView({
      ...{ id, kind: 'export', connectionId, table, createdAtMs, source: table, target: basename(path) },
      title: `${table} → ${basename(path)}`,
    });
    const known = source.kind === 'keys' ? source.keys.length : null;
    for (const record of records) {
      if (record.record === 'fetched') {
        this.#fetched = record;
        const { rows, bytes, requests, retries } = record;
        view = {
          ...view,
          rowsDone: rows,
          bytesDone: bytes,
          requests,
          retries,
          state: 'running',
          error: null,
          endedAtMs: null,
        };
      } else if (record.record === 'ended') view = record.view;
    }
    view = { ...view, rowsTotal: view.rowsTotal ?? known, facts: exportFacts(head) };
    if (records.length > 0 && isRunning(view.state)) view = { ...view, state: 'interrupted' };
    this.#progress = new JobProgress(view, deps.clock, deps.changed);
  }

  /** Of the complete file; null before. */
  get outputPath(): string | null {
    return this.#progress.state === 'done' ? this.head.path : null;
  }

  view(): TableJob {
    return this.#progress.view();
  }

  pause(): void {
    if (this.#progress.state !== 'running') return;
    this.#gate.close();
    this.#progress.set({ state: 'paused' });
  }

  /** @param connectionId where the connection of the first run is known under another id now */
  async resume(connectionId = this.#connectionId): Promise<void> {
    this.#connectionId = connectionId;
    if (this.#running !== null) {
      if (this.#progress.state !== 'paused') return;
      this.#progress.set({ state: 'running' });
      this.#gate.open();
      return;
    }
    if (['done', 'cancelled'].includes(this.#progress.state)) {
      throw new StowageError('conflict.other', 'This export has ended.', { context: { job: this.id } });
    }
    await this.start();
  }

  async start(): Promise<void> {
    this.#stop = new AbortController();
    this.#ending = 'interrupted';
    const { journal, records, release } = await this.#deps.folder.open(this.id);
    if (records.length === 0) await journal.append([this.head], 'synced');
    this.#progress.set({ state: 'running', error: null, endedAtMs: null });
    this.#gate.open();
    this.#running = this.#run(journal)
      .then(
        () => this.#finish(journal, null),
        (thrown: unknown) => this.#finish(journal, localError(thrown, this.head.path)),
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
      const { journal, release } = await this.#deps.folder.open(this.id);
      await this.#finish(journal, cancelled(), 'cancelled');
      await release();
    }
  }

  interrupt(): Promise<void> {
    return this.#halt('interrupted');
  }

  async forget(): Promise<void> {
    await this.#removeDrafts();
    await this.#deps.folder.remove(this.id);
  }

  async #halt(ending: 'cancelled' | 'interrupted'): Promise<void> {
    this.#ending = ending;
    this.#stop.abort();
    this.#gate.open();
    await this.#running;
  }

  /** The name that the finished file has until it is complete. */
  get #draftPath(): string {
    return `${this.head.path}.${this.id}.part`;
  }

  /** Lines of entities: the export itself where they are what was asked for. */
  get #linesPath(): string {
    return this.head.format === 'jsonl' ? this.#draftPath : this.#deps.folder.path(this.id, 'fetched');
  }

  async #run(journal: Journal<ExportRecord>): Promise<void> {
    const { columns, format, path } = this.head;
    if (this.#fetched === null || this.#fetched.next !== null || !(await this.#hasLines(this.#fetched)))
      await this.#fetch(journal);
    await this.#gate.whileOpen();
    const { signal } = this.#stop;
    if (signal.aborted) throw cancelled();
    this.#progress.set({ state: 'finishing', rowsTotal: this.view().rowsDone });
    if (format !== 'jsonl') {
      const timestamps = columns.includes('Timestamp') ? 'with' : 'without';
      const survey = await surveyColumns(fetchedEntities(this.#linesPath, signal), columns);
      const write = format === 'csv' ? writeCsv : writeParquet;
      await write(this.#draftPath, fetchedEntities(this.#linesPath, signal), survey, timestamps);
    }
    await rename(this.#draftPath, path);
    const { size } = await stat(path);
    this.#progress.set({ bytesDone: size, bytesTotal: size, outputFile: basename(path) });
  }

  async #fetch(journal: Journal<ExportRecord>): Promise<void> {
    const account = await this.#deps.accounts.open(this.#connectionId);
    const { source, columns } = this.head;
    const standing = this.#fetched !== null && (await this.#hasLines(this.#fetched)) ? this.#fetched : null;
    const file = await open(this.#linesPath, standing === null ? 'w' : 'r+');
    try {
      if (standing !== null) await file.truncate(standing.bytes);
      let at: Fetched = standing ?? { record: 'fetched', rows: 0, bytes: 0, next: null, requests: 0, retries: 0 };
      const from = standing?.next == null ? null : { next: standing.next, rows: standing.rows };
      const { signal } = this.#stop;
      for await (const page of entityPages({ account, source, columns, clock: this.#deps.clock, signal, from })) {
        at = await this.#keep(file, at, page);
        await this.#note(journal, at);
        await this.#gate.whileOpen();
        if (signal.aborted) throw cancelled();
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async #keep(
    file: FileHandle,
    at: Fetched,
    page: { rows: readonly ExportRow[]; next: string | null; requests: number; retries: number },
  ): Promise<Fetched> {
    const withStamp = this.head.columns.includes('Timestamp');
    const text = page.rows
      .map((row) => `${renderEntityLine(withStamp ? row : { ...row, timestamp: undefined })}\n`)
      .join('');
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) {
      written += (await file.write(bytes, written, bytes.length - written, at.bytes + written)).bytesWritten;
    }
    return {
      ...at,
      rows: at.rows + page.rows.length,
      bytes: at.bytes + bytes.length,
      next: page.next,
      requests: at.requests + page.requests,
      retries: at.retries + page.retries,
    };
  }

  async #note(journal: Journal<ExportRecord>, at: Fetched): Promise<void> {
    const before = this.#fetched;
    this.#fetched = at;
    this.#progress.count({
      rowsDone: at.rows - this.view().rowsDone,
      requests: at.requests - (before?.requests ?? 0),
      retries: at.retries - (before?.retries ?? 0),
    });
    this.#progress.set({ bytesDone: at.bytes });
    this.#appended += 1;
    if (this.#appended % longestJournal === 0) await journal.compact([this.head, at]);
    else await journal.append([at], 'lazy');
  }

  async #hasLines({ bytes }: Fetched): Promise<boolean> {
    const found = await stat(this.#linesPath).catch(() => null);
    return found !== null && found.size >= bytes;
  }

  async #finish(journal: Journal<ExportRecord>, failure: StowageError | null, ending = this.#ending): Promise<void> {
    if (failure === null) this.#progress.end('done', null);
    else if (failure.kind === 'cancelled' || this.#stop.signal.aborted) this.#progress.end(ending, null);
    else this.#progress.end('failed', failure.toShape());
    const { state } = this.#progress;
    if (state === 'done' || state === 'cancelled') await this.#removeDrafts();
    if (state !== 'interrupted') await journal.append([{ record: 'ended', view: this.view() }], 'synced');
  }

  async #removeDrafts(): Promise<void> {
    await rm(this.#linesPath, { force: true });
    await rm(this.#draftPath, { force: true });
  }
}

type ExportRow = Parameters<typeof renderEntityLine>[0] & { readonly timestamp: string };
