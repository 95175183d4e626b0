import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { systemClock } from '../system-clock';
import type { JobHandle } from './api';
import { accountsFor } from './fixtures/test-bench';
import { isBlock, isGet } from './fixtures/requests';
import { probeEveryMs } from './pace/network-gate';
import { useBench } from './fixtures/use-bench';

const { bench, store } = useBench();

const blocks = { blockBytes: 256 * KiB, concurrency: 1 } as const;

const upload = (paths: readonly string[]): Promise<JobHandle> =>
  bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths,
    options: bench.options({ ...blocks, overwrite: 'always' }),
  });
const download = (): Promise<JobHandle> =>
  bench.transfers.downloadTo({
    connectionId: 'test',
    container: bench.container.containerName,
    selection: [{ kind: 'prefix', prefix: '', as: '' }],
    targetDir: join(bench.folder, 'target'),
    options: bench.options(blocks),
  });
const stored = async (name: string, bytes: number): Promise<void> => {
  await bench.container.getBlockBlobClient(name).upload(Buffer.alloc(bytes, 7), bytes);
};

describe('a file that cannot be moved', () => {
  it('is named when its blob is archived, and the others arrive', async () => {
    await stored('cold.bin', 100);
    await stored('warm.bin', 100);
    await bench.container.getBlockBlobClient('cold.bin').setAccessTier('Archive');
    const summary = await (await download()).ended;
    expect(summary).toMatchObject({ state: 'failed', files: 1, failedCount: 1 });
    expect(summary.failed[0]).toMatchObject({ source: 'cold.bin', code: 'conflict.archived' });
    expect(await readdir(join(bench.folder, 'target'))).toEqual(['warm.bin']);
  });

  it('is named when its blob is leased, and can be tried again when it is not', async () => {
    await stored('held.bin', 100);
    const lease = bench.container.getBlobClient('held.bin').getBlobLeaseClient();
    await lease.acquireLease(-1);
    const job = await upload([await bench.file('held.bin', 200)]);
    const summary = await job.ended;
    expect(summary.failed[0]).toMatchObject({ target: 'held.bin', code: 'conflict.leased' });
    await lease.releaseLease();
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
  });

  it('is named when its blob was deleted during the download, and nothing of it stays', async () => {
    await stored('gone.bin', 2 * MiB);
    const act = (): Promise<unknown> => bench.container.getBlobClient('gone.bin').delete();
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isGet, skip: 2 });
    const job = await download();
    const summary = await job.ended;
    expect(summary.failed[0]).toMatchObject({ source: 'gone.bin', code: 'not-found.blob' });
    expect(await readdir(join(bench.folder, 'target'))).toEqual([]);
  });

  it('is named when its source is gone, and can be tried again when it is back', async () => {
    const path = await bench.file('unplugged.bin', 2 * MiB);
    const content = await readFile(path);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 2, times: 1 });
    const job = await upload([path]);
    await expect.poll(() => bench.requests().filter(isBlock).length, { timeout: 10_000, interval: 5 }).toBe(3);
    await job.interrupt();
    await rm(path);
    const summary = await (await bench.transfers.resume(job.jobId)).ended;
    expect(summary.failed[0]).toMatchObject({ source: path, code: 'local.not-found' });
    await bench.file('unplugged.bin', content);
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect((await bench.container.getBlobClient('unplugged.bin').downloadToBuffer()).equals(content)).toBe(true);
  });
});

describe('a job that cannot reach the service', () => {
  it('refuses a captive portal, whatever it answers', async () => {
    const portal = {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Log in</h1>',
    } as const;
    bench.proxy.inject({ fault: portal, times: 100 });
    const summary = await (await upload([await bench.file('a.bin', 100)])).ended;
    expect(summary).toMatchObject({ state: 'failed', files: 0 });
    expect(summary.failed[0]).toMatchObject({ code: 'network.not-azure' });
  });

  it('waits while the name of the host is not known, and is cancelled in the middle of that', async () => {
    const nowhere = store.azurite.descriptor({ blob: 'http://no-such-account.invalid:10000' });
    // It would look again after an hour.
    const waits: number[] = [];
    const sleep = (ms: number, signal?: AbortSignal) => {
      waits.push(ms);
      return systemClock.sleep(3_600_000, signal);
    };
    const room = bench.roomWith({ accounts: accountsFor(nowhere), clock: { ...systemClock, sleep } });
    const job = await room.uploadPaths({
      connectionId: 'test',
      container: 'box',
      prefix: '',
      paths: [await bench.file('a.bin', 100)],
      options: bench.options(),
    });
    await expect.poll(() => room.jobs()[0]?.waitsFor, { timeout: 20_000 }).toBe('network');
    await expect.poll(() => waits, { timeout: 20_000, interval: 5 }).toContain(probeEveryMs);
    expect(room.jobs()[0]).toMatchObject({ state: 'running', failedCount: 0, waitsFor: 'network' });
    await job.cancel();
    expect(await job.ended).toMatchObject({ state: 'cancelled' });
  });
});
