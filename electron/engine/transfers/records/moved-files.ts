// Which files of a job are settled, that is done or skipped. Compaction removes them from the journal, so before that
// they are appended to a list of their own, one checked line per file. A verification reads the moved ones; a job's
// page shows all.
import { type FileHandle, open } from 'node:fs/promises';
import type { FileTiming } from '@shared/model/transfer';
import { cutFile } from '../../../disk/cut-file';
import { sizeOf } from '../../journal/append-lines';
import { linesInFile } from '../../journal/lines-in-file';
import { type RecordLine, encodeRecord } from '../../journal/record-line';
import { type JobRecord, type PlannedFile, jobRecord } from './job-records';
import type { SkipReason } from './skip-reasons';

export interface MovedFile {
  readonly f: number;
  /** Absolute path of an upload's source; empty for anything else. */
  readonly path: string;
  /** Place of a downloaded file below its target folder; empty for anything else. */
  readonly segments: readonly string[];
  /** Of the blob. */
  readonly name: string;
  /** Source of a copied blob; empty for transfers between disk and service. */
  readonly source: string;
}

export interface SettledFile extends MovedFile {
  readonly outcome: 'done' | 'skipped';
  /** An empty folder, which has nothing to compare. */
  readonly marks?: 'folder' | undefined;
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

// What is appended to a torn line would be lost with it.
async function openAtItsEnd(listPath: string): Promise<FileHandle> {
  let wholeBytes = 0;
  for await (const lines of linesInFile(listPath)) {
    const last = lines.at(-1);
    if (last !== undefined) wholeBytes = last.at + last.bytes;
  }
  if ((await sizeOf(listPath)) > wholeBytes) await cutFile(listPath, wholeBytes);
  return open(listPath, 'a', 0o600);
}

/** All files that the job has moved so far, in groups, each once. */
export async function* readMoved(
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
export function toStoredFile(record: unknown): SettledFile {
  return { source: '', outcome: 'done', bytes: null, ...(record as StoredFile) };
}

/** What is shown of a file with that outcome. */
export function settledFile(file: PlannedFile, { outcome, reason, timing }: Outcome): SettledFile {
  const { f, name, bytes } = file;
  return {
    f,
    name,
    bytes,
    outcome,
    reason,
    ...('marks' in file && file.marks !== undefined ? { marks: file.marks } : {}),
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

/** The file that a journal line settles; null for other lines, `damaged` for what is not a record. */
export function createSettlingReader(): (line: RecordLine) => Settling | null | 'damaged' {
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
export function plannedFile(value: unknown): PlannedFile | null {
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

function isPlan(record: JobRecord): record is PlannedFile {
  return record.t === 'upload' || record.t === 'download' || record.t === 'copy' || record.t === 'verify';
}
