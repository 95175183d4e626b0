import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobHandle, Transfers } from '../../api';
import type { FileAnswer } from '../../jobs/file-list';
import { isWrite } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
beforeEach(async () => {
  for (let index = 0; index < files; index += 1) await bench.file(`tree/d${index % 3}/f${index}`, 10);
});

const files = 160;
const { signal } = new AbortController();
const writes = (): readonly string[] =>
  bench
    .requests()
    .filter(isWrite)
    .map(({ path }) => path);

const start = (room: Transfers): Promise<JobHandle> =>
  room.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths: [`${join(bench.folder, 'tree')}/`],
    options: bench.options({ concurrency: 2 }),
  });
const openFiles = async (room: Transfers, jobId: string): Promise<FileAnswer> =>
  room.calls['transfers.files']({ jobId, state: 'open', offset: 0, limit: 100 }, { signal });

describe('a plan longer than what is held of it', () => {
  it('waits for the files before it, is counted meanwhile, and moves every file once', async () => {
    const room = bench.roomWith({ filesAhead: 8 });
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, times: 2 });
    const job = await start(room);
    await expect.poll(() => room.jobs()[0]?.filesTotal, { timeout: 10_000, interval: 5 }).toBe(files);
    expect(room.jobs()[0]).toMatchObject({ bytesTotal: files * 10, filesDone: 0 });
    const { total } = await openFiles(room, job.jobId);
    expect(total).toBeGreaterThan(2);
    expect(total).toBeLessThan(files);
    hang.remove();
    bench.proxy.clearFaults();
    await room.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
    const ended = await (await room.resume(job.jobId)).ended;
    expect(ended).toMatchObject({ state: 'done', files, bytes: files * 10 });
  });

  it('resumes after a restart midway and moves no file twice', async () => {
    const room = bench.roomWith({ filesAhead: 8 });
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, skip: 20, times: 100 });
    const { jobId } = await start(room);
    await expect.poll(() => room.jobs()[0]?.filesDone, { timeout: 10_000, interval: 5 }).toBeGreaterThanOrEqual(20);
    await expect.poll(() => room.jobs()[0]?.filesTotal, { timeout: 10_000, interval: 5 }).toBe(files);
    await room.dispose();
    const sentBefore = room.jobs()[0]?.requests ?? 0;
    expect(sentBefore).toBeGreaterThanOrEqual(20);
    bench.proxy.clearFaults();
    const before = writes().length;

    const later = bench.roomWith({ filesAhead: 8 });
    await later.recover();
    // The counts made ahead of the plan are still known.
    const counted = { plan: 'whole', filesTotal: files, bytesTotal: files * 10 };
    expect(later.jobs()[0]).toMatchObject({ state: 'interrupted', requests: sentBefore, ...counted });
    expect((await openFiles(later, jobId)).total).toBeLessThan(files);
    const ended = await (await later.resume(jobId)).ended;
    expect(ended).toMatchObject({ state: 'done', files, bytes: files * 10 });
    expect(later.jobs()[0]).toMatchObject({ plan: 'whole', note: '', requests: ended.requests });
    expect(ended.requests).toBeGreaterThanOrEqual(sentBefore + files - 20);
    const stored: string[] = [];
    for await (const { name } of bench.container.listBlobsFlat()) stored.push(name);
    expect(stored).toHaveLength(files);
    const again = writes().slice(before);
    expect(again).toHaveLength(files - 20);
    expect(new Set(again).size).toBe(again.length);
  });

  it('leaves out what went away before it was read', async () => {
    const room = bench.roomWith({ filesAhead: 8 });
    await bench.file('tree/later/one', 10);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, times: 2 });
    const job = await start(room);
    await expect.poll(() => room.jobs()[0]?.filesTotal, { timeout: 10_000, interval: 5 }).toBe(files + 1);
    await rm(join(bench.folder, 'tree/later'), { recursive: true });
    bench.proxy.clearFaults();
    await room.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
    const ended = await (await room.resume(job.jobId)).ended;
    expect(ended).toMatchObject({ state: 'done', files });
  });
});
