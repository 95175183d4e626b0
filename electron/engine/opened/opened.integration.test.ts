import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OpenedCopy } from '@shared/model/opened';
import { accountsFor } from '../transfers/fixtures/test-bench';
import { useBench } from '../transfers/fixtures/use-bench';
import { OpenedCopies } from './opened-copies';

const { bench } = useBench();
const context = { signal: new AbortController().signal };

function openRoom(): OpenedCopies {
  return new OpenedCopies({
    accounts: accountsFor(bench.azurite.descriptor()),
    stateDir: bench.stateDir,
    log: () => undefined,
    earlierCopies: 'taken',
    fileNameOf: (name) => name.slice(name.lastIndexOf('/') + 1),
  });
}
/** Resolves with the copies once they are in this state. */
async function copiesIn(room: OpenedCopies, state: OpenedCopy['state']): Promise<OpenedCopy> {
  const watching = new AbortController();
  const found = await new Promise<OpenedCopy>((resolve, reject) => {
    const push = (copies: readonly OpenedCopy[]): void => {
      const [first] = copies;
      if (first?.state === state) resolve(first);
    };
    room.streams['opened.watch']({}, { signal: watching.signal, push }).catch(reject);
  });
  watching.abort();
  return found;
}
async function put(name: string, text: string): Promise<{ connectionId: string; container: string; name: string }> {
  await bench.container.getBlockBlobClient(name).upload(text, text.length, {
    blobHTTPHeaders: { blobContentType: 'text/x-log' },
    metadata: { origin: 'quay' },
    tags: { colour: 'red + blue' },
  });
  return { connectionId: 'test', container: bench.container.containerName, name };
}
const textOf = async (name: string): Promise<string> =>
  (await bench.container.getBlobClient(name).downloadToBuffer()).toString();

it('opened copy: is private, notices edits, and saves them under the ETag that was read', async () => {
  const blob = await put('logs/day.log', 'one');
  const room = openRoom();
  const { id } = await room.calls['opened.copy'](blob, context);
  const { path } = await room.calls['opened.path']({ copyId: id }, context);
  expect(await readFile(path ?? '', 'utf8')).toBe('one');
  if (process.platform !== 'win32') expect((await stat(path ?? '')).mode & 0o777).toBe(0o600);
  await writeFile(path ?? '', 'two');
  await copiesIn(room, 'edited');
  await room.calls['opened.save']({ copyId: id, how: 'if-unchanged' }, context);
  await copiesIn(room, 'unchanged');
  const client = bench.container.getBlobClient('logs/day.log');
  const { contentType, metadata } = await client.getProperties();
  expect([await textOf('logs/day.log'), contentType, metadata?.origin, (await client.getTags()).tags]).toEqual([
    'two',
    'text/x-log',
    'quay',
    { colour: 'red + blue' },
  ]);
  // Edited and changed at the service: nothing is overwritten until the user says so.
  await writeFile(path ?? '', 'mine');
  await copiesIn(room, 'edited');
  await put('logs/day.log', 'theirs');
  await room.calls['opened.save']({ copyId: id, how: 'if-unchanged' }, context);
  await copiesIn(room, 'conflict');
  expect(await textOf('logs/day.log')).toBe('theirs');
  // Edits survive the app, and a taken name is not overwritten either.
  await room.dispose();
  const next = openRoom();
  const left = await copiesIn(next, 'edited');
  await expect(
    Promise.resolve(next.calls['opened.save']({ copyId: left.id, how: 'if-unchanged', as: 'logs/day.log' }, context)),
  ).rejects.toMatchObject({ code: 'conflict.target-exists' });
  await next.calls['opened.save']({ copyId: left.id, how: 'if-unchanged', as: 'logs/mine.log' }, context);
  expect([await textOf('logs/mine.log'), await textOf('logs/day.log')]).toEqual(['mine', 'theirs']);
  expect(await readdir(join(bench.stateDir, 'opened'))).toEqual([]);
  await next.calls['opened.copy'](blob, context);
  await next.dispose();
  expect(await readdir(join(bench.stateDir, 'opened'))).toEqual([]);
});

it('opened copy: rejects programs and scripts, which the system would run', async () => {
  const room = openRoom();
  const blob = await put('tools/run.SH', 'rm');
  await expect(Promise.resolve(room.calls['opened.copy'](blob, context))).rejects.toMatchObject({
    code: 'invalid.input',
  });
  await room.dispose();
});

it('edited text: is rejected where the blob was changed or deleted, and overwrites only when told to', async () => {
  const blob = await put('a.json', '{}');
  const room = openRoom();
  const { etag = '' } = await bench.container.getBlobClient('a.json').getProperties();
  await put('a.json', '[]');
  const write = (text: string, against: string | null): unknown =>
    room.calls['opened.write-text']({ ...blob, text, etag: against }, context);
  await expect(Promise.resolve(write('1', etag))).rejects.toMatchObject({ code: 'conflict.etag-changed' });
  expect(await textOf('a.json')).toBe('[]');
  await write('1', null);
  expect(await textOf('a.json')).toBe('1');
  await bench.container.getBlobClient('a.json').delete();
  await expect(Promise.resolve(write('2', etag))).rejects.toMatchObject({ code: 'conflict.etag-changed' });
  await write('2', null);
  expect(await textOf('a.json')).toBe('2');
  await room.dispose();
});
