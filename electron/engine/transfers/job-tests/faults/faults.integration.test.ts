// Faults of the network, the service and the disk that no other file of this folder covers; the table is
// docs/faults.md.
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
} from '@azure/storage-blob';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TransferOptions } from '@shared/model/transfer';
import { KiB, MiB } from '@shared/units';
import { emulatorAccountKey, emulatorAccountName } from '../../../../testing/azurite';
import { type Fault, type FaultyRequest, serviceHeaders } from '../../../../testing/faults';
import { canMountDisks, mountSmallDisk } from '../../../../testing/small-disk';
import type { JobHandle, Transfers } from '../../api';
import { accountsFor } from '../../fixtures/test-bench';
import { answered, isBlock, isGet } from '../../fixtures/requests';
import { storeBlob } from '../../fixtures/store-blob';
import { useBench } from '../../fixtures/use-bench';

const { bench, store } = useBench();

const blocks = { blockBytes: 256 * KiB, concurrency: 2 } as const;
const isList = (request: FaultyRequest): boolean => request.query.get('comp') === 'list';

const upload = (
  paths: readonly string[],
  options: Partial<TransferOptions> = blocks,
  room: Transfers = bench.transfers,
): Promise<JobHandle> =>
  room.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths,
    options: bench.options(options),
  });
const download = (targetDir = join(bench.folder, 'target'), room: Transfers = bench.transfers): Promise<JobHandle> =>
  room.downloadTo({
    connectionId: 'test',
    container: bench.container.containerName,
    selection: [{ kind: 'prefix', prefix: '', as: '' }],
    targetDir,
    options: bench.options(blocks),
  });
const held = (name: string): Promise<Buffer> => bench.container.getBlobClient(name).downloadToBuffer();
/** A SAS of the account for blobs, with rights as letters. */
const sasFor = (rights: string): string =>
  generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + 600_000),
      permissions: AccountSASPermissions.parse(rights),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      services: AccountSASServices.parse('b').toString(),
    },
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  ).toString();

describe('a service in trouble', () => {
  it.each([429, 408, 502, 504])('that responds with %i is retried for that block alone', async (status) => {
    bench.proxy.inject({ fault: { kind: 'answer', status, headers: serviceHeaders() }, when: isBlock, skip: 1 });
    const path = await bench.file('big.bin', 1 * MiB);
    expect(await (await upload([path])).ended).toMatchObject({ state: 'done', files: 1, failedCount: 0, retries: 1 });
    expect(bench.requests().filter(isBlock)).toHaveLength(5);
    expect((await held('big.bin')).equals(await readFile(path))).toBe(true);
  });

  it('that fails once is retried by a download for that range alone', async () => {
    const content = await storeBlob(bench, 'down.bin', 1 * MiB);
    bench.proxy.inject({ fault: { kind: 'answer', status: 500, headers: serviceHeaders() }, when: isGet, skip: 1 });
    expect(await (await download()).ended).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    const gets = bench.requests().filter(isGet);
    const rangeOf = (request: FaultyRequest): unknown => request.headers['x-ms-range'];
    expect(gets).toHaveLength(5);
    expect(new Set(gets.map(rangeOf)).size).toBe(4);
    const rejected = gets.find(({ status }) => status === 500) ?? expect.unreachable();
    expect(gets.filter((request) => rangeOf(request) === rangeOf(rejected))).toHaveLength(2);
    expect((await readFile(join(bench.folder, 'target', 'down.bin'))).equals(content)).toBe(true);
  });

  it('that stored a block but responded with 500 receives it again, and stores it once', async () => {
    bench.proxy.inject({ fault: { kind: 'answer-after', status: 500 }, when: isBlock, skip: 1 });
    const path = await bench.file('big.bin', 1 * MiB);
    expect(await (await upload([path])).ended).toMatchObject({ state: 'done', files: 1 });
    const ids = bench
      .requests()
      .filter(isBlock)
      .map(({ query }) => query.get('blockid'));
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(4);
    const { committedBlocks } = await bench.container.getBlockBlobClient('big.bin').getBlockList('all');
    expect(committedBlocks).toHaveLength(4);
    expect((await held('big.bin')).equals(await readFile(path))).toBe(true);
  });

  it.each<Fault>([
    { kind: 'short-body', bytes: 900 },
    { kind: 'reset-download', afterBytes: 900 },
    { kind: 'cut-body', bytes: 900 },
  ])('whose blob listing breaks off is requested again, never treated as complete: $kind', async (fault) => {
    for (let n = 0; n < 12; n += 1) await storeBlob(bench, `many/${n}.bin`, 100);
    const cut = bench.proxy.inject({ fault, when: isList });
    expect(await (await download()).ended).toMatchObject({ state: 'done', files: 12, failedCount: 0 });
    expect(cut.hits()).toBe(1);
    expect(bench.requests().filter(isList)).toHaveLength(2);
    expect(await readdir(join(bench.folder, 'target', 'many'))).toHaveLength(12);
  });

  it.each<Fault>([
    { kind: 'short-body', bytes: 900 },
    { kind: 'cut-body', bytes: 900 },
  ])('whose list of blobs breaks off each time fails the job, and nothing of the part comes: $kind', async (fault) => {
    for (let n = 0; n < 12; n += 1) await storeBlob(bench, `many/${n}.bin`, 100);
    bench.proxy.inject({ fault, when: isList, times: Infinity });
    expect(await (await download()).ended).toMatchObject({
      state: 'failed',
      files: 0,
      failedCount: 1,
      stoppedBy: { code: 'network.truncated' },
    });
    expect(bench.requests().filter(isGet)).toEqual([]);
    expect(await readdir(bench.folder)).not.toContain('target');
  });

  it('whose block list is truncated is requested again, and only missing blocks are sent', async () => {
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 2, times: Infinity });
    const path = await bench.file('big.bin', 1 * MiB);
    const job = await upload([path]);
    await answered(bench, isBlock, 2);
    await job.interrupt();
    hang.remove();
    const isBlockList = ({ method, query }: FaultyRequest): boolean =>
      method === 'GET' && query.get('comp') === 'blocklist';
    const cut = bench.proxy.inject({ fault: { kind: 'cut-body', bytes: 100 }, when: isBlockList, times: 2 });
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', failedCount: 0 });
    expect(cut.hits()).toBe(2);
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(2);
    expect((await held('big.bin')).equals(await readFile(path))).toBe(true);
  });

  it('whose clock differs from ours is reported with the minutes, and finished work is retained', async () => {
    const date = new Date(Date.now() - 20 * 60_000).toUTCString();
    const headers = serviceHeaders({ date, 'x-ms-error-code': 'AuthenticationFailed' });
    const skewed = bench.proxy.inject({
      fault: { kind: 'answer', status: 403, headers },
      when: isBlock,
      skip: 2,
      times: 100,
    });
    const path = await bench.file('big.bin', 1 * MiB);
    const job = await upload([path]);
    expect(await job.ended).toMatchObject({
      state: 'paused',
      failedCount: 0,
      stoppedBy: { code: 'auth.clock-skew', message: expect.stringContaining('20 minutes') as string },
    });
    expect(bench.transfers.jobs()[0]?.note).toContain('off by 20 minutes');
    skewed.remove();
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().slice(before).filter(isBlock).length).toBeLessThanOrEqual(2);
  });
});

describe('a silent line', () => {
  it('is detected before a response and in the middle of a body, and the request is retried', async () => {
    const content = await storeBlob(bench, 'down.bin', 1 * MiB);
    const failures: string[] = [];
    bench.metrics.onRequest(({ operation, errorCode }) => {
      if (errorCode !== '') failures.push(`${operation} ${errorCode}`);
    });
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ method }) => method === 'PUT' });
    const stall = bench.proxy.inject({ fault: { kind: 'stall-download', afterBytes: 1000 }, when: isGet });
    const up = await upload([await bench.file('up.bin', 1000)]);
    const down = await download();
    expect(await down.ended).toMatchObject({ state: 'done', failedCount: 0 });
    expect(await up.ended).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    expect([hang.hits(), stall.hits()]).toEqual([1, 1]);
    expect((await readFile(join(bench.folder, 'target', 'down.bin'))).equals(content)).toBe(true);
    // By its separate limit, whose code differs from that of a request that takes too long altogether.
    expect(failures.sort()).toEqual(['GetBlob network.stalled', 'PutBlob network.timeout']);
  }, 120_000);
});

/** How many of as many equal ranges the one unfinished file in the folder holds. */
async function rangesWritten(folder: string, content: Buffer, ranges: number): Promise<number> {
  const [name] = await readdir(folder);
  if (name === undefined) return 0;
  const written = await readFile(join(folder, name));
  const length = content.length / ranges;
  return Array.from({ length: ranges }, (_, index) => index * length).filter((from) =>
    written.subarray(from, from + length).equals(content.subarray(from, from + length)),
  ).length;
}

describe('a disk that takes nothing any more', () => {
  // A separate disk needs the right to mount one.
  it.runIf(canMountDisks())('fails the file, retains its stored part, and resumes from there', async () => {
    const disk = join(bench.folder, 'disk');
    await mkdir(disk);
    mountSmallDisk(disk, 8);
    try {
      const content = await storeBlob(bench, 'some.bin', 2 * MiB);
      const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, skip: 4, times: 100 });
      const job = await download(disk);
      await expect.poll(() => hang.hits(), { timeout: 20_000 }).toBeGreaterThan(0);
      // A range that came and is not in the file yet would come again.
      await expect.poll(() => rangesWritten(disk, content, 8), { timeout: 20_000 }).toBe(4);
      await job.interrupt();
      hang.remove();
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      const summary = await (await bench.transfers.resume(job.jobId)).ended;
      expect(summary).toMatchObject({ state: 'failed', failedCount: 1 });
      expect(summary.failed[0]).toMatchObject({ code: 'local.denied', source: 'some.bin' });
      expect(await readdir(disk)).toEqual([expect.stringMatching(/\.part$/u)]);

      execFileSync('mount', ['-o', 'remount,rw', disk]);
      const before = bench.requests().length;
      expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
      expect(bench.requests().slice(before).filter(isGet)).toHaveLength(8 - 4);
      expect(await readdir(disk)).toEqual(['some.bin']);
      expect((await readFile(join(disk, 'some.bin'))).equals(content)).toBe(true);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('a link in the source', () => {
  it('is skipped and reported, whether it leads to a file or a folder', async () => {
    await bench.file('outside/secret.txt', 10);
    await bench.file('tree/real.txt', 10);
    await symlink(join(bench.folder, 'outside'), join(bench.folder, 'tree', 'folder'));
    await symlink(join(bench.folder, 'outside', 'secret.txt'), join(bench.folder, 'tree', 'file.txt'));
    expect(await (await upload([join(bench.folder, 'tree')])).ended).toMatchObject({ state: 'done', files: 1 });
    const names: string[] = [];
    for await (const { name } of bench.container.listBlobsFlat()) names.push(name);
    expect(names).toEqual(['tree/real.txt']);
    expect(bench.transfers.jobs()[0]?.note).toContain('skipped');
  });
});

describe('a SAS that may only read', () => {
  it('is named by the upload that it stops, and downloads continue', async () => {
    const content = await storeBlob(bench, 'some.bin', 1000);
    const { endpoints, ...rest } = store.azurite.descriptor({ blob: store.proxy.origin });
    const room = bench.roomWith({
      accounts: accountsFor({ ...rest, endpoints, credential: { kind: 'sas', token: sasFor('rl') } }),
    });
    expect(await (await upload([await bench.file('new.bin', 1 * MiB)], blocks, room)).ended).toMatchObject({
      state: 'paused',
      stoppedBy: { code: 'auth.sas-lacks-right', context: { right: 'write' } },
    });
    expect(await (await download(undefined, room)).ended).toMatchObject({ state: 'done', files: 1 });
    expect((await readFile(join(bench.folder, 'target', 'some.bin'))).equals(content)).toBe(true);
  });
});

describe('a secret', () => {
  it('appears in no journal and in nothing sent to the window', async () => {
    const sas = sasFor('rwdlac');
    const signature = new URLSearchParams(sas).get('sig') ?? '';
    const reported: string[] = [];
    for (const credential of [
      { kind: 'sas', token: sas } as const,
      { kind: 'key', accountName: emulatorAccountName, accountKey: emulatorAccountKey } as const,
    ]) {
      const { endpoints, ...rest } = store.azurite.descriptor({ blob: store.proxy.origin });
      const room = bench.roomWith({ accounts: accountsFor({ ...rest, endpoints, credential }) });
      const paths = [await bench.file(`${credential.kind}.bin`, 1 * MiB), join(bench.folder, 'gone.bin')];
      const rejected = bench.proxy.inject({
        fault: { kind: 'answer', status: 403, headers: serviceHeaders({ 'x-ms-error-code': 'AuthenticationFailed' }) },
        when: isBlock,
        skip: 1,
      });
      const job = await upload(paths, blocks, room);
      const stop = job.onEvent((event) => reported.push(JSON.stringify(event)));
      reported.push(JSON.stringify(await job.ended));
      stop();
      expect(rejected.hits()).toBe(1);
      reported.push(JSON.stringify(room.jobs()));
    }
    const jobsDir = join(bench.stateDir, 'jobs');
    const journals = await readdir(jobsDir);
    expect(journals.length).toBeGreaterThanOrEqual(2);
    for (const name of journals) reported.push(await readFile(join(jobsDir, name), 'utf8'));
    const all = reported.join('\n');
    expect(all).toContain('sas.bin');
    for (const secret of [signature, encodeURIComponent(signature), emulatorAccountKey]) {
      expect(all).not.toContain(secret);
    }
  });
});
