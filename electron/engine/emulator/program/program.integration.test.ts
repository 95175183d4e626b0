import { BlobServiceClient } from '@azure/storage-blob';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { developmentConnectionString, emulatorArguments, listeningService } from '../embedded-store';

const program = fileURLToPath(new URL('../../../../out/main/emulator.js', import.meta.url));
const noSockets = fileURLToPath(new URL('fixtures/no-sockets.cjs', import.meta.url));
let dataDir = '';
/** For Node. */
let before: readonly string[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stowage-emulator-'));
  before = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

type OnLine = (line: string, started: ChildProcess) => void;

/** Runs it until a container is created in it. */
async function startWithContainer(onLine: OnLine = () => undefined) {
  const child = spawn(process.execPath, [...before, program, ...emulatorArguments({ dataDir })], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, STOWAGE_STORE_ENDS_WITH: 'input' },
  });
  const ended = once(child, 'close');
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const blob = await new Promise<string>((resolve) => {
    let endpoint = '';
    lines.on('line', (line) => {
      const listening = listeningService(line);
      if (listening?.service === 'blob') ({ endpoint } = listening);
      // The last to begin.
      if (listening?.service === 'table') resolve(endpoint);
      printed.push(line);
      onLine(line, child);
    });
  });
  const service = BlobServiceClient.fromConnectionString(developmentConnectionString({ blob, table: blob }));
  await service.getContainerClient('not-written-yet').createIfNotExists();
  return { child, ended, summary: printed, service };
}

/** Runs it to its end. */
async function rejectionMessage(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn(process.execPath, [...before, program, ...emulatorArguments({ dataDir })], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stderr.on('data', (piece) => (text += String(piece)));
  expect(await once(child, 'close')).toEqual([1, null]);
  return text;
}

const written = (): Promise<string> => readFile(join(dataDir, '__azurite_db_blob__.json'), 'utf8');

describe('the emulator, when it closes', () => {
  it.each([
    ['again by the same signal', 'SIGTERM', 'SIGTERM'],
    ['again by Ctrl+C', 'SIGTERM', 'SIGINT'],
    ['by Ctrl+C and then by whoever waits for it', 'SIGINT', 'SIGTERM'],
    ['and has its terminal closed', 'SIGTERM', 'SIGHUP'],
  ] as const)('saves its contents when it receives %s while it closes', async (_, first, second) => {
    const {
      child,
      ended,
      summary: printed,
    } = await startWithContainer((line, started) => {
      if (line.includes('Blob service is closing')) started.kill(second);
    });
    child.kill(first);
    await ended;
    // Not by its exit code: the second signal may reach a process that has nothing left to do.
    expect(printed).toContain('Azurite Blob service successfully closed');
    expect(await written()).toContain('not-written-yet');
  });

  it('saves its contents when its parent ends, for example because the terminal was closed', async () => {
    const { child, ended } = await startWithContainer();
    child.kill('SIGHUP');
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(await written()).toContain('not-written-yet');
  });

  it('saves its contents when its parent was killed and its output is not read any more', async () => {
    const { child, ended } = await startWithContainer();
    child.stdout.destroy();
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(await written()).toContain('not-written-yet');
  });
});

describe('the data of a store', () => {
  it('is read where it was killed between writing down a blob and the file that has its content', async () => {
    const names = ['whole', 'in-parts'];
    const first = await startWithContainer();
    const container = first.service.getContainerClient('not-written-yet');
    await container.getBlockBlobClient('whole').upload('whole', 5);
    const inParts = container.getBlockBlobClient('in-parts');
    for (const part of ['in-', 'parts']) await inParts.stageBlock(btoa(part.padEnd(8)), part, part.length);
    await inParts.commitBlockList(['in-', 'parts'].map((part) => btoa(part.padEnd(8))));
    first.child.stdin.end();
    await first.ended;
    const path = join(dataDir, '__azurite_db_blob_extent__.json');
    const contents = JSON.parse(await readFile(path, 'utf8')) as { readonly collections: { data: unknown[] }[] };
    expect(contents.collections[0]?.data).not.toEqual([]);
    for (const collection of contents.collections) collection.data = [];
    await writeFile(path, JSON.stringify(contents));

    const second = await startWithContainer();
    const again = second.service.getContainerClient('not-written-yet');
    const read = await Promise.all(names.map((name) => again.getBlobClient(name).downloadToBuffer()));
    expect(read.map(String)).toEqual(names);
    second.child.stdin.end();
    await second.ended;
    // They are known from now on, and are removed when no process needs them any more.
    const known = await readFile(path, 'utf8');
    for (const file of await readdir(join(dataDir, '__blobstorage__'))) expect(known).toContain(file);
  });

  it('restores everything, including names that a database reserves for itself', async () => {
    const first = await startWithContainer();
    const metadata = { ttl: '5', constraints: 'none', autosavehandle: 'a' };
    await first.service.getContainerClient('not-written-yet').setMetadata(metadata);
    first.child.kill('SIGTERM');
    await first.ended;
    const next = await startWithContainer();
    const found = await next.service.getContainerClient('not-written-yet').getProperties();
    expect(found.metadata).toEqual(metadata);
    next.child.kill('SIGTERM');
    await next.ended;
  });

  it('is used by one process until that has ended, however it ended', async () => {
    const first = await startWithContainer();
    expect(await rejectionMessage()).toContain(`another process runs a store on the data in ${dataDir}.`);
    first.child.kill('SIGSTOP');
    expect(await rejectionMessage(), 'of a machine that slept').toContain('another process');
    first.child.kill('SIGKILL');
    await first.ended;
    const next = await startWithContainer();
    expect(await rejectionMessage()).toContain('another process');
    next.child.kill('SIGTERM');
    expect(await next.ended).toEqual([0, null]);
  });

  it('is used by one process on a disk without sockets, whichever process has its id later', async () => {
    before = ['--require', noSockets];
    const first = await startWithContainer();
    expect(await rejectionMessage()).toContain('another process');
    const lock = join(dataDir, (await readdir(dataDir)).find((name) => name.startsWith('store.lock.')) ?? '');
    const [machine, , ...start] = (await readFile(lock, 'utf8')).split(' ');
    first.child.kill('SIGKILL');
    await first.ended;
    await writeFile(lock, [machine, process.pid, ...start].join(' '));
    const next = await startWithContainer();
    expect(await rejectionMessage()).toContain('another process');
    next.child.kill('SIGTERM');
    expect(await next.ended).toEqual([0, null]);
    expect(
      (await readdir(dataDir)).filter((name) => join(dataDir, name) !== lock && name.startsWith('store.')),
    ).toEqual([]);
  });

  it('is used by one process wherever it is, whatever temporary folder a process was given', async () => {
    const top = dataDir;
    // Longer than the address of a socket may be.
    dataDir = join(top, 'd'.repeat(120));
    const first = await startWithContainer();
    expect(await rejectionMessage({ TMPDIR: top })).toContain('another process');
    expect(await rejectionMessage({ TMPDIR: dataDir })).toContain('another process');
    first.child.kill('SIGKILL');
    await first.ended;
    const next = await startWithContainer();
    next.child.kill('SIGTERM');
    expect(await next.ended).toEqual([0, null]);
    dataDir = top;
  });
});
