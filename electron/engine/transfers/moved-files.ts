// Which files a job has moved. Its journal forgets them when it is compacted; before that they are added to a list of
// their own, one checked line a file, which is only read when the job is to be verified.
import { appendFile, open } from 'node:fs/promises';
import { encodeRecord, decodeRecords } from '../journal/record-line';
import { type JobRecord, type PlannedFile, jobRecord } from './job-records';
import { systemCodeOf } from './local-error';

export interface MovedFile {
  readonly f: number;
  /** Absolute path of an upload's source; empty for a download. */
  readonly path: string;
  /** Place of a downloaded file below its target folder; empty for an upload. */
  readonly segments: readonly string[];
  /** Of the blob. */
  readonly name: string;
}

const pieceBytes = 1024 * 1024;
const newLine = 0x0a;

/** Adds what the journal says of moved files to the list. To be called before the journal is compacted. */
export async function keepMoved(journalPath: string, listPath: string): Promise<void> {
  for await (const moved of movedInJournal(journalPath)) {
    if (moved.length > 0) await appendFile(listPath, moved.map(encodeRecord).join(''));
  }
}

/** All files that the job has moved so far, in groups, each once. */
export async function* readMoved(
  journalPath: string,
  listPath: string,
): AsyncGenerator<readonly MovedFile[], void, undefined> {
  const seen = new Set<number>();
  const fresh = (files: readonly MovedFile[]): readonly MovedFile[] =>
    files.filter(({ f }) => !seen.has(f) && seen.add(f) !== undefined);
  for await (const records of recordsIn(listPath)) yield fresh(records as readonly MovedFile[]);
  for await (const moved of movedInJournal(journalPath)) yield fresh(moved);
}

async function* movedInJournal(path: string): AsyncGenerator<readonly MovedFile[], void, undefined> {
  const open = new Map<number, PlannedFile>();
  for await (const values of recordsIn(path)) {
    const moved: MovedFile[] = [];
    for (const value of values) {
      const parsed = jobRecord.safeParse(value);
      if (!parsed.success) return;
      const file = movedBy(parsed.data, open);
      if (file !== null) moved.push(file);
    }
    yield moved;
  }
}

function movedBy(record: JobRecord, open: Map<number, PlannedFile>): MovedFile | null {
  if (record.t === 'upload' || record.t === 'download') {
    open.set(record.f, record);
    return null;
  }
  if (record.t !== 'ended') return null;
  const file = open.get(record.f);
  if (record.outcome !== 'failed') open.delete(record.f);
  if (file === undefined || record.outcome !== 'done') return null;
  const { f, name } = file;
  return {
    f,
    path: file.t === 'upload' ? file.path : '',
    segments: file.t === 'download' ? file.segments : [],
    name,
  };
}

/** The sound records of a file, piece by piece; none when it is missing. */
async function* recordsIn(path: string): AsyncGenerator<readonly unknown[], void, undefined> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return;
  try {
    let rest = Buffer.alloc(0);
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes);
      if (bytesRead === 0) return;
      const piece = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const end = piece.lastIndexOf(newLine) + 1;
      const { values, goodBytes } = decodeRecords(piece.subarray(0, end));
      yield values;
      if (goodBytes < end) return;
      rest = piece.subarray(end);
    }
  } finally {
    await handle.close();
  }
}
