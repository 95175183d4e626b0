// One process holds the data of a store: two would each write all of it as they know it, and undo each other's writes. A
// name that a process listens on is free again as soon as that process is gone, however it ended.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mostTries = 5;

/** For as long as this process lives; `taken` while another one has the folder. Where no name can be had it is ours. */
export async function claimData(folder: string): Promise<'ours' | 'taken'> {
  await mkdir(folder, { recursive: true });
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 24);
  const place =
    process.platform === 'win32' ? `\\\\.\\pipe\\stowage-store-${name}` : join(tmpdir(), `stowage-store-${name}`);
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (await answers(place)) return 'taken';
    if ((await listenAt(place)) !== 'EADDRINUSE') return 'ours';
    await removeDead(place);
  }
  return 'taken';
}

/** What kept it from listening; null for nothing. */
function listenAt(place: string): Promise<string | null> {
  const server: Server = createServer((asked) => asked.destroy());
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    server.listen(place, () => {
      server.unref();
      process.once('exit', () => rmSync(place, { force: true }));
      resolve(null);
    });
  });
}

/** Only what certainly nobody listens on does not: one that is stopped answers nothing and is there all the same. */
function answers(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = connect(place, () => {
      asking.destroy();
      resolve(true);
    });
    asking.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

/** Aside first: by now another process may have found the same, and listen under that name. */
async function removeDead(place: string): Promise<void> {
  const aside = `${place}.${process.pid}`;
  await rename(place, aside).catch(() => undefined);
  await ((await answers(aside)) ? rename(aside, place) : rm(aside, { force: true })).catch(() => undefined);
}
