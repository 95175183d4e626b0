// Connections to one of the two services only, and commands that need the other one.
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from './run';

const sas = `sv=2024-11-04&ss=bt&srt=sco&sp=rwl&se=2099-01-01T00:00:00Z&sig=${encodeURIComponent(`${'A'.repeat(43)}=`)}`;

it.each([
  ['TableEndpoint', ['tables', 'list']],
  ['TableEndpoint', ['query', 'Orders']],
  ['TableEndpoint', ['export', 'Orders', 'FOLDER/orders.csv']],
  ['TableEndpoint', ['import', 'Orders', 'FOLDER/rows.csv', '--pk', 'A', '--rk', 'B']],
  ['TableEndpoint', ['entity', 'get', 'Orders', 'a', 'b']],
  ['BlobEndpoint', ['containers', 'list']],
  ['BlobEndpoint', ['ls', 'cargo']],
  ['BlobEndpoint', ['rm', 'cargo/', '--yes']],
  ['BlobEndpoint', ['upload', 'FOLDER/rows.csv', 'cargo']],
  ['BlobEndpoint', ['upload', 'FOLDER/rows.csv', 'cargo', '--dry-run']],
  ['BlobEndpoint', ['download', 'cargo/a', 'FOLDER/back']],
])('%s is reported as missing: stowage %j', async (endpoint, args) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-one-service-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'rows.csv'), 'A,B\n1,2\n');
  const other = endpoint === 'TableEndpoint' ? 'BlobEndpoint' : 'TableEndpoint';
  const connection = `${other}=http://127.0.0.1:9/quay;SharedAccessSignature=${sas}`;
  let err = '';
  const code = await runCommandLine({
    args: [
      '--state-dir',
      join(folder, 'state'),
      '--connection-string',
      connection,
      ...args.map((arg) => arg.replace('FOLDER', folder)),
    ],
    env: {},
    streams: { stdout: { write: () => undefined }, stderr: { write: (text) => (err += text) } },
    signal: new AbortController().signal,
    programPath: resolve('out/cli/stowage.js'),
  });
  const kind = endpoint === 'TableEndpoint' ? 'tables' : 'blobs';
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(`${endpoint} is missing in this connection, so the ${kind} of quay cannot be accessed.`),
  ]);
});

it.skipIf(process.platform === 'win32')('says that the folder of the shell is gone', async () => {
  const before = process.cwd();
  const state = await mkdtemp(join(tmpdir(), 'stowage-state-'));
  onTestFinished(() => {
    process.chdir(before);
    rmSync(state, { recursive: true });
  });
  const programPath = resolve('out/cli/stowage.js');
  const folder = await mkdtemp(join(tmpdir(), 'stowage-gone-'));
  process.chdir(folder);
  rmSync(folder, { recursive: true });
  let err = '';
  const code = await runCommandLine({
    args: [
      '--state-dir',
      state,
      '--connection-string',
      `BlobEndpoint=http://127.0.0.1:9/quay;SharedAccessSignature=${sas}`,
      'download',
      'cargo/a',
      '.',
    ],
    env: {},
    streams: { stdout: { write: () => undefined }, stderr: { write: (text) => (err += text) } },
    signal: new AbortController().signal,
    programPath,
  });
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('The working folder is gone.')]);
  expect(code).not.toBe(0);
});
