// The rejected rows of an import: stored one per line beside the journal while it runs, in the order in which their
// batches were rejected, and returned in the order of the input on request.
import { type FileHandle, open } from 'node:fs/promises';
import type { SettledReading } from '@shared/model/table-import';
import type { RejectedRow } from '@shared/model/table-job';
import { fileLines, linesIn } from '../../../disk/file-lines';
import { readIfExists } from '../../../disk/read-if-exists';
import { withLocalErrors } from '../../../disk/local-error';
import { replaceFile } from '../../../disk/replace-file';
import { writeBeside } from '../../../disk/whole-file';
import { type StoredRejection, storedRejection } from './import-records';
import { rejectsHead, rejectsLine, rejectsTail, shownText } from './rejected-text';

export class RejectsFile {
  readonly #path: string;
  #file: FileHandle | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * On the disk when it resolves: the record that these rows are settled must not outlive them.
   * @throws StowageError `local.*`
   */
  async append(rows: readonly StoredRejection[]): Promise<void> {
    if (rows.length === 0) return;
    await withLocalErrors(this.#path, async () => {
      this.#file ??= await open(this.#path, 'a', 0o600);
      await this.#file.appendFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await this.#file.datasync();
    });
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  /**
   * Skips rows that `isSettled` does not know: a killed run stored them without recording that.
   * @throws StowageError `local.*`
   */
  keepOnly(isSettled: (index: number) => boolean): Promise<void> {
    return withLocalErrors(this.#path, () => this.#keepOnly(isSettled));
  }

  async #keepOnly(isSettled: (index: number) => boolean): Promise<void> {
    await this.close();
    // The bytes are on the disk before the name: the journal calls these rows settled already.
    await writeBeside(
      this.#path,
      async (file) => {
        const seen = new Set<number>();
        for await (const row of this.rows()) {
          if (!isSettled(row.index) || seen.has(row.index)) continue;
          seen.add(row.index);
          await file.appendFile(`${JSON.stringify(row)}\n`);
        }
      },
      0o600,
    );
  }

  async *rows(): AsyncGenerator<StoredRejection, void, undefined> {
    for await (const line of fileLines(this.#path)) {
      const row = parsed(line.toString('utf8'));
      if (row !== null) yield row;
    }
  }

  /** The first rows, for display. */
  async first(limit: number, delimiter: string): Promise<RejectedRow[]> {
    const found: RejectedRow[] = [];
    for await (const { line, code, message, raw } of this.#inOrder(limit)) {
      found.push({ line, code, message, text: shownText(raw, delimiter) });
    }
    return found;
  }

  async *#inOrder(limit = Infinity): AsyncGenerator<StoredRejection, void, undefined> {
    const file = await readIfExists(this.#path, (path) => open(path, 'r'), null);
    if (file === null) return;
    try {
      // `keepOnly` may replace the file meanwhile.
      for (const { start, bytes } of await rangesInOrder(file, limit)) {
        const line = Buffer.alloc(bytes);
        await file.read(line, 0, bytes, start);
        const row = parsed(line.toString('utf8'));
        if (row !== null) yield row;
      }
    } finally {
      await file.close();
    }
  }

  /**
   * Writes all rows in the format of the input, completely or not at all. @returns how many
   * @throws StowageError `local.*`
   */
  async writeOut(target: string, reading: SettledReading, headerCells: readonly string[]): Promise<number> {
    let count = 0;
    await withLocalErrors(target, () =>
      replaceFile(target, async (file) => {
        await file.appendFile(rejectsHead(reading, headerCells));
        for await (const row of this.#inOrder()) {
          await file.appendFile(rejectsLine(reading, row, headerCells, count));
          count += 1;
        }
        await file.appendFile(rejectsTail(reading));
      }),
    );
    return count;
  }
}

/** Read without the rest of the line, because there may be a million. */
const indexAtStart = /^\{"index":(\d+),/;

interface LineRange {
  readonly index: number;
  readonly start: number;
  readonly bytes: number;
}

/** Where the rows that come first in the input stand in the file; rows may be long, so they are not held. */
async function rangesInOrder(file: FileHandle, limit: number): Promise<readonly LineRange[]> {
  const positions: LineRange[] = [];
  let start = 0;
  for await (const line of linesIn(file)) {
    const index = indexAtStart.exec(line.toString('latin1', 0, 32))?.[1];
    if (index !== undefined) positions.push({ index: Number(index), start, bytes: line.length });
    start += line.length;
  }
  return positions.sort((left, right) => left.index - right.index).slice(0, limit);
}

function parsed(line: string): StoredRejection | null {
  try {
    return storedRejection.parse(JSON.parse(line));
  } catch {
    // An incomplete line of a killed run.
    return null;
  }
}
