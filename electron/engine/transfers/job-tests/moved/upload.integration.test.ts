import { appendFile, readFile, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { type Fault, busyAfterActing } from '../../../../testing/faults';
import type { JobSummary } from '../../api';
import { md5 } from '../../fixtures/test-bench';
import type { TransferOptions } from '@shared/model/transfer';
import { isBlock, isWrite, isWriteOf } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const blocks = { blockBytes: 256 * KiB } as const;

async function upload(
  paths: readonly string[],
  options: Partial<TransferOptions> = {},
  prefix = '',
): Promise<JobSummary> {
  const job = await bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix,
    paths,
    options: bench.options(options),
  });
  return job.ended;
}
async function held(name: string): Promise<{ bytes: Buffer; md5: string; contentType: string }> {
  const client = bench.container.getBlobClient(name);
  const properties = await client.getProperties();
  const stored = properties.contentMD5;
  return {
    bytes: await client.downloadToBuffer(),
    md5: stored === undefined ? '' : Buffer.from(stored).toString('base64'),
    contentType: properties.contentType ?? '',
  };
}
async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const blob of bench.container.listBlobsFlat()) found.push(blob.name);
  return found.sort();
}
/** Replaces it by a file of the same length and modification time. */
async function replaceSource(path: string): Promise<void> {
  const { atime, mtime, size } = await stat(path);
  await writeFile(`${path}.new`, Buffer.alloc(size, 9));
  await utimes(`${path}.new`, atime, mtime);
  await rename(`${path}.new`, path);
}

describe('upload', () => {
  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['exactly one block', 256 * KiB],
    ['an exact multiple of the block', 1 * MiB],
    ['several blocks and a rest', 1 * MiB + 12_345],
  ])('stores %s with its checksum and type', async (_what, bytes) => {
    const path = await bench.file('some.json', bytes);
    const summary = await upload([path], blocks);
    expect(summary).toMatchObject({ state: 'done', files: 1, bytes, failedCount: 0, skipped: 0 });
    const source = await readFile(path);
    const blob = await held('some.json');
    expect(blob.bytes.equals(source)).toBe(true);
    expect(blob).toMatchObject({ md5: md5(source), contentType: 'application/json' });
  });

  it('checks every block on its way and commits with the checksum of the whole file', async () => {
    await upload([await bench.file('big.bin', 1 * MiB)], blocks);
    const sent = bench.requests().filter((request) => request.path.endsWith('/big.bin'));
    const staged = sent.filter(isBlock);
    expect(staged).toHaveLength(4);
    for (const request of staged) expect(request.headers['content-md5']).toMatch(/^.{24}$/u);
    const ids = staged.map((request) => request.query.get('blockid') ?? '');
    expect(new Set(ids).size).toBe(4);
    expect(new Set(ids.map((id) => id.length)).size).toBe(1);
  });

  it('preserves folder trees and odd names exactly', async () => {
    const odd = [
      'a b/50%.txt',
      'a b/semi;colon.txt',
      'a b/ü😀.txt',
      "a b/it's (1) #+&=.txt",
      'tail./x. ',
      'deep/er/%2F.bin',
    ];
    for (const name of odd) await bench.file(`tree/${name}`, 10);
    const summary = await upload([`${bench.folder}/tree`], {}, 'in/here');
    expect(summary).toMatchObject({ state: 'done', files: odd.length });
    expect(await names()).toEqual(odd.map((name) => `in/here/tree/${name}`).sort());

    await upload([`${bench.folder}/tree/`], {}, 'contents');
    expect((await names()).filter((name) => name.startsWith('contents/a b/'))).toHaveLength(4);
  });

  it('obeys the overwrite policy', async () => {
    const path = await bench.file('x.bin', Buffer.from('first'));
    await upload([path]);
    await bench.file('x.bin', Buffer.from('second'));

    expect(await upload([path], { overwrite: 'never' })).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    expect((await held('x.bin')).bytes.toString()).toBe('first');

    await utimes(path, new Date(2001, 0), new Date(2001, 0));
    expect(await upload([path], { overwrite: 'if-newer' })).toMatchObject({ files: 0, skipped: 1 });
    await utimes(path, new Date(), new Date(Date.now() + 5000));
    expect(await upload([path], { overwrite: 'if-newer' })).toMatchObject({ files: 1, skipped: 0 });
    expect((await held('x.bin')).bytes.toString()).toBe('second');

    expect(await upload([path], { overwrite: 'if-different' })).toMatchObject({ files: 0, skipped: 1 });
    await bench.file('x.bin', Buffer.from('thirds'));
    expect(await upload([path], { overwrite: 'if-different' })).toMatchObject({ files: 1, skipped: 0 });
    await bench.file('x.bin', Buffer.from('fourth'));
    expect(await upload([path], { overwrite: 'always' })).toMatchObject({ files: 1, skipped: 0 });
    expect((await held('x.bin')).bytes.toString()).toBe('fourth');
  });

  it('sends few bytes for small files that are there already, and all of those that are not', async () => {
    const files = await Promise.all(Array.from({ length: 40 }, (_, index) => bench.file(`tree/${index}`, 64 * KiB)));
    await upload(files.slice(0, 30), { concurrency: 2 });
    const before = bench.requests().length;
    expect(await upload(files, { concurrency: 2 })).toMatchObject({ state: 'done', files: 10, skipped: 30 });
    const sent = bench.requests().slice(before);
    // Two may be in flight when the first is found there; then requests continue until one finds nothing.
    expect(sent.filter(isWrite).length).toBeLessThanOrEqual(10 + 4);
    expect(sent.filter(({ method }) => method === 'HEAD').length).toBeLessThanOrEqual(30 + 4);
    expect(await names()).toHaveLength(40);
  });

  it.each([
    ['small', 100],
    ['large', 1 * MiB],
  ])('retains existing files and numbers new ones under that policy (%s)', async (_what, bytes) => {
    const path = await bench.file('x.bin', bytes);
    await upload([path], blocks);
    const first = await held('x.bin');
    await bench.file('x.bin', bytes);
    for (let n = 0; n < 2; n += 1) {
      expect(await upload([path], { ...blocks, overwrite: 'rename' })).toMatchObject({ files: 1, skipped: 0 });
    }
    expect(await names()).toEqual(['x (1).bin', 'x (2).bin', 'x.bin']);
    expect((await held('x.bin')).bytes.equals(first.bytes)).toBe(true);
    expect((await held('x (2).bin')).bytes.equals(await readFile(path))).toBe(true);
  });

  it('stages nothing for a large file that must not be replaced', async () => {
    const path = await bench.file('large.bin', 1 * MiB);
    await upload([path], blocks);
    const before = bench.requests().length;
    expect(await upload([path], { ...blocks, overwrite: 'never' })).toMatchObject({ skipped: 1 });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(0);
  });

  it('completes over a reset in the middle of a block, a busy server and a flipped bit', async () => {
    bench.proxy.inject({ fault: { kind: 'reset-upload', afterBytes: 100_000 }, when: isBlock, times: 2 });
    const busy = {
      'retry-after': '1',
      'x-ms-error-code': 'ServerBusy',
      'x-ms-request-id': 'r',
      'x-ms-version': '2021-12-02',
    };
    bench.proxy.inject({ fault: { kind: 'answer', status: 503, headers: busy }, when: isBlock, skip: 1 });
    bench.proxy.inject({ fault: { kind: 'flip-bit-up', atByte: 1000 }, when: isBlock, skip: 2 });
    const path = await bench.file('hard.bin', 2 * MiB);
    const summary = await upload([path], blocks);
    expect(summary.failed).toEqual([]);
    expect(summary).toMatchObject({ state: 'done', files: 1, throttled: 1 });
    expect(summary.retries).toBeGreaterThanOrEqual(4);
    expect((await held('hard.bin')).bytes.equals(await readFile(path))).toBe(true);
  });

  it.each<[string, Fault]>([
    ['reset', { kind: 'drop-reply' }],
    ['500', { kind: 'answer-after', status: 500 }],
    ['503', busyAfterActing],
  ])('takes a lost reply of a write for done (%s)', async (_how, fault) => {
    const lost = ['large.bin', 'small.bin'].map((name) =>
      bench.proxy.inject({ fault, when: (request) => isWriteOf(name)(request) && !isBlock(request) }),
    );
    const large = await bench.file('large.bin', 1 * MiB);
    const small = await bench.file('small.bin', 100);
    const summary = await upload([large, small], { ...blocks, overwrite: 'never' });
    expect(summary).toMatchObject({ state: 'done', files: 2, skipped: 0, failedCount: 0 });
    expect(lost.map((each) => each.hits())).toEqual([1, 1]);
    // Each write is attempted twice, and no block for the second attempt.
    expect(bench.requests().filter(isBlock)).toHaveLength(4);
    expect(bench.requests().filter((request) => isWrite(request) && !isBlock(request))).toHaveLength(4);
    expect((await held('large.bin')).bytes.equals(await readFile(large))).toBe(true);
    expect((await held('small.bin')).bytes.equals(await readFile(small))).toBe(true);
  });

  it.each([
    ['grows', 1, (path: string) => appendFile(path, 'more')],
    ['shrinks', 1, (path: string) => truncate(path, 300 * KiB)],
    ['is written anew as long as it was', 1, (path: string) => writeFile(path, Buffer.alloc(2 * MiB, 7))],
    ['is replaced by another one of its time', 1, replaceSource],
  ])('does not commit a file that %s while it is read; blocks sent: %i', async (_how, blocksSent, change) => {
    const path = await bench.file('moving.bin', 2 * MiB);
    bench.proxy.inject({ fault: { kind: 'meanwhile', act: () => change(path) }, when: isBlock });
    const job = await bench.transfers.uploadPaths({
      connectionId: 'test',
      container: bench.container.containerName,
      prefix: '',
      paths: [path],
      options: bench.options({ ...blocks, concurrency: 1 }),
    });
    const summary = await job.ended;
    expect(summary).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
    expect(summary.failed[0]).toMatchObject({ code: 'conflict.source-changed' });
    expect(bench.requests().filter(isBlock)).toHaveLength(blocksSent);
    expect(await names()).toEqual([]);

    const again = await (await bench.transfers.resume(job.jobId)).ended;
    expect(again).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
    expect((await held('moving.bin')).bytes.equals(await readFile(path))).toBe(true);
  });

  it('continues past files that fail, and names them', async () => {
    const good = await bench.file('good.bin', 10);
    const summary = await upload([good, `${bench.folder}/missing.bin`]);
    expect(summary).toMatchObject({ state: 'failed', files: 1, failedCount: 1 });
    expect(summary.failed[0]).toMatchObject({ code: 'local.not-found', target: 'missing.bin' });
  });

  it('stops at a failure that concerns every file, and resumes when it is fixed', async () => {
    await bench.container.delete();
    for (let n = 0; n < 50; n += 1) await bench.file(`many/${n}.bin`, 10 + n);
    const job = await bench.transfers.uploadPaths({
      connectionId: 'test',
      container: bench.container.containerName,
      prefix: '',
      paths: [`${bench.folder}/many`],
      options: bench.options(),
    });
    const summary = await job.ended;
    expect(summary).toMatchObject({ state: 'failed', files: 0 });
    expect(summary.failed[0]).toMatchObject({ code: 'not-found.container' });
    expect(summary.failedCount).toBeLessThan(20);
    expect(bench.transfers.jobs()[0]?.note).toMatch(/^stopped: /u);

    await expect.poll(() => bench.container.createIfNotExists().then(() => true)).toBe(true);
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 50 });
    expect(await names()).toHaveLength(50);
  });

  it('leaves the measurements balanced', async () => {
    await bench.file('tree/large.bin', 1 * MiB);
    await bench.file('tree/small.bin', 10);
    await upload([`${bench.folder}/tree`], blocks);
    expect(bench.metrics.inFlight).toBe(0);
    const { uploadBytes, requests } = bench.metrics.takeInterval();
    expect(uploadBytes).toBeGreaterThanOrEqual(1 * MiB + 10);
    expect(requests).toBe(7);
    await expect.poll(() => bench.metrics.openConnections, { timeout: 5000 }).toBe(0);
  });

  it('respects a rate cap', async () => {
    const summary = await upload([await bench.file('slow.bin', 1 * MiB)], { limitRate: 1 * MiB });
    expect(summary.elapsedMs).toBeGreaterThan(600);
  });

  it.skipIf(sep === '\\')(
    'names each file of a folder with a backslash at its end, which no blob can have',
    async () => {
      const path = await bench.file('hold\\/crate.bin', 10);
      const { failed } = await upload([dirname(path)]);
      expect(failed).toMatchObject([{ source: path, code: 'invalid.name' }]);
      expect(failed[0]?.message).toContain('backslash');
    },
  );

  it('plans without sending, with the decision of the policy', async () => {
    const there = await bench.file('tree/there.bin', 10);
    await bench.file('tree/new.bin', 20);
    await bench.file('tree/left.log', 30);
    await upload([there], {}, 'tree');
    const before = bench.requests().length;
    const items = [];
    for await (const item of bench.transfers.planUpload({
      connectionId: 'test',
      container: bench.container.containerName,
      prefix: '',
      paths: [`${bench.folder}/tree`],
      options: bench.options(),
      exclude: ['*.log'],
    })) {
      items.push(`${item.action} ${item.target} ${item.bytes} ${item.reason}`);
    }
    expect(items).toEqual(['transfer tree/new.bin 20 ', 'skip tree/there.bin 10 already exists']);
    const sent = bench.requests().slice(before);
    expect(sent.every(({ method }) => method === 'HEAD')).toBe(true);
  });
});
