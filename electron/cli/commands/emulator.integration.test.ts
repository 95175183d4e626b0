import { BlobServiceClient } from '@azure/storage-blob';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir = '';
let emulator: ChildProcess;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-cli-store-'));
});
afterEach(async () => {
  emulator.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});

it('stowage emulator reports data that could not be saved at its end, and exits with an error', async () => {
  const data = join(dir, 'data');
  const args = [resolve('out/cli/stowage.js'), '--state-dir', join(dir, 'state'), 'emulator', '--json', '--data', data];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  emulator = started;
  let err = '';
  started.stderr.on('data', (piece) => (err += String(piece)));
  const [first] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
  const { connectionString } = JSON.parse(first) as { readonly connectionString: string };
  // Nothing can be written where it writes.
  await rename(data, join(dir, 'away'));
  await writeFile(data, 'no folder');
  await BlobServiceClient.fromConnectionString(connectionString).createContainer('not-written');
  started.kill('SIGTERM');
  expect(await once(started, 'close')).toEqual([1, null]);
  expect(err).toContain('What changed last in __azurite_db_blob__.json is lost: ENOTDIR');
});
