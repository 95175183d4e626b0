// The results of a bulk job, one checksummed record per line: rows that a resumed run skips and that undo restores.
import { type FileHandle, open } from 'node:fs/promises';
import { createSerialQueue } from '@shared/serial-queue';
import { cutFile } from '../../../disk/cut-file';
import { setAside } from '../../../disk/whole-file';
import { sizeOf } from '../../journal/append-lines';
import { decodeRecords, encodeRecord } from '../../journal/record-line';
import { type ResultRecord, resultRecord } from './bulk-records';
import { fileLines } from '../../../disk/file-lines';
import { withLocalErrors } from '../../../disk/local-error';

export class ResultsFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #queue = createSerialQueue();

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Passes every valid record to `take`, and later appends after the last of them. The rest is discarded; if that is
   * more than one torn line, the whole file is first saved in a copy.
   * @throws StowageError `local.*`, like the other methods
   */
  static open(path: string, take: (record: ResultRecord) => void): Promise<ResultsFile> {
    return withLocalErrors(path, () => ResultsFile.#open(path, take));
  }

  static async #open(path: string, take: (record: ResultRecord) => void): Promise<ResultsFile> {
    let goodBytes = 0;
    let isDamaged = false;
    for await (const line of fileLines(path)) {
      const record = recordOf(line);
      isDamaged = record === null;
      if (record === null) break;
      take(record);
      goodBytes += line.length;
    }
    if (isDamaged) await setAside(path, Date.now());
    if ((await sizeOf(path)) > goodBytes) await cutFile(path, goodBytes);
    return new ResultsFile(path, await open(path, 'a', 0o600));
  }

  /** Handed to the system when it resolves: killing the process loses nothing. */
  append(records: readonly ResultRecord[]): Promise<void> {
    const lines = records.map(encodeRecord).join('');
    return this.#queue.take(() => withLocalErrors(this.#path, () => this.#file.appendFile(lines)));
  }

  async close(): Promise<void> {
    await this.#queue.ended();
    try {
      await withLocalErrors(this.#path, () => this.#file.sync());
    } finally {
      await this.#file.close();
    }
  }
}

/** Reads up to the first invalid record. A missing file has none. */
export async function* readResults(path: string): AsyncGenerator<ResultRecord, void, undefined> {
  for await (const line of fileLines(path)) {
    const record = recordOf(line);
    if (record === null) return;
    yield record;
  }
}

/** Null for a line that is damaged or that this version does not know. */
function recordOf(line: Buffer): ResultRecord | null {
  return resultRecord.safeParse(decodeRecords(line).values[0]).data ?? null;
}
