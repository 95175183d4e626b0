// What other programs do to the copy of a blob while it is open, and what happens to the blob meanwhile.
import { once } from 'node:events';
import { watch } from 'node:fs';
import { copyFile, open, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { type OpenedCopy, maxOpenedBytes } from '@shared/model/opened';
import { accountsFor } from '../transfers/fixtures/test-bench';
import { useBench } from '../transfers/fixtures/use-bench';
import type { FaultyRequest } from '../../testing/faults';
import { OpenedCopies } from './opened-copies';

const { bench } = useBench();
const context = { signal: new AbortController().signal };
const isWrite = ({ method }: FaultyRequest): boolean => method === 'PUT';

function openRoom(lock: () => boolean = () => false, lines: string[] = []): OpenedCopies {
  const accounts = accountsFor(bench.azurite.descriptor({ blob: bench.proxy.origin }));
  return new OpenedCopies({
    accounts: {
      ...accounts,
      openForWriting: (id) => {
        if (!lock()) return accounts.openForWriting(id);
        return Promise.reject(new StowageError('conflict.read-only', 'Production is locked.'));
      },
    },
    stateDir: bench.stateDir,
    log: (line) => lines.push(line),
    earlierCopies: 'taken',
    fileNameOf: (name) => name.slice(name.lastIndexOf('/') + 1),
  });
}

async function copiesIn(room: OpenedCopies, state: OpenedCopy['state'] | 'none'): Promise<OpenedCopy | undefined> {
  const watching = new AbortController();
  const found = await new Promise<OpenedCopy | undefined>((resolve, reject) => {
    const push = ([first]: readonly OpenedCopy[]): void => {
      if ((first?.state ?? 'none') === state) resolve(first);
    };
    room.streams['opened.watch']({}, { signal: watching.signal, push }).catch(reject);
  });
  watching.abort();
  return found;
}

const put = (name: string, bytes: Buffer | string, encoding = ''): Promise<unknown> =>
  bench.container.getBlockBlobClient(name).upload(bytes, Buffer.byteLength(bytes), {
    blobHTTPHeaders: { blobContentType: 'text/plain', ...(encoding === '' ? {} : { blobContentEncoding: encoding }) },
  });
const bytesOf = (name: string): Promise<Buffer> => bench.container.getBlobClient(name).downloadToBuffer();
const textOf = async (name: string): Promise<string> => (await bytesOf(name)).toString();

async function opened(room: OpenedCopies, name: string): Promise<{ readonly id: string; readonly path: string }> {
  const blob = { connectionId: 'test', container: bench.container.containerName, name };
  const { id } = await room.calls['opened.copy'](blob, context);
  return { id, path: (await room.calls['opened.path']({ copyId: id }, context)).path ?? '' };
}

const save = async (room: OpenedCopies, copyId: string, how: 'if-unchanged' | 'overwrite' = 'if-unchanged') =>
  room.calls['opened.save']({ copyId, how }, context);

const writers: Readonly<Record<string, (path: string, text: string) => Promise<void>>> = {
  'a file renamed over it': async (path, text) => {
    await writeFile(`${path}~`, text);
    await rename(`${path}~`, path);
  },
  'the old file as a backup and a new one': async (path, text) => {
    await rename(path, `${path}.bak`);
    await writeFile(path, text);
    await rm(`${path}.bak`);
  },
  'an emptied file that is then written': async (path, text) => {
    await truncate(path, 0);
    await writeFile(path, text);
  },
  'many small pieces': async (path, text) => {
    const file = await open(path, 'w');
    for (const letter of text) await file.write(letter);
    await file.close();
  },
};

it.each(Object.entries(writers))('edits are saved whole when a program saves by %s', async (_how, write) => {
  await put('notes.txt', 'before');
  const room = openRoom();
  const { id, path } = await opened(room, 'notes.txt');
  for (const text of ['x'.repeat(2000), 'once more']) {
    await write(path, text);
    // Pressed at once: what is still being written is waited for.
    await copiesIn(room, 'edited');
    await save(room, id);
    expect(await textOf('notes.txt')).toBe(text);
    await copiesIn(room, 'unchanged');
  }
  await room.dispose();
});

it('a file that is being written when the user saves is waited for', async () => {
  await put('slow.txt', 'before');
  const room = openRoom();
  const { id, path } = await opened(room, 'slow.txt');
  await writeFile(path, 'first');
  await copiesIn(room, 'edited');
  const watcher = watch(dirname(path));
  const noticed = once(watcher, 'change');
  await truncate(path, 0);
  await noticed;
  watcher.close();
  const saving = save(room, id);
  // Time enough to read an empty file.
  for (let round = 0; round < 20; round += 1) await readFile(path);
  await writeFile(path, 'second, whole');
  await saving;
  expect(await textOf('slow.txt')).toBe('second, whole');
  await room.dispose();
});

it('edits made while a save is under way are noticed, and saved by the next one', async () => {
  await put('twice.txt', 'before');
  const room = openRoom();
  const { id, path } = await opened(room, 'twice.txt');
  await writeFile(path, 'first');
  await copiesIn(room, 'edited');
  bench.proxy.inject({
    fault: { kind: 'meanwhile', act: () => writeFile(path, 'second') },
    when: isWrite,
  });
  await save(room, id);
  expect(await textOf('twice.txt')).toBe('first');
  await copiesIn(room, 'edited');
  await save(room, id);
  expect(await textOf('twice.txt')).toBe('second');
  await room.dispose();
});

it('a blob that was deleted meanwhile is a conflict, and is written again only when told to', async () => {
  await put('gone.txt', 'before');
  const room = openRoom();
  const { id, path } = await opened(room, 'gone.txt');
  await writeFile(path, '');
  await copiesIn(room, 'edited');
  await bench.container.deleteBlob('gone.txt');
  await save(room, id);
  await copiesIn(room, 'conflict');
  expect(await bench.container.getBlobClient('gone.txt').exists()).toBe(false);
  await save(room, id, 'overwrite');
  expect(await textOf('gone.txt')).toBe('');
  await room.dispose();
});

it('a locked account, a lease and a missing file are named, and the edits stay', async () => {
  await put('held.txt', 'before');
  let isLocked = true;
  const room = openRoom(() => isLocked);
  const { id, path } = await opened(room, 'held.txt');
  await writeFile(path, 'edits');
  await copiesIn(room, 'edited');
  await expect(save(room, id)).rejects.toMatchObject({ code: 'conflict.read-only' });
  isLocked = false;
  const lease = bench.container.getBlobClient('held.txt').getBlobLeaseClient();
  await lease.acquireLease(-1);
  await expect(save(room, id)).rejects.toMatchObject({ code: 'conflict.leased' });
  await lease.releaseLease();
  await copyFile(path, join(bench.folder, 'aside'));
  await rm(path);
  await expect(save(room, id)).rejects.toMatchObject({ code: 'local.not-found' });
  expect(await copiesIn(room, 'edited')).toMatchObject({ error: { code: 'local.not-found' } });
  await copyFile(join(bench.folder, 'aside'), path);
  await save(room, id);
  expect(await textOf('held.txt')).toBe('edits');
  await room.dispose();
});

it('what an app that was killed has left is found again: its edits, and nothing else', async () => {
  for (const name of ['edited.txt', 'plain.txt', 'damaged.txt']) await put(name, name);
  const killed = openRoom();
  const [edited, plain, damaged] = [
    await opened(killed, 'edited.txt'),
    await opened(killed, 'plain.txt'),
    await opened(killed, 'damaged.txt'),
  ];
  await writeFile(edited.path, 'mine');
  await writeFile(damaged.path, 'mine too');
  await writeFile(join(dirname(damaged.path), 'copy.json'), '{"connectionId":');
  const lines: string[] = [];
  const room = openRoom(undefined, lines);
  expect(await copiesIn(room, 'edited')).toMatchObject({ name: 'edited.txt' });
  expect(lines).toEqual([expect.stringContaining('damaged')]);
  expect((await readdir(join(bench.stateDir, 'opened'))).sort()).toEqual([edited, damaged].map(({ id }) => id).sort());
  expect(await readFile(damaged.path, 'utf8')).toBe('mine too');
  await expect(readFile(plain.path)).rejects.toThrow();
  await save(room, edited.id);
  expect(await textOf('edited.txt')).toBe('mine');
  await room.dispose();
});

it('compressed content is opened and saved as it is stored, and more than 100 MiB is not opened', async () => {
  const stored = Buffer.from('1f8b0800000000000003cb48cdc9c9070086a6103605000000', 'hex');
  await put('page.txt', stored, 'gzip');
  const room = openRoom();
  const { id, path } = await opened(room, 'page.txt');
  expect((await readFile(path)).equals(stored)).toBe(true);
  const edited = Buffer.concat([stored, stored]);
  await writeFile(path, edited);
  await copiesIn(room, 'edited');
  await save(room, id);
  expect((await bytesOf('page.txt')).equals(edited)).toBe(true);
  const { contentEncoding } = await bench.container.getBlobClient('page.txt').getProperties();
  expect(contentEncoding).toBe('gzip');
  const large = bench.container.getPageBlobClient('large.txt');
  await large.create(maxOpenedBytes + 512);
  await expect(opened(room, 'large.txt')).rejects.toMatchObject({ code: 'invalid.input' });
  await room.dispose();
});
