// Ensures that only one process uses the data of a store: two would each write all of it from memory and undo each
// other's writes. Each process listens on a unique name beside the data and only then checks for others, so that of any
// number that start at once at most one finds no other. A process that has ended no longer answers, however it ended.
// On a disk without sockets, the name is a file that identifies the process.
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { isThatProcess, thisProcess } from './named-process';

const lockName = 'store.lock.';
/** Processes that found each other check again, each after a random pause. */
const maxAttempts = 5;
const maxPauseMs = 100;
/** A socket's name exists a moment before its process listens. */
const surelyDeadMs = 60_000;

/** Claims the folder until this process ends; `taken` if another one has it. A read-only folder counts as ours. */
export async function claimData(folder: string): Promise<'ours' | 'taken'> {
  await mkdir(folder, { recursive: true });
  const data = await realpath(folder);
  return process.platform === 'win32' ? claimPipe(data) : claimFile(data);
}

/** On Windows such names are not in the file system; each belongs to one process and is released when that ends. */
async function claimPipe(data: string): Promise<'ours' | 'taken'> {
  const name = `\\\\.\\pipe\\stowage-store-${createHash('sha256').update(data).digest('hex').slice(0, 24)}`;
  // Wine lets several processes have the same name.
  if (await answers(data, name)) return 'taken';
  return (await listenAt(data, name)) === 'EADDRINUSE' ? 'taken' : 'ours';
}

async function claimFile(data: string): Promise<'ours' | 'taken'> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const own = `${lockName}${randomUUID()}`;
    const listening = await listenAt(data, own);
    if (typeof listening === 'string' && !(await leaveMarker(join(data, own)))) return 'ours';
    process.once('exit', () => rmSync(join(data, own), { force: true }));
    if (!(await hasOtherClaims(data, own))) return 'ours';
    if (typeof listening !== 'string') listening.close();
    await remove(join(data, own));
    await later(Math.random() * maxPauseMs);
  }
  return 'taken';
}

/** False if nothing can be written there, so that no other process can write either. */
async function leaveMarker(path: string): Promise<boolean> {
  const marker = await thisProcess();
  return writeFile(path, marker, { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

/** A socket's address is cut off after a hundred characters; relative to the folder itself, no path is too long. */
function within<Result>(folder: string, act: () => Result): Result {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return act();
  } finally {
    process.chdir(before);
  }
}

/** Listens until closed or until this process ends. Returns an error code if it cannot. */
function listenAt(data: string, name: string): Promise<Server | string> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve((error as NodeJS.ErrnoException).code ?? '');
    const server = createServer((connection) => connection.destroy());
    server.once('error', fail);
    server.once('listening', () => resolve(server.unref()));
    try {
      within(data, () => server.listen({ path: name }));
    } catch (error) {
      fail(error);
    }
  });
}

async function hasOtherClaims(data: string, own: string): Promise<boolean> {
  for (const name of await readdir(data)) {
    if (!name.startsWith(lockName) || name === own) continue;
    const path = join(data, name);
    const found = await lstat(path).catch(() => null);
    if (found === null) continue;
    const exists = found.isFile() ? isThatProcess(await readFile(path, 'utf8').catch(() => '')) : answers(data, name);
    if (await exists) return true;
    if (Date.now() - found.mtimeMs > surelyDeadMs) await remove(path);
  }
  return false;
}

/**
 * False only if certainly no process listens: a stopped process does not answer but still exists, and another user's,
 * which cannot be queried, may be alive.
 */
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

/** A socket that cannot be removed is dead all the same. */
const remove = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined);
