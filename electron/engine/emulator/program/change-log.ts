// Changes to a database since its file was written, in a log file beside it: one line per response of the store that
// changed something. A line is passed to the system before the response is sent, so that killing the store loses
// nothing that it has acknowledged. Each version of the database file names the log that belongs to it.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'lokijs';
import { type Changes, Watch } from './changes';
import { linesOf } from './lines-of';

const logs = new Map<Database, ChangeLog>();

/** Every response starts with `writeHead`. */
interface Answers {
  writeHead: (this: Answers, ...args: unknown[]) => Answers;
}
const answers = ServerResponse.prototype as unknown as Answers;
const { writeHead } = answers;
answers.writeHead = function (...args) {
  for (const log of logs.values()) log.write();
  return writeHead.apply(this, args);
};

/** The log of a database; it begins when the database's file is first written. */
export function changeLogOf(database: Database): ChangeLog {
  let log = logs.get(database);
  if (log === undefined) {
    log = new ChangeLog(database);
    logs.set(database, log);
  }
  return log;
}

class ChangeLog {
  readonly #database: Database;
  /** The changes since the current file, and, while another file is being written, also those since its start. */
  #files: ChangeFile[] = [];
  #watch: Watch | null = null;
  #isFirst = true;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether every change since the database was last saved could be logged. */
  get isWhole(): boolean {
    return this.#files[0]?.isWhole === true;
  }

  /** Hands new changes to the system. */
  write(): void {
    const line = this.#watch?.take() ?? null;
    if (line === null) return;
    for (const file of this.#files) file.write(`${line}\n`);
  }

  /** Called before the whole database is saved. Returns the name of the log that the new file has to refer to. */
  begin(): string {
    this.write();
    this.#watch ??= new Watch(this.#database);
    const name = randomUUID();
    this.#files.push(new ChangeFile(pathOf(this.#database.filename, name)));
    return name;
  }

  /** The save that began last is on disk; it contains all earlier changes. */
  async written(): Promise<void> {
    const current = this.#files.pop();
    if (current === undefined) return;
    for (const file of this.#files) file.remove();
    this.#files = [current];
    if (this.#isFirst) await removeOthers(this.#database.filename, current.path);
    this.#isFirst = false;
  }

  /** The save that began last has failed. */
  failed(): void {
    this.#files.pop()?.remove();
  }
}

/** Created with its first line. */
class ChangeFile {
  readonly path: string;
  isWhole = true;
  #opened: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  write(line: string): void {
    // After a missing line, later ones are useless.
    if (!this.isWhole) return;
    try {
      this.#opened ??= openSync(this.path, 'w');
      writeFileSync(this.#opened, line);
    } catch {
      // The disk may be full. The whole database is saved soon, and reports on closing what it could not save.
      this.isWhole = false;
    }
  }

  remove(): void {
    const opened = this.#opened;
    if (opened === null) return;
    // Even if closing fails: the descriptor may soon belong to another file.
    this.#opened = null;
    try {
      closeSync(opened);
      rmSync(this.path, { force: true });
    } catch {
      // No database refers to it any more, and the next start attempts to remove it again.
    }
  }
}

function pathOf(database: string, name: string): string {
  return `${database}.${name}.log`;
}

/** Removes the logs that killed stores have left behind. */
async function removeOthers(database: string, current: string): Promise<void> {
  const begins = `${basename(database)}.`;
  const names = await readdir(dirname(database)).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(begins) || !name.endsWith('.log') || name === basename(current)) continue;
    await rm(join(dirname(database), name), { force: true }).catch(() => undefined);
  }
}

/** The changes since the file that refers to this log; empty if there are none. Omits a torn last line. */
export async function readChanges(database: string, name: string): Promise<readonly Changes[]> {
  const changes: Changes[] = [];
  try {
    for await (const line of linesOf(pathOf(database, name))) changes.push(JSON.parse(line) as Changes);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError) && (thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  }
  return changes;
}
