// One export: fetches every entity page by page into a file of packed blocks, then writes the requested format beside
// the target and renames it at the very end. JSON Lines are written as they are fetched. Resumes after a crash.
import { type FileHandle, lstat, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { cancelled } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import type { PackedRows } from '@shared/rows/packed-rows';
import type { AccountSource } from '../../azure/account';
import type { Journal } from '../../journal/journal-file';
import type { Clock } from '../../ports';
import { checkFolderOf } from '../../../disk/check-folder';
import { readIfExists } from '../../../disk/read-if-exists';
import { crc32 } from '../../../disk/crc32';
import { localError, withLocalErrors } from '../../../disk/local-error';
import { assertMarked, createPartial, fileMark, partialNameOf, reopenPartial } from '../../../disk/partial-file';
import { replaceablePath, tryToReplace } from '../../../disk/replace-file';
import { sumRanges } from '../../../disk/sum-ranges';
import { renameSynced, syncFile } from '../../../disk/sync-folder';
import { blocksOf, countOf } from '../page';
import type { JobFolder } from '../../jobs/job-folder';
import { type JobLife, type JobRun, createJobLife } from '../jobs/job-life';
import { JobProgress, leftBehind, newJobView } from '../jobs/job-progress';
import { JournalledJob } from '../jobs/journalled-job';
import { type HeldPage, heldPages } from './entity-pages';
import type { ExportHead, ExportRecord, Fetched } from './export-records';
import { exportFacts } from './export-facts';
import { ColumnScan, type ExportedColumn, withoutRepeatedNames } from './exported-columns';
import { blockBytes, fetchedBlocks } from './fetched-blocks';
import { LineBytes } from './line-bytes';
import type { ExportFormat, SpreadsheetDecimals } from '@shared/model/table-export';
import { writeCsv } from './csv-file';
import { writeSpreadsheet } from './spreadsheet-file';

export interface ExportJobDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly folder: JobFolder<ExportRecord>;
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

const longestJournal = 2000;

export class ExportJob extends JournalledJob {
  readonly id: string;
  readonly head: ExportHead;
  readonly #deps: ExportJobDeps;
  readonly #progress: JobProgress;
  protected readonly life: JobLife;
  #fetched: Fetched | null = null;
  /** Of what this run has fetched; null for JSON Lines, which have no columns, and before fetching. */
  #scan: ColumnScan | null = null;
  #appended = 0;
  #connectionId: string;
  /** The file that the chosen path leads to, beside which the partial file is: links are followed, not replaced. */
  #target: string;

  /** @param records of an earlier run; empty for a new job */
  constructor(head: ExportHead, records: readonly ExportRecord[], deps: ExportJobDeps) {
    super();
    this.id = head.id;
    this.head = head;
    this.#deps = deps;
    this.#connectionId = head.connectionId;
    this.#target = head.path;
    this.#progress = new JobProgress(this.#recoveredView(records), deps.clock, deps.changed, {
      facts: () => exportFacts(head),
    });
    this.life = createJobLife<ExportRecord>({
      id: head.id,
      folder: deps.folder,
      progress: this.#progress,
      clock: deps.clock,
      head,
      changed: deps.changed,
      log: deps.log,
      work: (run) => this.#work(run),
      onEnded: (state) => (state === 'done' || state === 'cancelled' ? this.#removeDrafts() : Promise.resolve()),
      endedRecord: (view) => ({ record: 'ended', view }),
    });
  }

  /** Path of the complete file; null before. */
  get outputPath(): string | null {
    return this.#progress.state === 'done' ? this.head.path : null;
  }

  /** @param connectionId the connection's current id, if it changed since the first run */
  override resume(connectionId = this.#connectionId): Promise<void> {
    this.#connectionId = connectionId;
    return super.resume();
  }

  override async forget(): Promise<void> {
    await this.#removeDrafts();
    await super.forget();
  }

  #recoveredView(records: readonly ExportRecord[]): TableJob {
    const { id, connectionId, source, path, createdAtMs } = this.head;
    const table = source.kind === 'query' ? source.query.table : source.table;
    let view = newJobView({
      id,
      kind: 'export',
      connectionId,
      table,
      createdAtMs,
      source: table,
      target: basename(path),
      title: `${table} → ${basename(path)}`,
    });
    for (const record of records) {
      if (record.record === 'fetched') {
        this.#fetched = record;
        const { rows: rowsDone, bytes: bytesDone, requests, retries } = record;
        const going = { state: 'running', error: null, endedAtMs: null } as const;
        view = { ...view, rowsDone, bytesDone, requests, retries, ...going };
      } else if (record.record === 'ended') view = record.view;
    }
    const known = source.kind === 'query' ? null : source.kind === 'keys' ? source.keys.length : source.rows;
    view = { ...view, rowsTotal: view.rowsTotal ?? known };
    return records.length > 0 ? leftBehind(view) : view;
  }

  /** The name of the target file until it is complete. */
  get #draftPath(): string {
    const { partKey } = this.head;
    return `${this.#target}.${partKey === undefined ? this.id : partialNameOf(partKey, 'export')}.part`;
  }

  /** File of the fetched entities; of JSON Lines it is the export itself. */
  get #fetchedPath(): string {
    return this.head.format === 'jsonl' ? this.#draftPath : this.#deps.folder.path(this.id, 'fetched');
  }

  get #form(): Fetched['form'] {
    return this.head.format === 'jsonl' ? 'lines' : 'blocks';
  }

  /** Where a full disk is reported: the state folder may be on another one than the target. */
  get #fetchedTarget(): string {
    return this.head.format === 'jsonl' ? this.head.path : this.#fetchedPath;
  }

  async #work(run: JobRun<ExportRecord>): Promise<'done'> {
    try {
      this.#target = await replaceablePath(this.head.path);
      await checkFolderOf(this.#target);
      await tryToReplace(this.#target);
      if (this.#fetched?.next !== null || !(await this.#holds(this.#fetched, run.signal))) {
        await withLocalErrors(this.#fetchedTarget, () => this.#fetch(run));
      }
      await run.whileAllowed();
      if (run.signal.aborted) throw cancelled();
      await this.#write(run.signal);
      return 'done';
    } catch (thrown) {
      throw localError(thrown, this.head.path);
    }
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { columns, decimals = 'point', format } = this.head;
    const path = this.#target;
    this.#progress.dispatch({ type: 'committing' }, { rowsTotal: this.#progress.counts.rowsDone });
    if (format !== 'jsonl') {
      const timestamps = columns.includes('Timestamp') ? 'with' : 'without';
      const blocks = fetchedBlocks(this.#fetchedPath, this.#fetched?.bytes ?? 0, signal);
      const found = await this.#foundColumns(signal);
      const draft = await createPartial(this.#draftPath);
      try {
        const mark = fileMark(await draft.stat({ bigint: true }));
        await writeFormat(this.#draftPath, blocks, found, { format, timestamps, decimals });
        assertMarked(this.#draftPath, mark);
        await draft.sync();
      } finally {
        await draft.close();
      }
    }
    const mark = fileMark(await lstat(this.#draftPath, { bigint: true }));
    assertMarked(this.#draftPath, mark);
    // A run that was killed may have written the last lines without syncing them.
    if (format === 'jsonl') await syncFile(this.#draftPath);
    await renameSynced(this.#draftPath, path);
    assertMarked(path, mark);
    const { size } = await stat(path);
    this.#progress.set({ bytesDone: size, bytesTotal: size, outputFile: basename(this.head.path) });
  }

  /** The columns of everything fetched; what an earlier run fetched is read again for them. */
  async #foundColumns(signal: AbortSignal): Promise<readonly ExportedColumn[]> {
    if (this.#scan !== null) return this.#scan.columns;
    return (await this.#scanned(this.#fetched?.bytes ?? 0, signal)).columns;
  }

  async #scanned(bytes: number, signal: AbortSignal): Promise<ColumnScan> {
    const scan = new ColumnScan(this.head.columns);
    if (bytes > 0) for await (const block of fetchedBlocks(this.#fetchedPath, bytes, signal)) scan.add(block);
    return scan;
  }

  async #fetch({ journal, signal, whileAllowed }: JobRun<ExportRecord>): Promise<void> {
    const account = await this.#deps.accounts.open(this.#connectionId);
    const { source, columns } = this.head;
    const fetched = this.#fetched !== null && (await this.#holds(this.#fetched, signal)) ? this.#fetched : null;
    const partial = fetched === null ? null : await reopenPartial(this.#fetchedPath);
    const isText = this.head.format === 'jsonl';
    // Files in the state folder are private to the app.
    const file = partial ?? (await createPartial(this.#fetchedPath, isText ? 0o666 : 0o600));
    const form = this.#form;
    try {
      if (partial !== null) await file.truncate(fetched?.bytes);
      const start = partial === null ? null : fetched;
      let at: Fetched = start ?? {
        record: 'fetched',
        form,
        rows: 0,
        bytes: 0,
        sum: 0,
        next: null,
        requests: 0,
        retries: 0,
      };
      const from = start?.next == null ? null : { next: start.next, rows: start.rows };
      const rowsPath = this.#deps.folder.path(this.id, 'rows');
      const pages = heldPages({ account, source, columns, clock: this.#deps.clock, signal, from, rowsPath });
      const lines = new LineBytes();
      this.#scan = isText ? null : await this.#scanned(start?.bytes ?? 0, signal);
      for await (const page of pages) {
        at = await this.#append(file, this.#bytesOf(page, lines), at, page);
        await this.#note(journal, at);
        await whileAllowed();
        if (signal.aborted) throw cancelled();
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }

  #bytesOf({ rows }: HeldPage, lines: LineBytes): Buffer {
    if (this.#scan === null) return lines.of(rows, this.head.columns.includes('Timestamp') ? 'with' : 'without');
    const blocks = blocksOf(rows).map(withoutRepeatedNames);
    for (const block of blocks) this.#scan.add(block);
    return blockBytes(blocks);
  }

  async #append(file: FileHandle, bytes: Buffer, at: Fetched, page: HeldPage): Promise<Fetched> {
    for (let written = 0; written < bytes.length;) {
      written += (await file.write(bytes, written, bytes.length - written, at.bytes + written)).bytesWritten;
    }
    return {
      ...at,
      rows: at.rows + countOf(page.rows),
      bytes: at.bytes + bytes.length,
      sum: crc32(bytes, at.sum),
      next: page.next,
      requests: at.requests + page.requests,
      retries: at.retries + page.retries,
    };
  }

  async #note(journal: Journal<ExportRecord>, at: Fetched): Promise<void> {
    const before = this.#fetched;
    this.#fetched = at;
    this.#progress.count({
      rowsDone: at.rows - this.#progress.counts.rowsDone,
      requests: at.requests - (before?.requests ?? 0),
      retries: at.retries - (before?.retries ?? 0),
    });
    this.#progress.set({ bytesDone: at.bytes });
    this.#appended += 1;
    if (this.#appended % longestJournal === 0) await journal.compact([this.head, at]);
    else await journal.append([at], 'lazy');
  }

  /** Whether the file still begins with the fetched data, which a crash of the system may have removed from it. */
  async #holds({ form = 'lines', bytes, sum }: Fetched, signal: AbortSignal): Promise<boolean> {
    const found = await readIfExists(this.#fetchedPath, (present) => lstat(present), null);
    if (found?.isFile() !== true || found.size < bytes || sum === undefined || form !== this.#form) return false;
    return (await sumRanges({ path: this.#fetchedPath, ranges: [{ offset: 0, length: bytes }] }, signal))[0] === sum;
  }

  async #removeDrafts(): Promise<void> {
    // A target that is no file any more has no partial file beside it.
    this.#target = await replaceablePath(this.head.path).catch(() => this.#target);
    await rm(this.#fetchedPath, { force: true });
    await rm(this.#draftPath, { force: true });
    await rm(this.#deps.folder.path(this.id, 'rows'), { force: true });
  }
}

interface FormatChoices {
  /** All formats except JSON Lines, which are written while they are fetched. */
  readonly format: Exclude<ExportFormat, 'jsonl'>;
  readonly timestamps: 'with' | 'without';
  readonly decimals: SpreadsheetDecimals;
}

/** Overwrites `path`. Throws what the file system throws. */
async function writeFormat(
  path: string,
  blocks: AsyncIterable<PackedRows>,
  columns: readonly ExportedColumn[],
  { format, timestamps, decimals }: FormatChoices,
): Promise<void> {
  switch (format) {
    case 'csv':
      return writeCsv(path, blocks, columns, timestamps);
    case 'spreadsheet':
      return writeSpreadsheet(path, blocks, columns, { timestamps, decimals });
    case 'parquet':
      return (await import('./parquet-file')).writeParquet(path, blocks, columns, timestamps);
  }
}
