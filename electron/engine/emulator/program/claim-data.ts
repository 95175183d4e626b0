// Ensures that only one process uses the data of a store: two would each write all of it as they know it and undo each
// other's writes. Each process listens on a name of its own beside the data and only then looks for others, so that of
// any number that start at once at most one finds nobody. A process that has ended no longer answers, however it ended.
// On a disk without sockets, the name is a file that identifies the process.
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { isThatProcess, thisProcess } from './named-process';

const lockName = 'store.lock.';
/** Those that found each other look again, each after a pause of its own. */
const mostTries = 5;
const mostPauseMs = 100;
/** A name is there a moment before somebody listens on it. */
const surelyDeadMs = 60_000;

/** For as long as this process lives; `taken` while another one has the folder. Where no name can be had it is ours. */
export async function claimData(folder: string): Promise<'ours' | 'taken'> {
  await mkdir(folder, { recursive: true });
  const data = await realpath(folder);
  return process.platform === 'win32' ? claimPipe(data) : claimFile(data);
}

/** Windows has such names beside its files only, gives each to one process, and takes it back when that is gone. */
async function claimPipe(data: string): Promise<'ours' | 'taken'> {
  const name = `\\\\.\\pipe\\stowage-store-${createHash('sha256').update(data).digest('hex').slice(0, 24)}`;
  // Wine gives one to several.
  if (await answers(data, name)) return 'taken';
  return (await listenAt(data, name)) === 'EADDRINUSE' ? 'taken' : 'ours';
}

async function claimFile(data: string): Promise<'ours' | 'taken'> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const own = `${lockName}${randomUUID()}`;
    const listening = await listenAt(data, own);
    if (typeof listening === 'string' && !(await leaveWord(join(data, own)))) return 'ours';
    process.once('exit', () => rmSync(join(data, own), { force: true }));
    if (!(await areOthersThere(data, own))) return 'ours';
    if (typeof listening !== 'string') listening.close();
    await remove(join(data, own));
    await later(Math.random() * mostPauseMs);
  }
  return 'taken';
}

/** False where nothing can be written: nobody else can either. */
async function leaveWord(path: string): Promise<boolean> {
  const word = await thisProcess();
  return writeFile(path, word, { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

/** A socket's address has room for a hundred characters and is cut off after them: named from within, no folder is too deep. */
function within<Result>(folder: string, act: () => Result): Result {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return act();
  } finally {
    process.chdir(before);
  }
}

/** As long as this process runs, unless it is closed. A code where it cannot. */
function listenAt(data: string, name: string): Promise<Server | string> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve((error as NodeJS.ErrnoException).code ?? '');
    const server = createServer((asked) => asked.destroy());
    server.once('error', fail);
    server.once('listening', () => resolve(server.unref()));
    try {
      // Whoever is not let in to ask could not tell the living from the dead.
      within(data, () => server.listen({ path: name, readableAll: true, writableAll: true }));
    } catch (error) {
      fail(error);
    }
  });
}

async function areOthersThere(data: string, own: string): Promise<boolean> {
  for (const name of await readdir(data)) {
    if (!name.startsWith(lockName) || name === own) continue;
    const path = join(data, name);
    const found = await lstat(path).catch(() => null);
    if (found === null) continue;
    const isThere = found.isFile() ? isThatProcess(await readFile(path, 'utf8').catch(() => '')) : answers(data, name);
    if (await isThere) return true;
    if (Date.now() - found.mtimeMs > surelyDeadMs) await remove(path);
  }
  return false;
}

/** Only what certainly nobody listens on does not: one that is stopped answers nothing and is there all the same. */
function answers(data: string, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = within(data, () => connect(name));
    asking.once('connect', () => {
      asking.destroy();
      resolve(true);
    });
    asking.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

/** What cannot be removed is dead all the same. */
const remove = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined);
