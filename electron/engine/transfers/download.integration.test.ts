import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import type { TransferOptions } from '@shared/model/transfer';
import { blobPath } from '../blobs/blob-path';
import type { DownloadSelection, JobHandle, JobSummary } from './api';
import { type Bench, accountsFor, md5, openBench, startStore } from './fixtures/test-bench';
import { givenUp, isGet } from './fixtures/requests';

let store: Awaited<ReturnType<typeof startStore>>;
let bench: Bench;
let target: string;
beforeAll(async () => {
  store = await startStore();
});
afterAll(async () => {
  await store.proxy.dispose();
  await store.azurite.stop();
});
beforeEach(async () => {
  bench = await openBench(store);
  target = join(bench.folder, 'target');
});
afterEach(() => bench.dispose());

const blocks = { blockBytes: 256 * KiB } as const;
const all: DownloadSelection = { kind: 'prefix', prefix: '', as: '' };

async function start(
  selection: readonly DownloadSelection[],
  options: Partial<TransferOptions> = {},
): Promise<JobHandle> {
  return bench.transfers.downloadTo({
    connectionId: 'test',
    container: bench.container.containerName,
    selection,
    targetDir: target,
    options: bench.options(options),
  });
}
const download = async (
  selection: readonly DownloadSelection[] = [all],
  options: Partial<TransferOptions> = {},
): Promise<JobSummary> => (await start(selection, options)).ended;

/** Stored as the product stores it: with the checksum. `checksum` replaces it. */
async function blob(name: string, content: number | Buffer, checksum?: Buffer): Promise<Buffer> {
  const bytes = typeof content === 'number' ? randomBytes(content) : content;
  const client = bench.container.getBlockBlobClient(name);
  await client.upload(bytes, bytes.length);
  const stored = checksum ?? Buffer.from(md5(bytes), 'base64');
  await client.setHTTPHeaders({ blobContentMD5: new Uint8Array(stored) });
  return bytes;
}
/** By its exact path, which URL code would fold. */
async function rawBlob(name: string, bytes: Buffer): Promise<void> {
  const account = await accountsFor(store.azurite.descriptor()).open('test');
  const { containerName } = bench.container;
  await account.send({
    service: 'blob',
    operation: 'PutBlob',
    method: 'PUT',
    path: blobPath(containerName, name),
    resource: containerName,
    headers: { 'x-ms-blob-type': 'BlockBlob' },
    body: bytes,
    replay: 'safe',
  });
}
const tree = async (folder = target): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = entries.map(async (entry) =>
    entry.isDirectory() ? (await tree(join(folder, entry.name))).map((name) => `${entry.name}/${name}`) : [entry.name],
  );
  return (await Promise.all(inside)).flat().sort();
};

describe('download', () => {
  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['an exact multiple of the range', 1 * MiB],
    ['several ranges and a rest', 1 * MiB + 12_345],
  ])('writes %s exactly, with the time of the blob', async (_what, bytes) => {
    const content = await blob('a/b/some.bin', bytes);
    const summary = await download([{ kind: 'blob', name: 'a/b/some.bin' }], blocks);
    expect(summary).toMatchObject({ state: 'done', files: 1, bytes, failedCount: 0 });
    expect(await tree()).toEqual(['some.bin']);
    expect((await readFile(join(target, 'some.bin'))).equals(content)).toBe(true);
    const { lastModified } = await bench.container.getBlobClient('a/b/some.bin').getProperties();
    expect((await stat(join(target, 'some.bin'))).mtimeMs).toBe(lastModified?.getTime());
  });

  it('goes on at the byte where a range broke, and never takes a short body for a whole one', async () => {
    const content = await blob('hard.bin', 2 * MiB);
    bench.proxy.inject({ fault: { kind: 'reset-download', afterBytes: 100_000 }, when: isGet });
    bench.proxy.inject({ fault: { kind: 'short-body', bytes: 1000 }, when: isGet, skip: 1 });
    bench.proxy.inject({ fault: { kind: 'cut-body', bytes: 2000 }, when: isGet, skip: 2 });
    const before = bench.requests().length;
    const summary = await download([all], blocks);
    expect(summary.failed).toEqual([]);
    expect(summary).toMatchObject({ state: 'done', files: 1 });
    expect(summary.retries).toBeGreaterThanOrEqual(3);
    expect((await readFile(join(target, 'hard.bin'))).equals(content)).toBe(true);
    const ranges = bench
      .requests()
      .slice(before)
      .filter(isGet)
      .map(({ headers }) => String(headers['x-ms-range']));
    const resumed = ranges.filter((range) => Number(/bytes=(\d+)-/u.exec(range)?.[1]) % (256 * KiB) !== 0);
    expect(resumed.length).toBeGreaterThanOrEqual(2);
  });

  it('waits as long as a busy server asks', async () => {
    const content = await blob('busy.bin', 100);
    const busy = {
      'retry-after': '1',
      'x-ms-error-code': 'ServerBusy',
      'x-ms-request-id': 'r',
      'x-ms-version': '2021-12-02',
    };
    bench.proxy.inject({ fault: { kind: 'answer', status: 503, headers: busy }, when: isGet });
    const summary = await download();
    expect(summary).toMatchObject({ state: 'done', throttled: 1 });
    expect(summary.elapsedMs).toBeGreaterThan(950);
    expect((await readFile(join(target, 'busy.bin'))).equals(content)).toBe(true);
  });

  it('fails when the stored checksum is another one, and sets the bytes aside', async () => {
    const small = await blob('small.bin', 100, Buffer.alloc(16, 1));
    const large = await blob('large.bin', 1 * MiB, Buffer.alloc(16, 1));
    const summary = await download([all], blocks);
    expect(summary).toMatchObject({ state: 'failed', files: 0, failedCount: 2 });
    expect(new Set(summary.failed.map(({ code }) => code))).toEqual(new Set(['local.checksum']));
    expect(await tree()).toEqual(['large.bin.unverified', 'small.bin.unverified']);
    expect((await readFile(join(target, 'large.bin.unverified'))).equals(large)).toBe(true);
    expect((await readFile(join(target, 'small.bin.unverified'))).equals(small)).toBe(true);
  });

  it('says where no checksum is stored', async () => {
    await bench.container.getAppendBlobClient('log.txt').create();
    expect(await download()).toMatchObject({ state: 'done', files: 1 });
    expect(bench.transfers.jobs()[0]?.note).toContain('no checksum stored');
  });

  it('never mixes two versions of a blob', async () => {
    await blob('moving.bin', 2 * MiB);
    bench.proxy.inject({ fault: { kind: 'delay', ms: 200 }, when: isGet, times: 100 });
    const job = await start([all], { ...blocks, concurrency: 1 });
    await expect.poll(() => bench.requests().filter(isGet).length, { timeout: 10_000, interval: 5 }).toBe(3);
    const second = await blob('moving.bin', 2 * MiB);
    const summary = await job.ended;
    expect(summary).toMatchObject({ state: 'failed', files: 0 });
    expect(summary.failed[0]).toMatchObject({ code: 'conflict.blob-changed' });
    expect(await tree()).toEqual([]);

    bench.proxy.clearFaults();
    const again = await (await bench.transfers.resume(job.jobId)).ended;
    expect(again).toMatchObject({ state: 'done', files: 1 });
    expect((await readFile(join(target, 'moving.bin'))).equals(second)).toBe(true);
  });

  it('confines every name to the folder', async () => {
    const names = ['../../x', '/abs', 'C:\\x', '\\\\srv\\x', 'a/../../b', 'CON', 'a.', 'a:b', 'c//d'];
    for (const name of names) await rawBlob(name, Buffer.from(name));
    const summary = await download();
    expect(summary.failed).toEqual([]);
    expect(summary).toMatchObject({ state: 'done', files: names.length });
    expect(await tree()).toEqual(
      [
        '%2E%2E/%2E%2E/x',
        '%~/abs', // The store itself turns a backslash into a slash.
        'C%3A/x',
        '%~/%~/srv/x',
        'a/%2E%2E/%2E%2E/b',
        '%43ON',
        'a%2E',
        'a%3Ab',
        'c/%~/d',
      ].sort(),
    );
    expect(await readFile(join(target, '%2E%2E/%2E%2E/x'), 'utf8')).toBe('../../x');
    expect(await readdir(bench.folder)).toEqual(['state', 'target']);
  });

  it('keeps a blob and a folder of one name apart, and says so', async () => {
    for (const name of ['a', 'a/b', 'a/c/d']) await rawBlob(name, Buffer.from(name));
    expect(await download()).toMatchObject({ state: 'done', files: 3, failedCount: 0 });
    expect(await tree()).toEqual(['a', 'a%/%~/b', 'a%/%~/c/d']);
    expect(await readFile(join(target, 'a%/%~/b'), 'utf8')).toBe('a/b');
    expect(bench.transfers.jobs()[0]?.note).toContain('kept apart');
  });

  it('takes no blob that only marks a folder for a file, in a folder, by its name and in a check of what comes', async () => {
    const mark = (name: string) =>
      bench.container.getBlockBlobClient(name).upload('', 0, { metadata: { hdi_isfolder: 'true' } });
    await mark('raw');
    await mark('raw/2024');
    await blob('raw/2024/a.csv', 10);
    await blob('raw/empty.txt', 0);
    await blob('raw/other/', 0);
    await blob('raw/kept/', 3);
    expect(await download()).toMatchObject({ state: 'done', files: 3, skipped: 0 });
    expect(await tree()).toEqual(['raw/2024/a.csv', 'raw/empty.txt', 'raw/kept/%~']);
    expect(bench.transfers.jobs()[0]?.note).toContain('3 files: marks of folders, left out');
    target = join(bench.folder, 'by name');
    expect(await download([{ kind: 'auto', name: 'raw' }])).toMatchObject({ state: 'done', files: 3 });
    expect(await tree()).toEqual(['raw/2024/a.csv', 'raw/empty.txt', 'raw/kept/%~']);
    await mark('only');
    expect(await download([{ kind: 'auto', name: 'only' }])).toMatchObject({ state: 'done', files: 0, failedCount: 0 });
  });

  it('says how many names it wrote otherwise, and where a job comes from', async () => {
    await blob('logs/what?.txt', 1);
    await blob('logs/plain 100%.txt', 1);
    await download([{ kind: 'prefix', prefix: 'logs/', as: '' }]);
    expect(await tree()).toEqual(['plain 100%.txt', 'what%3F.txt']);
    const [job] = bench.transfers.jobs();
    expect(job?.note).toContain('1 file: named with %XX where a disk could not hold the name');
    expect(job?.source).toBe(`${bench.container.containerName}/logs/`);
  });

  it('keeps what is there and numbers what comes, under that policy', async () => {
    await blob('x.bin', Buffer.from('remote'));
    await blob('y.bin', 2 * MiB);
    await mkdir(target);
    await writeFile(join(target, 'x.bin'), 'mine');
    await writeFile(join(target, 'x (1).bin'), 'mine too');
    expect(await download([all], { ...blocks, overwrite: 'rename' })).toMatchObject({ files: 2, skipped: 0 });
    expect(await tree()).toEqual(['x (1).bin', 'x (2).bin', 'x.bin', 'y.bin']);
    expect(await readFile(join(target, 'x (2).bin'), 'utf8')).toBe('remote');
    expect(await readFile(join(target, 'x (1).bin'), 'utf8')).toBe('mine too');
    expect(await download([all], { ...blocks, overwrite: 'rename' })).toMatchObject({ files: 2 });
    expect((await readFile(join(target, 'y (1).bin'))).equals(await readFile(join(target, 'y.bin')))).toBe(true);
  });

  it('does not follow a link out of the folder', async () => {
    await blob('link/x.bin', 10);
    await mkdir(join(bench.folder, 'outside'));
    await mkdir(target);
    await symlink(join(bench.folder, 'outside'), join(target, 'link'));
    const summary = await download();
    expect(summary.failed[0]).toMatchObject({ code: 'conflict.target-exists' });
    expect(await readdir(join(bench.folder, 'outside'))).toEqual([]);
  });

  it('obeys the overwrite policy', async () => {
    const content = await blob('x.bin', Buffer.from('remote'));
    await mkdir(target);
    const path = join(target, 'x.bin');
    await writeFile(path, 'local');
    expect(await download([all], { overwrite: 'never' })).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    expect(await download([all], { overwrite: 'if-newer' })).toMatchObject({ files: 0, skipped: 1 });
    expect(await readFile(path, 'utf8')).toBe('local');
    expect(await download([all], { overwrite: 'if-different' })).toMatchObject({ files: 1 });
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(await download([all], { overwrite: 'if-different' })).toMatchObject({ files: 0, skipped: 1 });
    await utimes(path, new Date(2001, 0), new Date(2001, 0));
    expect(await download([all], { overwrite: 'if-newer' })).toMatchObject({ files: 1 });
    expect(await download([all], { overwrite: 'always' })).toMatchObject({ files: 1 });
  });

  it.each(['never', 'if-newer'] as const)(
    'does not replace a file that appeared meanwhile, and says so under "%s"',
    async (overwrite) => {
      await blob('late.bin', 1 * MiB);
      bench.proxy.inject({ fault: { kind: 'delay', ms: 300 }, when: isGet, times: 100 });
      const job = await start([all], { ...blocks, overwrite });
      await expect.poll(() => bench.requests().some(isGet), { timeout: 10_000, interval: 5 }).toBe(true);
      await writeFile(join(target, 'late.bin'), 'mine');
      const { failed, skipped } = await job.ended;
      const codes = failed.map(({ code }) => code);
      // Under the one a name that is taken is a reason to skip it, whenever that is seen.
      expect([codes, skipped]).toEqual(overwrite === 'never' ? [[], 1] : [['conflict.target-exists'], 0]);
      expect(await tree()).toEqual(['late.bin']);
      expect(await readFile(join(target, 'late.bin'), 'utf8')).toBe('mine');
    },
  );

  it('keeps folders by name, takes contents, and finds out what a name is', async () => {
    for (const name of ['in/tree/a.txt', 'in/tree/sub/b.txt', 'in/other.txt']) await blob(name, 10);
    await download([{ kind: 'prefix', prefix: 'in/tree/', as: 'tree' }]);
    expect(await tree()).toEqual(['tree/a.txt', 'tree/sub/b.txt']);
    await download([{ kind: 'auto', name: 'in/other.txt' }]);
    await download([{ kind: 'prefix', prefix: 'in/tree/', as: '' }]);
    expect(await tree()).toEqual(['a.txt', 'other.txt', 'sub/b.txt', 'tree/a.txt', 'tree/sub/b.txt']);
    expect(await download([{ kind: 'auto', name: 'in/tree' }])).toMatchObject({ files: 0, skipped: 2 });
    const missing = await download([{ kind: 'auto', name: 'nothing' }]);
    expect(missing.failed).toEqual([expect.objectContaining({ code: 'not-found.blob' })]);
  });

  it('cancels in a stalled body before the stall is noticed, and leaves nothing behind', async () => {
    const cancelled = givenUp(bench, 'GetBlob');
    await blob('stuck.bin', 2 * MiB);
    bench.proxy.inject({ fault: { kind: 'stall-download', afterBytes: 1000 }, when: isGet, times: 100 });
    const job = await start([all], blocks);
    await expect.poll(() => bench.requests().some(isGet), { timeout: 10_000, interval: 5 }).toBe(true);
    await job.cancel();
    expect(await job.ended).toMatchObject({ state: 'cancelled' });
    await cancelled();
    expect(await tree()).toEqual([]);
  });
});
