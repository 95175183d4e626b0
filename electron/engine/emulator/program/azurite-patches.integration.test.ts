import { BlobServiceClient, type ContainerClient, ContainerSASPermissions } from '@azure/storage-blob';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { type ClientRequest, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { developmentConnectionString, emulatorArguments, listeningService } from '../embedded-store';

const program = fileURLToPath(new URL('../../../../out/main/emulator.js', import.meta.url));
/** As many contents as the store writes at once. */
const writtenAtOnce = 50;

let dataDir = '';
let child: ChildProcess;
let container: ContainerClient;
let addressOf: (name: string) => string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stowage-given-up-'));
  const started = spawn(process.execPath, [program, ...emulatorArguments({ dataDir })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const blob = await new Promise<string>((resolve) => {
    let endpoint = '';
    createInterface({ input: started.stdout }).on('line', (line) => {
      const listening = listeningService(line);
      if (listening?.service === 'blob') ({ endpoint } = listening);
      if (listening?.service === 'table') resolve(endpoint);
    });
  });
  const endpoints = { blob, table: blob };
  container = BlobServiceClient.fromConnectionString(developmentConnectionString(endpoints)).getContainerClient(
    'store',
  );
  await container.create();
  const signed = await container.generateSasUrl({
    permissions: ContainerSASPermissions.parse('rw'),
    expiresOn: new Date(Date.now() + 3_600_000),
  });
  addressOf = (name) => signed.replace('/store?', `/store/${name}?`);
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Half of a body each. Resolves when the store has them. */
async function halfSent(count: number): Promise<readonly ClientRequest[]> {
  const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-length': '1000' };
  const sent = Array.from({ length: count }, (_, index) => {
    const putting = request(addressOf(`half-${index}`), { method: 'PUT', headers, agent: false });
    return putting.on('error', () => undefined);
  });
  await Promise.all(sent.map((putting) => new Promise((resolve) => putting.write(Buffer.alloc(500), resolve))));
  await answered();
  return sent;
}

/** The store has processed every earlier event of its connections. */
async function answered(): Promise<void> {
  for (let timesRequested = 0; timesRequested < 3; timesRequested += 1) await container.getProperties();
}

const openContents = async (): Promise<number> => {
  const folder = `/proc/${child.pid}/fd`;
  const targets = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')));
  return targets.filter((target) => target.includes('__blobstorage__')).length;
};

describe('aborted requests', () => {
  it('occupy no write slot when they end before their bodies are read', async () => {
    const writing = await halfSent(writtenAtOnce);
    const waiting = await halfSent(writtenAtOnce);
    for (const each of waiting) each.destroy();
    await answered();
    for (const each of writing) each.destroy();
    await container.getBlockBlobClient('whole').upload('whole', 5);
    expect((await container.getBlobClient('whole').downloadToBuffer()).toString()).toBe('whole');
  });

  it.runIf(process.platform === 'linux')('leave no file open when they end during their responses', async () => {
    const blobs = ['in-one', 'in-blocks'];
    const content = Buffer.alloc(32 * MiB);
    await container.getBlockBlobClient('in-one').uploadData(content);
    await container.getBlockBlobClient('in-blocks').uploadData(content, { maxSingleShotSize: MiB, blockSize: 8 * MiB });
    const before = await openContents();
    for (const name of [...blobs, ...blobs]) {
      await new Promise<void>((resolve) => {
        get(addressOf(name), { agent: false }, (answer) => {
          answer.destroy();
          resolve();
        });
      });
    }
    await expect.poll(openContents).toBe(before);
  });
});
