// Changes to a database since its file was written, in a log file beside it: one line per response of the store that
// changed something. A line is handed to the system before the response is sent, so that killing the store loses
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

/** Every answer begins by it. */
interface Answers {
  writeHead: (this: Answers, ...told: unknown[]) => Answers;
}
const answers = ServerResponse.prototype as unknown as Answers;
const { writeHead } = answers;
answers.writeHead = function (...told) {
  for (const log of logs.values()) log.write();
  return writeHead.apply(this, told);
};

/** Its log, which begins with the first file that is written of it. */
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
  /** Since the file that is there, and while another one is being written, also since that was begun. */
  #files: ChangeFile[] = [];
  #watch: Watch | null = null;
  #isFirst = true;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Everything since the database was last written could be noted. */
  get isWhole(): boolean {
    return this.#files[0]?.isWhole === true;
  }

  /** What is new goes to the system. */
  write(): void {
    const line = this.#watch?.take() ?? null;
    if (line === null) return;
    for (const file of this.#files) file.write(`${line}\n`);
  }

  /** All that the database holds now is about to be written. The name that it has to give to its changes. */
  begin(): string {
    this.write();
    this.#watch ??= new Watch(this.#database);
    const name = randomUUID();
    this.#files.push(new ChangeFile(pathOf(this.#database.filename, name)));
    return name;
  }

  /** What was last begun is on the disk: what changed before is in it. */
  async written(): Promise<void> {
    const current = this.#files.pop();
    if (current === undefined) return;
    for (const file of this.#files) file.remove();
    this.#files = [current];
    if (this.#isFirst) await removeOthers(this.#database.filename, current.path);
    this.#isFirst = false;
  }

  /** What was last begun did not come about. */
  failed(): void {
    this.#files.pop()?.remove();
  }
}

/** Made with its first line. */
class ChangeFile {
  readonly path: string;
  isWhole = true;
  #opened: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  write(line: string): void {
    // After one that is missing no other makes sense.
    if (!this.isWhole) return;
    try {
      this.#opened ??= openSync(this.path, 'w');
      writeFileSync(this.#opened, line);
    } catch {
      // As on a full disk. The database is written as a whole soon, and says what it could not save when it closes.
      this.isWhole = false;
    }
  }

  remove(): void {
    const opened = this.#opened;
    if (opened === null) return;
    // Whatever closing it meets: the number may soon be another file's.
    this.#opened = null;
    try {
      closeSync(opened);
      rmSync(this.path, { force: true });
    } catch {
      // Nothing names it any more, and the next start tries again.
    }
  }
}

function pathOf(database: string, name: string): string {
  return `${database}.${name}.log`;
}

/** Of stores that were killed. */
async function removeOthers(database: string, current: string): Promise<void> {
  const begins = `${basename(database)}.`;
  const names = await readdir(dirname(database)).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(begins) || !name.endsWith('.log') || name === basename(current)) continue;
    await rm(join(dirname(database), name), { force: true }).catch(() => undefined);
  }
}

/** What changed since the file that gives them this name: none where nothing did. Not a line that was cut off. */
export async function readChanges(database: string, name: string): Promise<readonly Changes[]> {
  const changes: Changes[] = [];
  try {
    for await (const line of linesOf(pathOf(database, name))) changes.push(JSON.parse(line) as Changes);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError) && (thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  }
  return changes;
}
