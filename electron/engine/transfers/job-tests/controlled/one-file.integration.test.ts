// The user skips one file of a job while it moves, waits or rests; the others continue.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import type { JobHandle, Transfers } from '../../api';
import { isGet, isWrite, isWriteOf } from '../../fixtures/requests';
import { smallBlocks, startDownload, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const { signal } = new AbortController();
const view = (jobId: string, room = bench.transfers): ReturnType<Transfers['jobs']>[number] | undefined =>
  room.jobs().find(({ id }) => id === jobId);

describe('one file of a job', () => {
  it('is skipped when the user cancels it, and the others continue', async () => {
    const stuck = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWriteOf('stuck.bin'), times: 100 });
    const job = await startUpload(bench, [await bench.file('stuck.bin', 100), await bench.file('good.bin', 100)], {});
    await expect.poll(stuck.hits, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => view(job.jobId)?.filesDone, { timeout: 10_000 }).toBe(1);
    const { files } = await bench.transfers.calls['transfers.files'](
      { jobId: job.jobId, state: 'open', offset: 0, limit: 10 },
      { signal },
    );
    expect(files).toEqual([expect.objectContaining({ target: 'stuck.bin', state: 'moving' })]);
    await bench.transfers.calls['transfers.cancel-file']({ jobId: job.jobId, file: files[0]?.file ?? -1 }, { signal });
    expect(await job.ended).toMatchObject({ state: 'done', files: 1, skipped: 1, failedCount: 0 });
    expect(view(job.jobId)?.note).toContain('skipped: cancelled');
    const left = { jobId: job.jobId, state: 'skipped', offset: 0, limit: 10 } as const;
    expect((await bench.transfers.calls['transfers.files'](left, { signal })).files).toEqual([
      expect.objectContaining({ target: 'stuck.bin', state: 'skipped', message: 'cancelled' }),
    ]);
  });

  const leaveOut = (jobId: string, file: number): Promise<unknown> =>
    Promise.resolve(bench.transfers.calls['transfers.cancel-file']({ jobId, file }, { signal }));
  const names = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { name } of bench.container.listBlobsFlat()) found.push(name);
    return found.sort();
  };
  const pausedUpload = async (...files: readonly string[]): Promise<JobHandle> => {
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, times: 100 });
    const job = await startUpload(bench, await Promise.all(files.map((name) => bench.file(name, 100))), {});
    await expect.poll(hang.hits, { timeout: 20_000 }).toBe(files.length);
    await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
    hang.remove();
    return job;
  };

  it('is left out where its job waits for its turn', async () => {
    const { jobId } = await pausedUpload('kept', 'unwanted');
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isWriteOf('hold'), times: 100 });
    const holding: JobHandle[] = [];
    for (const name of ['1hold', '2hold', '3hold'])
      holding.push(await startUpload(bench, [await bench.file(name, 10)], {}));
    const job = await bench.transfers.resume(jobId);
    expect(view(jobId)).toMatchObject({ state: 'waiting', queuePosition: 1 });
    await leaveOut(jobId, 1);
    await holding[0]?.cancel();
    expect(await job.ended).toMatchObject({ state: 'done', files: 1, skipped: 1 });
    // The pause cut off its request.
    expect(view(jobId)?.note).toMatch(/^1 file skipped: cancelled · 1 file: may exist anyway/u);
    expect(await names()).toEqual(['kept']);
  });

  it('is left out of a paused download with all that it left on the disk', async () => {
    for (const name of ['kept', 'unwanted']) {
      await bench.container.getBlockBlobClient(name).upload(Buffer.alloc(1 * MiB), 1 * MiB);
    }
    const targetDir = join(bench.folder, 'target');
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, times: 100 });
    const job = await startDownload(bench, { ...smallBlocks, concurrency: 8 });
    await expect.poll(hang.hits, { timeout: 20_000 }).toBe(8);
    await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
    hang.remove();
    expect(await readdir(targetDir)).toHaveLength(2);
    await leaveOut(job.jobId, 1);
    expect(await readdir(targetDir)).toHaveLength(1);
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({
      state: 'done',
      files: 1,
      skipped: 1,
    });
    expect(await readdir(targetDir)).toEqual(['kept']);
  });

  it('is skipped in a paused download, which reports a file that cannot be removed', async () => {
    await bench.container.getBlockBlobClient('unwanted').upload(Buffer.alloc(1 * MiB), 1 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, times: 100 });
    const { jobId } = await startDownload(bench);
    await expect.poll(hang.hits, { timeout: 20_000 }).toBeGreaterThan(0);
    await bench.transfers.registry.calls['jobs.pause']({ jobId }, { signal });
    const targetDir = join(bench.folder, 'target');
    const [temporary = ''] = await readdir(targetDir);
    await rm(join(targetDir, temporary));
    await mkdir(join(targetDir, temporary));
    await leaveOut(jobId, 0);
    const expected = { state: 'paused', waitsFor: 'person', note: expect.stringContaining('1 file: left') as string };
    expect(view(jobId)).toMatchObject(expected);
    await bench.transfers.dispose();
    const later = bench.anotherRoom();
    await later.recover();
    expect(view(jobId, later)).toMatchObject(expected);
  });
});
