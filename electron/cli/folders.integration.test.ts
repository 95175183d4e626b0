// Folders and access lists on the command line, in an account with a hierarchical namespace.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningAzurite } from '../testing/azurite';
import { type FakeLake, startFakeLake } from '../testing/fake-dfs';
import { acquireAzurite } from '../testing/shared-azurite';
import { runCommandLine } from './run';

let azurite: RunningAzurite;
let lake: FakeLake;
let dir: string;
beforeAll(async () => {
  azurite = await acquireAzurite();
  lake = await startFakeLake(azurite.blobOrigin);
  dir = await mkdtemp(join(tmpdir(), 'stowage-cli-folders-'));
});
afterAll(async () => {
  await lake.close();
  await azurite.stop();
  await rm(dir, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let [out, err] = ['', ''];
  const code = await runCommandLine({
    args: ['--state-dir', join(dir, 'state'), ...args],
    env: { STOWAGE_CONNECTION_STRING: lake.connectionString },
    streams: { stdout: { write: (text) => (out += String(text)) }, stderr: { write: (text) => (err += text) } },
    signal: new AbortController().signal,
    programPath: join(process.cwd(), 'out/cli/stowage.js'),
  });
  return { code, out, err };
}

it('command line: makes, fills, moves and deletes folders, and changes who has access to them', async () => {
  await mkdir(join(dir, 'files', 'empty'), { recursive: true });
  await writeFile(join(dir, 'files', 'one.txt'), 'one');
  expect(await run('containers', 'create', 'lake')).toMatchObject({ code: 0 });
  expect(await run('folders', 'create', 'lake/a/b')).toMatchObject({ code: 0, out: 'Created the folder lake/a/b.\n' });
  expect(await run('folders', 'create', 'lake/a/b')).toMatchObject({ code: 5 });
  expect(await run('upload', join(dir, 'files'), 'lake/a', '--empty-folders')).toMatchObject({ code: 0 });
  expect((await run('ls', 'lake/a/')).out).toContain('a/files/');
  expect(await run('folders', 'move', 'lake/a', 'lake/c/d')).toMatchObject({
    code: 0,
    out: 'Moved lake/a to lake/c/d.\n',
  });
  expect(await lake.paths('lake')).toEqual([
    ...['c/', 'c/d/', 'c/d/b/', 'c/d/files/', 'c/d/files/empty/', 'c/d/files/one.txt'],
  ]);

  const acl = 'user::rwx,user:app:r-x,group::r-x,mask::r-x,other::---';
  expect(await run('acl', 'set', 'lake/c', '--acl', acl, '--owner', 'me')).toMatchObject({ code: 0 });
  expect((await run('acl', 'get', 'lake/c')).out).toBe(
    `owner        me\ngroup        $superuser\npermissions  rwxr-x---+\n${acl.replaceAll(',', '\n')}\n`,
  );
  expect((await run('acl', 'set', 'lake/c', '--acl', 'user::rwx')).err).toContain('lacks the entry group::');
  lake.switches.denied.add('lake/c/d/files/one.txt');
  const deep = await run('acl', 'set', 'lake/c', '--recursive', '--mode', 'modify', '--acl', 'user:ops:rwx');
  expect(deep).toMatchObject({ code: 1, out: 'Changed the access to 5 folders and 0 files.\n' });
  expect(deep.err).toContain('c/d/files/one.txt: ');

  expect(await run('rm', 'lake/c/', '--yes')).toMatchObject({
    code: 0,
    out: 'Deleted 1 folder with everything in it.\n',
  });
  expect(await lake.paths('lake')).toEqual([]);
});

it('connections add: takes the address of the Data Lake endpoint, and names it when it is wrong', async () => {
  const plain = lake.connectionString.replace(/;DfsEndpoint=.*$/u, '');
  const dfs = `${lake.dfsOrigin}/devstoreaccount1`;
  const wrong = await run('connections', 'add', 'bad', '--connection-string', plain, '--dfs-endpoint', 'lake');
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.err).toContain('DfsEndpoint');
  expect(await run('connections', 'add', 'lake', '--connection-string', plain, '--dfs-endpoint', dfs)).toMatchObject({
    code: 0,
  });
  expect(await run('--connection', 'lake', 'folders', 'create', 'lake/x')).toMatchObject({ code: 0 });
  expect(await lake.paths('lake')).toEqual(['x/']);
  const derived = await run('--connection-string', plain, 'folders', 'move', 'lake/x', 'lake/y');
  expect(derived).toMatchObject({ code: 2 });
  expect(derived.err).toContain('DfsEndpoint');
});
