import { BlobServiceClient } from '@azure/storage-blob';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { developmentConnectionString, emulatorArguments, listeningService } from '../embedded-store';

const program = fileURLToPath(new URL('../../../../out/main/emulator.js', import.meta.url));
const watched = fileURLToPath(new URL('fixtures/watched-writes.cjs', import.meta.url));
let dataDir = '';
let child: ChildProcess;
let printed: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stowage-saving-'));
  printed = [];
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the store until a container is created in it; `firstSave`: the result of its first write to disk. */
async function startWithContainer(
  firstSave: 'hold' | 'fail' | 'refuse' | 'refuse-all',
  onLine: (line: string) => void,
): Promise<void> {
  const started = spawn(process.execPath, ['--require', watched, program, ...emulatorArguments({ dataDir })], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, STOWAGE_FIRST_SAVE: firstSave },
  });
  child = started;
  createInterface({ input: started.stderr }).on('line', (line) => printed.push(line));
  const blob = await new Promise<string>((resolve) => {
    let endpoint = '';
    createInterface({ input: started.stdout }).on('line', (line) => {
      printed.push(line);
      const listening = listeningService(line);
      if (listening?.service === 'blob') ({ endpoint } = listening);
      if (listening?.service === 'table') resolve(endpoint);
      onLine(line);
    });
  });
  const service = BlobServiceClient.fromConnectionString(developmentConnectionString({ blob, table: blob }));
  await service.createContainer('kept');
}

const stored = (): Promise<string> => readFile(join(dataDir, '__azurite_db_blob__.json'), 'utf8');

describe('contents of the store', () => {
  it('are on disk when it reports that it closed, even if a save was running when it received the request', async () => {
    await startWithContainer('hold', (line) => {
      if (line === 'saving 1') child.kill('SIGTERM');
      // By then the blobs would have closed too.
      if (line.includes('Table service successfully closed')) child.kill('SIGUSR2');
    });
    await once(child, 'exit');
    expect(await stored()).toContain('"name":"kept"');
    const order = printed.filter((line) => line === 'saved 1' || line.includes('Blob service successfully closed'));
    expect(order).toEqual(['saved 1', 'Azurite Blob service successfully closed']);
  });

  it('is saved again where the disk had no room for it, whether or not more is written', async () => {
    const saved = new Promise<void>((resolve) => {
      void startWithContainer('fail', (line) => {
        if (line === 'saved 2') resolve();
      });
    });
    await saved;
    expect(printed).toEqual(expect.arrayContaining(['saving 1', 'saving 2']));
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(await stored()).toContain('"name":"kept"');
  });

  it.each([
    ['is kept where there is no room for all of it to the end, but for what changed', 'refuse', 0, []],
    [
      'is lost where the disk has no room at all: it says so, and what else it holds is saved',
      'refuse-all',
      1,
      ['What changed last in __azurite_db_blob__.json is lost: ENOSPC: no space left on device, write'],
    ],
  ] as const)('%s', async (_what, firstSave, code, lost) => {
    await startWithContainer(firstSave, () => undefined);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(printed.filter((line) => line.includes('is lost'))).toEqual(lost);
    expect(printed.filter((line) => line.includes('successfully closed'))).toHaveLength(2);
  });
});
