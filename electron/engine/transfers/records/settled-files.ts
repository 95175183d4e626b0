// The settled files of jobs, that is those that are done or skipped. Compaction removes them from the journal, so before
// that they are appended to a list beside it, one checked line per file. Read page by page for a job's page, and as
// groups of moved files by a verification. Over 300 lines, because both sources are read for both purposes.
import { type FileHandle, open } from 'node:fs/promises';
import type { FileTiming } from '@shared/model/transfer';
import { cutFile } from '../../../disk/cut-file';
import { localError } from '../../../disk/local-error';
import { sizeOf } from '../../journal/append-lines';
import type { Journal } from '../../journal/journal-file';
import { linesInFile, recordsAt } from '../../journal/lines-in-file';
import { type RecordLine, encodeRecord } from '../../journal/record-line';
import { type JobRecord, type PlannedFile, jobRecord } from './job-records';
import type { SkipReason } from './remarks';

export interface SettledPaths {
  readonly journal: string;
  readonly moved: string;
}

export interface SettledFiles {
  /** The journal of the job, whose compaction preserves settled files. */
  preserveSettled(journal: Journal<JobRecord>, jobId: string): Journal<JobRecord>;
  /** The files that a job has moved until now, in groups. */
  moved(jobId: string): AsyncIterable<readonly MovedFile[]>;
  /** Files that are done or skipped, in the order in which that was recorded. Throws `local.*`. */
  page(jobId: string, query: SettledFilesQuery): Promise<SettledPage>;
  forget(jobId: string): void;
}

/** How many jobs can have their files inspected at the same time. */
const inspectedAtOnce = 4;

export function createSettledFiles(pathsOf: (jobId: string) => SettledPaths): SettledFiles {
  const inspected = new Map<string, SettledPages>();
  const pending = new Map<string, Promise<unknown>>();

  const inTurn = <R>(jobId: string, work: () => Promise<R>): Promise<R> => {
    const mine = (pending.get(jobId) ?? Promise.resolve()).then(work);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    pending.set(jobId, over);
    void over.then(() => pending.get(jobId) === over && pending.delete(jobId));
    return mine;
  };
  const pagesOf = (jobId: string): SettledPages => {
    const { journal, moved } = pathsOf(jobId);
    const pages = inspected.get(jobId) ?? createSettledPages(journal, moved);
    inspected.delete(jobId);
    inspected.set(jobId, pages);
    for (const oldest of [...inspected.keys()].slice(0, -inspectedAtOnce)) inspected.delete(oldest);
    return pages;
  };

  return {
    preserveSettled: (journal, jobId) => ({
      append: (records, durability) => journal.append(records, durability),
      compact: (records) =>
        inTurn(jobId, async () => {
          const paths = pathsOf(jobId);
          await keepSettled(paths.journal, paths.moved);
          await journal.compact(records);
          inspected.delete(jobId);
        }),
      close: () => journal.close(),
    }),
    moved: (jobId) => {
      const { journal, moved } = pathsOf(jobId);
      return readMoved(journal, moved);
    },
    page: (jobId, query) =>
      inTurn(jobId, async () => {
        try {
          return await pagesOf(jobId)(query);
        } catch (error) {
          inspected.delete(jobId);
          throw localError(error, pathsOf(jobId).journal);
        }
      }),
    forget: (jobId) => inspected.delete(jobId),
  };
}

export interface SettledPage {
  /** The files that the disk knows. */
  readonly total: number;
  readonly files: readonly SettledFile[];
}

export interface SettledFilesQuery {
  readonly outcome: SettledFile['outcome'];
  readonly offset: number;
  readonly limit: number;
  /** Every n-th file from the offset on, for a sample of many; default 1. */
  readonly every?: number | undefined;
}

/** Reads the lines appended since the last call. Throws the errors of the file system. */
export type SettledPages = (query: SettledFilesQuery) => Promise<SettledPage>;

interface RecordPosition extends Pick<RecordLine, 'at' | 'bytes'> {
  readonly in: 'list' | 'journal';
  /** For files whose end and plan are in different lines of the journal. */
  readonly reason?: SettledFile['reason'];
  readonly timing?: SettledFile['timing'];
}

/**
 * Only each file's position on disk is held: a hundred thousand take a few megabytes, and a page reads only its own lines.
 * Valid until either file is replaced: create a new one after compaction.
 */
function createSettledPages(journalPath: string, listPath: string): SettledPages {
  const positions: Readonly<Record<SettledFile['outcome'], RecordPosition[]>> = { done: [], skipped: [] };
  const seen = new Set<number>();
  const settlingOf = createSettlingReader();
  let listBytes = 0;
  let journalBytes = 0;
  let isDamaged = false;

  const add = (f: number, outcome: SettledFile['outcome'], position: RecordPosition): void => {
    if (seen.has(f)) return;
    seen.add(f);
    positions[outcome].push(position);
  };
  const readOn = async (): Promise<void> => {
    for await (const lines of linesInFile(listPath, listBytes)) {
      for (const { record, at, bytes } of lines) {
        const { f, outcome } = toStoredFile(record);
        add(f, outcome, { in: 'list', at, bytes });
        listBytes = at + bytes;
      }
    }
    if (isDamaged) return;
    for await (const lines of linesInFile(journalPath, journalBytes)) {
      for (const line of lines) {
        const settling = settlingOf(line);
        isDamaged = settling === 'damaged';
        if (settling === 'damaged') return;
        if (settling !== null)
          add(settling.file.f, settling.outcome, {
            in: 'journal',
            reason: settling.reason,
            timing: settling.timing,
            ...settling.plan,
          });
        journalBytes = line.at + line.bytes;
      }
    }
  };

  return async ({ outcome, offset, limit, every = 1 }) => {
    await readOn();
    const last = offset + limit * every;
    const wanted = positions[outcome].slice(offset, last).filter((_, index) => index % every === 0);
    // Everything in the list was settled before anything in the journal.
    const records = await recordsAt(
      listPath,
      wanted.filter((position) => position.in === 'list'),
    );
    const inJournal = wanted.filter((position) => position.in === 'journal');
    const planned = await recordsAt(journalPath, inJournal);
    const files = planned.map((record, index) => {
      const file = plannedFile(record);
      const { reason, timing } = inJournal[index] ?? {};
      return file === null ? [] : [settledFile(file, { outcome, reason, timing })];
    });
    return { total: positions[outcome].length, files: [...records.map(toStoredFile), ...files.flat()] };
  };
}

export interface MovedFile {
  readonly f: number;
  /** Absolute path of an upload's source; empty for anything else. */
  readonly path: string;
  /** Path of a downloaded file below its target folder; empty for anything else. */
  readonly segments: readonly string[];
  /** Of the blob. */
  readonly name: string;
  /** Source of a copied blob; empty for transfers between disk and service. */
  readonly source: string;
}

export interface SettledFile extends MovedFile {
  readonly outcome: 'done' | 'skipped';
  /** An empty folder, a deletion or a backup of a sync: there is nothing to compare. */
  readonly marks?: 'folder' | 'removed' | 'backup' | undefined;
  /** Null in lists of earlier versions. */
  readonly bytes: number | null;
  /** Why it was skipped; absent when it was not, or in lists of earlier versions. */
  readonly reason?: SkipReason | undefined;
  readonly timing?: FileTiming | undefined;
}

/** A line of the list. Earlier versions recorded moved files only, and less about each. */
type StoredFile = Omit<MovedFile, 'source'> &
  Partial<Pick<SettledFile, 'source' | 'outcome' | 'bytes' | 'reason' | 'marks' | 'timing'>>;

export type Outcome = Pick<SettledFile, 'outcome' | 'reason' | 'timing'>;

/**
 * Appends the settled files of the journal to the list. Call it before the journal is compacted: they are on the disk
 * when it resolves.
 */
export async function keepSettled(journalPath: string, listPath: string): Promise<void> {
  let list: FileHandle | null = null;
  try {
    for await (const settled of settledInJournal(journalPath)) {
      if (settled.length === 0) continue;
      list ??= await openAtItsEnd(listPath);
      await list.appendFile(settled.map(encodeRecord).join(''));
    }
    await list?.datasync();
  } finally {
    await list?.close();
  }
}

// Anything appended to a torn line would be lost with it.
async function openAtItsEnd(listPath: string): Promise<FileHandle> {
  let wholeBytes = 0;
  for await (const lines of linesInFile(listPath)) {
    const last = lines.at(-1);
    if (last !== undefined) wholeBytes = last.at + last.bytes;
  }
  if ((await sizeOf(listPath)) > wholeBytes) await cutFile(listPath, wholeBytes);
  return open(listPath, 'a', 0o600);
}

/** All files that the job has moved until now, in groups, each once. */
async function* readMoved(
  journalPath: string,
  listPath: string,
): AsyncGenerator<readonly MovedFile[], void, undefined> {
  const seen = new Set<number>();
  const fresh = (files: readonly SettledFile[]): readonly MovedFile[] =>
    files.filter(
      ({ f, outcome, marks }) => outcome === 'done' && marks === undefined && !seen.has(f) && seen.add(f) !== undefined,
    );
  for await (const lines of linesInFile(listPath)) yield fresh(lines.map(({ record }) => toStoredFile(record)));
  for await (const settled of settledInJournal(journalPath)) yield fresh(settled);
}

/** A line of the list, with the fields that earlier versions did not write. */
function toStoredFile(record: unknown): SettledFile {
  return { source: '', outcome: 'done', bytes: null, ...(record as StoredFile) };
}

/** The display of a file with that outcome. */
function settledFile(file: PlannedFile, { outcome, reason, timing }: Outcome): SettledFile {
  const { f, name, bytes } = file;
  return {
    f,
    name,
    bytes,
    outcome,
    reason,
    ...('marks' in file && file.marks !== undefined ? { marks: file.marks } : {}),
    ...(file.t === 'remove' ? { marks: 'removed' as const } : {}),
    ...(file.t === 'copy' && file.backupIn !== undefined ? { marks: 'backup' as const } : {}),
    ...(timing === undefined ? {} : { timing }),
    path: file.t === 'upload' || file.t === 'verify' ? file.path : '',
    segments: file.t === 'download' ? file.segments : [],
    source: file.t === 'copy' ? file.source : '',
  };
}

export interface Settling extends Outcome {
  readonly file: PlannedFile;
  /** The line of the journal that planned the file. */
  readonly plan: Pick<RecordLine, 'at' | 'bytes'>;
}

/** The file that a journal line settles; null for other lines, `damaged` for a line that is not a record. */
function createSettlingReader(): (line: RecordLine) => Settling | null | 'damaged' {
  const open = new Map<number, Pick<Settling, 'file' | 'plan'>>();
  return ({ record: value, at, bytes }) => {
    const record = recordOf(value);
    if (record === null) return 'damaged';
    if (isPlan(record)) open.set(record.f, { file: record, plan: { at, bytes } });
    if (record.t !== 'ended' || record.outcome === 'failed') return null;
    const settled = open.get(record.f);
    open.delete(record.f);
    return settled === undefined
      ? null
      : { outcome: record.outcome, reason: record.reason, timing: record.timing, ...settled };
  };
}

/** The file that a line of a journal plans; null for any other line. */
function plannedFile(value: unknown): PlannedFile | null {
  const record = recordOf(value);
  return record !== null && isPlan(record) ? record : null;
}

async function* settledInJournal(path: string): AsyncGenerator<readonly SettledFile[], void, undefined> {
  const settlingOf = createSettlingReader();
  for await (const lines of linesInFile(path)) {
    const settled: SettledFile[] = [];
    for (const line of lines) {
      const settling = settlingOf(line);
      if (settling === 'damaged') return;
      if (settling !== null) settled.push(settledFile(settling.file, settling));
    }
    yield settled;
  }
}

function recordOf(value: unknown): JobRecord | null {
  const parsed = jobRecord.safeParse(value);
  return parsed.success ? parsed.data : null;
}

const planKinds: ReadonlySet<string> = new Set<PlannedFile['t']>(['upload', 'download', 'copy', 'verify', 'remove']);

function isPlan(record: JobRecord): record is PlannedFile {
  return planKinds.has(record.t);
}
