// Users control jobs: pause, reorder, cancel and retry; finished work is retained.
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { KiB, MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import type { JobHandle, Transfers } from '../../api';
import type { FileAnswer } from '../../jobs/file-list';
import { type Bench } from '../../fixtures/test-bench';
import { answered, givenUp, isBlock, isCommit, isGet, isWrite, isWriteOf as of } from '../../fixtures/requests';
import { startDownload, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const blocks = { blockBytes: 256 * KiB, concurrency: 2 } as const;
const signal = new AbortController().signal;
const start = (paths: readonly string[], options: Parameters<Bench['options']>[0] = {}): Promise<JobHandle> =>
  startUpload(bench, paths, options);
const arrived = async (wanted: (request: FaultyRequest) => boolean): Promise<void> => {
  await expect.poll(() => bench.requests().some(wanted), { timeout: 20_000, interval: 5 }).toBe(true);
};
const one = (transfers: Transfers, jobId: string): ReturnType<Transfers['jobs']>[number] | undefined =>
  transfers.jobs().find(({ id }) => id === jobId);

describe('a paused job', () => {
  it('stays paused over a restart and then sends only the blocks that are missing', async () => {
    const path = await bench.file('big.bin', 2 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 });
    const job = await start([path], blocks);
    await answered(bench, isBlock, 3);
    await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
    expect(await job.ended).toMatchObject({ state: 'paused', files: 0 });
    expect(one(bench.transfers, job.jobId)).toMatchObject({ state: 'paused', waitsFor: 'person' });
    hang.remove();

    const lacking = (): Promise<never> =>
      Promise.reject(new StowageError('auth.secret-missing', 'It was kept for one run.'));
    const locked = bench.roomWith({ accounts: { open: lacking, openForWriting: lacking } });
    await locked.recover();
    const stopped = one(locked, job.jobId) ?? expect.unreachable();
    expect(stopped).toMatchObject({ state: 'paused', waitsFor: 'person' });
    expect(stopped.cells).toMatch(/^2+0+$/u);
    expect(await (await locked.resume(job.jobId)).ended).toMatchObject({ state: 'paused', files: 0 });
    // What it has is still seen.
    expect(one(locked, job.jobId)).toMatchObject({ waitsFor: 'credential', cells: stopped.cells });

    const later = bench.anotherRoom();
    await later.recover();
    expect(one(later, job.jobId)).toMatchObject({ state: 'paused', waitsFor: 'credential' });
    const before = bench.requests().length;
    expect(await (await later.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 3);
    const held = await bench.container.getBlobClient('big.bin').downloadToBuffer();
    expect(held.equals(await readFile(path))).toBe(true);
  });

  it('can be cancelled, and a download leaves nothing behind then', async () => {
    await bench.container.getBlockBlobClient('source.bin').upload(Buffer.alloc(1 * MiB), 1 * MiB);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, times: 100 });
    const targetDir = join(bench.folder, 'target');
    const job = await bench.transfers.downloadTo({
      connectionId: 'test',
      container: bench.container.containerName,
      selection: [{ kind: 'blob', name: 'source.bin' }],
      targetDir,
      options: bench.options(blocks),
    });
    await arrived(isGet);
    await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
    expect(await readdir(targetDir)).toHaveLength(1);
    await bench.transfers.registry.calls['jobs.cancel']({ jobId: job.jobId }, { signal });
    expect(one(bench.transfers, job.jobId)).toMatchObject({ state: 'cancelled' });
    expect(await readdir(targetDir)).toEqual([]);
  });
});

it('a running download whose temporary file cannot be removed is still cancelled, and reports the file', async () => {
  await bench.container.getBlockBlobClient('source.bin').upload(Buffer.alloc(1 * MiB), 1 * MiB);
  bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, times: 100 });
  const job = await startDownload(bench);
  await arrived(isGet);
  const targetDir = join(bench.folder, 'target');
  const [temporary = ''] = await readdir(targetDir);
  // Nothing removes a folder at its path.
  await rm(join(targetDir, temporary));
  await mkdir(join(targetDir, temporary));
  await job.cancel();
  expect(await job.ended).toMatchObject({ state: 'cancelled', files: 0 });
  expect(one(bench.transfers, job.jobId)).toMatchObject({
    state: 'cancelled',
    note: '1 file: left .stowage-….part in its folder, which could not be removed',
  });
});

describe('jobs that wait their turn', () => {
  const inOrder = (room: Transfers): readonly string[] =>
    [...room.jobs()].sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0)).map(({ id }) => id);

  it('are shown with their position, can be reordered, and start at once on request', async () => {
    bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ path }) => path.includes('hold'), times: 100 });
    const holding: JobHandle[] = [];
    for (const name of ['hold1', 'hold2', 'hold3']) holding.push(await start([await bench.file(name, 10)]));
    const waiting: JobHandle[] = [];
    for (const name of ['w1', 'w2', 'w3']) waiting.push(await start([await bench.file(name, 10)]));
    const [w1, w2, w3] = waiting.map(({ jobId }) => jobId) as [string, string, string];
    const places = (): (number | undefined)[] => [w1, w2, w3].map((id) => one(bench.transfers, id)?.queuePosition);
    expect(places()).toEqual([1, 2, 3]);
    expect(one(bench.transfers, w2)).toMatchObject({ state: 'waiting', waitsFor: 'turn' });

    await bench.transfers.registry.calls['jobs.reorder']({ jobId: w3, before: w1 }, { signal });
    expect(places()).toEqual([2, 3, 1]);
    await bench.transfers.registry.calls['jobs.start-now']({ jobId: w2 }, { signal });
    expect(await waiting[1]?.ended).toMatchObject({ state: 'done', files: 1 });
    expect(places()).toEqual([2, undefined, 1]);

    await bench.transfers.registry.calls['jobs.pause']({ jobId: w1 }, { signal });
    expect(one(bench.transfers, w1)).toMatchObject({ state: 'paused' });
    await holding[0]?.cancel();
    expect(await waiting[2]?.ended).toMatchObject({ state: 'done' });
    await bench.transfers.registry.calls['jobs.start-now']({ jobId: w1 }, { signal });
    await expect.poll(() => one(bench.transfers, w1)?.state, { timeout: 10_000 }).toBe('done');
  });

  it('retain their order over a restart, and are not read when the app exits before they start', async () => {
    bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ path }) => path.includes('hold'), times: 100 });
    const ids: string[] = [];
    for (const name of ['hold1', 'hold2', 'hold3', 'w1', 'w2', 'w3']) {
      ids.push((await start([await bench.file(name, 10)])).jobId);
    }
    const [, , , w1 = '', w2 = '', w3 = ''] = ids;
    await bench.transfers.registry.calls['jobs.reorder']({ jobId: w3, before: w1 }, { signal });
    await bench.transfers.registry.calls['jobs.pause']({ jobId: w1 }, { signal });
    await bench.transfers.registry.calls['jobs.resume']({ jobId: w1 }, { signal });
    expect(inOrder(bench.transfers).slice(3)).toEqual([w3, w2, w1]);
    await bench.transfers.dispose();

    const later = bench.anotherRoom();
    await later.recover();
    expect(inOrder(later).slice(3)).toEqual([w3, w2, w1]);
    expect(one(later, w2)).toMatchObject({ state: 'interrupted', filesTotal: 0, note: '' });
  });

  it('are first after a restart if the user has started them ahead of the others', async () => {
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, times: 100 });
    const ids: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'w1', 'w2', 'urgent']) {
      ids.push((await start([await bench.file(name, 10)])).jobId);
    }
    const [a1, a2, a3, w1, w2, urgent = ''] = ids;
    await bench.transfers.registry.calls['jobs.start-now']({ jobId: urgent }, { signal });
    expect(one(bench.transfers, urgent)?.queuePosition).toBeUndefined();
    await bench.transfers.dispose();

    const later = bench.anotherRoom();
    await later.recover();
    expect(inOrder(later)).toEqual([urgent, a1, a2, a3, w1, w2]);
    for (const jobId of inOrder(later)) await later.resume(jobId);
    expect(ids.map((id) => one(later, id)?.queuePosition)).toEqual([undefined, undefined, 1, 2, 3, undefined]);
  });
});

describe('failed files', () => {
  const reject = (name: string, status: number, code: string): { remove(): void } =>
    bench.proxy.inject({
      fault: {
        kind: 'answer',
        status,
        headers: { 'x-ms-error-code': code, 'x-ms-request-id': 'r', 'x-ms-version': '2021-12-02' },
      },
      when: of(name),
      times: 100,
    });

  it('are listed by cause and tried again by cause, or one by one', async () => {
    const paths = [];
    for (const name of ['ok', 'leased1', 'leased2', 'odd']) paths.push(await bench.file(name, 100));
    const faults = [
      reject('leased1', 412, 'LeaseIdMissing'),
      reject('leased2', 412, 'LeaseIdMissing'),
      reject('odd', 400, 'InvalidHeaderValue'),
    ];
    const job = await start(paths);
    expect(await job.ended).toMatchObject({ state: 'failed', files: 1, failedCount: 3 });
    const list = async (code?: string): Promise<FileAnswer> =>
      bench.transfers.calls['transfers.files'](
        { jobId: job.jobId, state: 'failed', code, offset: 0, limit: 10 },
        { signal },
      );
    const all = await list();
    expect(all.causes).toEqual([
      { code: 'conflict.leased', files: 2 },
      { code: 'invalid.refused', files: 1, context: { serviceCode: 'InvalidHeaderValue' } },
    ]);
    const leased = await list('conflict.leased');
    expect(leased.files.map(({ target, state }) => `${target} ${state}`)).toEqual(['leased1 failed', 'leased2 failed']);
    for (const fault of faults) fault.remove();

    const before = bench.requests().length;
    await bench.transfers.registry.calls['jobs.retry'](
      { jobId: job.jobId, files: [leased.files[1]?.file ?? -1] },
      { signal },
    );
    await expect.poll(() => one(bench.transfers, job.jobId)?.failedCount, { timeout: 10_000 }).toBe(2);
    await expect.poll(() => one(bench.transfers, job.jobId)?.state, { timeout: 10_000 }).toBe('failed');
    await bench.transfers.registry.calls['jobs.retry']({ jobId: job.jobId, code: 'invalid.refused' }, { signal });
    await expect.poll(() => one(bench.transfers, job.jobId)?.filesDone, { timeout: 10_000 }).toBe(3);
    const sent = bench.requests().slice(before).filter(isWrite);
    expect(sent.map(({ path }) => path.split('/').pop())).toEqual(['leased2', 'odd']);
    expect(one(bench.transfers, job.jobId)).toMatchObject({ filesDone: 3, failedCount: 1 });
  });

  it('are tried again while the others still move', async () => {
    const fault = reject('leased', 412, 'LeaseIdMissing');
    bench.proxy.inject({ fault: { kind: 'hang' }, when: of('slow'), times: 1 });
    const job = await start([await bench.file('leased', 100), await bench.file('slow', 100)]);
    await expect.poll(() => one(bench.transfers, job.jobId)?.failedCount, { timeout: 10_000 }).toBe(1);
    fault.remove();
    await bench.transfers.registry.calls['jobs.retry']({ jobId: job.jobId }, { signal });
    await expect.poll(() => one(bench.transfers, job.jobId)?.filesDone, { timeout: 10_000 }).toBe(1);
    expect(one(bench.transfers, job.jobId)).toMatchObject({ state: 'running', failedCount: 0 });
  });

  it('are each moved once when they are tried again while their job waits for its turn', async () => {
    const faults = ['leased1', 'leased2'].map((name) => reject(name, 412, 'LeaseIdMissing'));
    const { jobId, ended } = await start([await bench.file('leased1', 100), await bench.file('leased2', 100)]);
    expect(await ended).toMatchObject({ state: 'failed', failedCount: 2 });
    faults[0]?.remove();
    bench.proxy.inject({ fault: { kind: 'hang' }, when: of('hold'), times: 100 });
    const holding: JobHandle[] = [];
    for (const name of ['1hold', '2hold', '3hold']) holding.push(await start([await bench.file(name, 10)]));
    await bench.transfers.registry.calls['jobs.retry']({ jobId, files: [0] }, { signal });
    expect(one(bench.transfers, jobId)).toMatchObject({ state: 'waiting', queuePosition: 1, failedCount: 1 });
    const before = bench.requests().length;
    await bench.transfers.registry.calls['jobs.retry']({ jobId, files: [1] }, { signal });
    const job = await bench.transfers.resume(jobId);
    await holding[0]?.cancel();
    const { state, failed } = await job.ended;
    expect({ state, failed: failed.map(({ code }) => code) }).toEqual({ state: 'failed', failed: ['conflict.leased'] });
    expect(bench.requests().slice(before).filter(of('leased2'))).toHaveLength(1);
  });
});

describe('a running upload', () => {
  it.each([
    ['the server is silent', { kind: 'stall-upload', afterBytes: 1000 }, isBlock, 'PutBlock'],
    ['the commit goes unanswered', { kind: 'hang' }, isCommit, 'PutBlockList'],
  ] as const)('is cancelled while %s, and leaves nothing visible', async (_while, fault, when, operation) => {
    const cancelled = givenUp(bench, operation);
    bench.proxy.inject({ fault, when, times: 100 });
    const job = await start([await bench.file('stuck.bin', 4 * MiB)], blocks);
    await arrived(when);
    await job.cancel();
    expect(await job.ended).toMatchObject({ state: 'cancelled', files: 0 });
    await cancelled();
    expect((await bench.container.listBlobsFlat().next()).done).toBe(true);
    expect(bench.transfers.jobs()).toEqual([expect.objectContaining({ state: 'cancelled' })]);
    const note = operation === 'PutBlockList' ? '1 file: may exist anyway' : '';
    expect(one(bench.transfers, job.jobId)?.note.split(',')[0]).toBe(note);
  });

  it('reports how many files the service may have accepted without a received response', async () => {
    const makesBlob = (request: FaultyRequest): boolean => isWrite(request) && !isBlock(request);
    const unseen = bench.proxy.inject({ fault: { kind: 'hang' }, when: makesBlob, times: 100 });
    const paths = await Promise.all(['a', 'b', 'c'].map((name) => bench.file(name, 10)));
    const job = await start([...paths, await bench.file('large', 1 * MiB)], { ...blocks, concurrency: 8 });
    await expect.poll(unseen.hits, { timeout: 20_000 }).toBe(4);
    await bench.transfers.calls['transfers.cancel-file']({ jobId: job.jobId, file: 0 }, { signal });
    await expect.poll(() => one(bench.transfers, job.jobId)?.note).toContain('1 file: may exist anyway');
    await job.cancel();
    expect(await job.ended).toMatchObject({ state: 'cancelled', files: 0 });
    expect(one(bench.transfers, job.jobId)?.note).toContain('4 files: may exist anyway');
  });
});

describe('a paused job that is resumed twice at the same moment', () => {
  it('resumes once', async () => {
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, times: 100 });
    const { jobId } = await start([await bench.file('a', 100)]);
    await arrived(isWrite);
    await bench.transfers.registry.calls['jobs.pause']({ jobId }, { signal });
    hang.remove();
    const [first, second] = await Promise.all([bench.transfers.resume(jobId), bench.transfers.resume(jobId)]);
    expect(await first.ended).toMatchObject({ state: 'done', files: 1 });
    expect(await second.ended).toBe(await first.ended);
  });
});
