import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import { systemClock } from '../../../system-clock';
import type { JobHandle } from '../../api';
import { accountsFor } from '../../fixtures/test-bench';
import { isBlock, isGet, isWrite } from '../../fixtures/requests';
import { probeEveryMs } from '../../pace/network-gate';
import { useBench } from '../../fixtures/use-bench';

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
const move = (name: string, kind: 'blob' | 'prefix' = 'blob'): Promise<JobHandle> => {
  const { containerName: container } = bench.container;
  return bench.transfers.copyBlobs({
    kind: 'move',
    connectionId: 'test',
    container,
    prefix: '',
    from: { connectionId: 'test', container },
    selection: [kind === 'blob' ? { kind, name, as: `to/${name}` } : { kind, prefix: name, as: `to/${name}` }],
    options: bench.options({ ...blocks, overwrite: 'always' }),
  });
};
const names = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { name } of bench.container.listBlobsFlat()) found.push(name);
  return found.sort();
};
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
    const copied = await (await move('cold.bin')).ended;
    expect(copied).toMatchObject({ state: 'failed', failed: [{ source: 'cold.bin', code: 'conflict.archived' }] });
    expect(await names()).toEqual(['cold.bin', 'warm.bin']);
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

  it('is named when it would be moved and its source or its target is leased, and the source stays', async () => {
    await stored('held.bin', 2 * MiB);
    await stored('free.bin', 2 * MiB);
    await stored('to/free.bin', 100);
    for (const name of ['held.bin', 'to/free.bin']) {
      await bench.container.getBlobClient(name).getBlobLeaseClient().acquireLease(-1);
    }
    for (const name of ['held.bin', 'free.bin']) {
      const summary = await (await move(name)).ended;
      expect(summary).toMatchObject({ state: 'failed', files: 0, failed: [{ source: name, code: 'conflict.leased' }] });
    }
    expect(await names()).toEqual(['free.bin', 'held.bin', 'to/free.bin']);
    expect((await bench.container.getBlobClient('to/free.bin').getProperties()).contentLength).toBe(100);
  });

  it('is reported to exist in both locations when its lease began after it was copied, and the others move', async () => {
    await stored('all/free.bin', 100);
    await stored('all/held.bin', 100);
    await stored('all/soon.bin', 100);
    const leased = (name: string) => bench.container.getBlobClient(name).getBlobLeaseClient().acquireLease(-1);
    await leased('all/held.bin');
    bench.proxy.inject({
      fault: { kind: 'meanwhile', act: () => leased('all/soon.bin') },
      when: ({ method, path }) => method === 'DELETE' && path.endsWith('/soon.bin'),
    });
    const summary = await (await move('all/', 'prefix')).ended;
    expect(summary).toMatchObject({ state: 'failed', files: 1, failedCount: 2 });
    const code = 'conflict.leased';
    expect([...summary.failed].sort((one, other) => one.source.localeCompare(other.source))).toMatchObject([
      { source: 'all/held.bin', code, context: expect.not.objectContaining({ moved: 'copied' }) as object },
      { source: 'all/soon.bin', code, context: { moved: 'copied' } },
    ]);
    expect(await names()).toEqual(['all/held.bin', 'all/soon.bin', 'to/all/free.bin', 'to/all/soon.bin']);
  });

  it.each([
    ['one request', 100, 0],
    ['the first range', 2 * MiB, 0],
    ['one in the middle', 2 * MiB, 2],
    ['the last range', 2 * MiB, 7],
  ])(
    'is named when its blob was deleted during the download, and nothing of it stays: before %s',
    async (_what, bytes, skip) => {
      await stored('gone.bin', bytes);
      await stored('other.bin', 100);
      const act = (): Promise<unknown> => bench.container.getBlobClient('gone.bin').delete();
      const ofGone = (request: FaultyRequest): boolean => isGet(request) && request.path.endsWith('gone.bin');
      bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: ofGone, skip });
      const summary = await (await download()).ended;
      expect(summary).toMatchObject({ state: 'failed', files: 1, failedCount: 1 });
      expect(summary.failed[0]).toMatchObject({ source: 'gone.bin', code: 'not-found.blob' });
      expect(await readdir(join(bench.folder, 'target'))).toEqual(['other.bin']);
    },
  );

  it('is named when its blob was deleted while it was moved, and no part of it has the new name', async () => {
    await stored('gone.bin', 2 * MiB);
    const act = (): Promise<unknown> => bench.container.getBlobClient('gone.bin').delete();
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isBlock });
    const summary = await (await move('gone.bin')).ended;
    expect(summary).toMatchObject({ state: 'failed', failed: [{ source: 'gone.bin', code: 'not-found.blob' }] });
    expect(await names()).toEqual([]);
  });

  it('is named when its source is gone before it is read, and the others arrive', async () => {
    const paths = await Promise.all(['1', '2', '3'].map((name) => bench.file(`tree/${name}.bin`, 100)));
    const act = (): Promise<void> => rm(paths[2] ?? '');
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isWrite });
    const summary = await (await upload([join(bench.folder, 'tree')])).ended;
    expect(summary).toMatchObject({ state: 'failed', files: 2, failedCount: 1 });
    expect(summary.failed[0]).toMatchObject({ source: paths[2], code: 'local.not-found' });
    expect(await names()).toEqual(['tree/1.bin', 'tree/2.bin']);
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

describe('a file that is left out', () => {
  it('is no part of the bar, before a restart and after it', async () => {
    const paths = [await bench.file('small.bin', 100), await bench.file('unwanted.bin', 2 * MiB)];
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: 100 });
    const job = await upload(paths);
    await expect.poll(() => hang.hits(), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
    const { signal } = new AbortController();
    await bench.transfers.calls['transfers.cancel-file']({ jobId: job.jobId, file: 1 }, { signal });
    expect(await job.ended).toMatchObject({ state: 'done', files: 1, skipped: 1 });
    expect(bench.transfers.jobs()[0]?.cells).toMatch(/^2+$/u);
    const later = bench.roomWith({});
    await later.recover();
    expect(later.jobs()[0]?.cells).toMatch(/^2+$/u);
  });
});

describe('a job that cannot reach the service', () => {
  it('rejects a captive portal, whatever it responds', async () => {
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
    // Only the necessary requests: the write, and the lookup whether it arrived.
    expect(bench.requests().map(({ method }) => method)).toEqual(['PUT', 'HEAD']);
  });

  it('waits while the host name is not resolved, and can be cancelled meanwhile', async () => {
    const nowhere = store.azurite.descriptor({ blob: 'http://no-such-account.invalid:10000' });
    // Its next check would be after an hour.
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
