// Jobs that were interrupted, paused or cancelled resume from what they have.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import { killed } from '../../fixtures/child-program';
import { isBlock, isCommit, isGet, answered } from '../../fixtures/requests';
import { held, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';
import { blocks, useChildJobs } from '../../fixtures/use-child-jobs';

const own = useBench();
const { bench } = own;
const { run, upload } = useChildJobs(own);

describe('an interrupted job', () => {
  // The service carries out a request although its sender is gone by then, as on a slow network.
  const storedUnseen = async (names: readonly string[]): Promise<void> => {
    const held = async (): Promise<boolean> =>
      (await Promise.all(names.map((name) => bench.container.getBlobClient(name).exists()))).every(Boolean);
    await expect.poll(held, { timeout: 20_000, interval: 20 }).toBe(true);
  };
  const loseReplies = (isWrite: (request: FaultyRequest) => boolean): void => {
    const stored = (path: string): boolean =>
      bench.requests().some((request) => request.fault === 'drop-reply' && request.path === path);
    const isLookup = ({ method, path }: FaultyRequest): boolean => method === 'HEAD' && stored(path);
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isWrite, times: 100 });
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isLookup, times: 100 });
  };

  it.each(['never', 'if-newer', 'if-different'] as const)(
    'counts what its late requests stored as done, not as skipped (%s)',
    async (overwrite) => {
      const paths = [await bench.file('a.bin', 100), await bench.file('b.bin', 200)];
      loseReplies(({ method }) => method === 'PUT');
      const job = await bench.transfers.uploadPaths({
        ...upload(paths[0] ?? ''),
        paths,
        options: bench.options({ overwrite }),
      });
      await storedUnseen(['a.bin', 'b.bin']);
      await job.interrupt();
      bench.proxy.clearFaults();
      const before = bench.requests().length;
      const summary = await (await bench.transfers.resume(job.jobId)).ended;
      expect(summary).toMatchObject({ state: 'done', files: 2, bytes: 300, skipped: 0 });
      const writes = bench
        .requests()
        .slice(before)
        .filter(({ method, status }) => method === 'PUT' && status === 201);
      expect(writes).toEqual([]);
    },
  );

  it('still skips what another client has stored meanwhile', async () => {
    const path = await bench.file('a.bin', 100);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ method }) => method === 'PUT', times: 100 });
    const job = await bench.transfers.uploadPaths({ ...upload(path), options: bench.options() });
    await expect.poll(() => bench.requests().some(({ method }) => method === 'PUT'), { timeout: 10_000 }).toBe(true);
    await job.interrupt();
    bench.proxy.clearFaults();
    await bench.container.getBlockBlobClient('a.bin').upload(Buffer.alloc(100), 100);
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({
      state: 'done',
      files: 0,
      skipped: 1,
    });
  });

  it('reports blocks that another client has staged meanwhile, and commits only its blocks', async () => {
    const path = await bench.file('shared.bin', 2 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 5, times: 100 });
    const job = await bench.transfers.uploadPaths(upload(path));
    await answered(bench, isBlock, 5);
    await job.interrupt();
    hang.remove();
    // The ids of all blocks of a blob have one length, whoever stages them.
    const id = Buffer.from('other'.padEnd(34, '-')).toString('base64');
    await bench.container.getBlockBlobClient('shared.bin').stageBlock(id, Buffer.alloc(10), 10);
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.transfers.jobs()[0]?.note).toContain('another client had started');
    expect((await held(bench, 'shared.bin')).equals(await readFile(path))).toBe(true);
  });

  it('reports that the service has discarded its blocks, and sends them again', async () => {
    const path = await bench.file('late.bin', 2 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 5, times: 100 });
    const job = await bench.transfers.uploadPaths(upload(path));
    await answered(bench, isBlock, 5);
    await job.interrupt();
    hang.remove();
    // After a week they are gone; a blob that is written in one request takes them with it at once.
    const blob = bench.container.getBlockBlobClient('late.bin');
    await blob.upload('', 0);
    await blob.delete();
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.transfers.jobs()[0]?.note).toContain('staged blocks had expired');
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8);
    expect((await held(bench, 'late.bin')).equals(await readFile(path))).toBe(true);
  });

  it('sends no block again when it resumes in the same process, and recognises its late commit', async () => {
    const path = await bench.file('big.bin', 2 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 5, times: 100 });
    const job = await bench.transfers.uploadPaths(upload(path));
    await answered(bench, isBlock, 5);
    await job.interrupt();
    hang.remove();
    loseReplies(isCommit);
    const before = bench.requests().length;
    await bench.transfers.resume(job.jobId);
    await storedUnseen(['big.bin']);
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 5);
    await job.interrupt();
    bench.proxy.clearFaults();
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({
      state: 'done',
      files: 1,
      skipped: 0,
    });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 5);
  });

  it('resumes where it was, a download with the ranges it has', async () => {
    const path = await bench.file('source.bin', 2 * MiB);
    await bench.container.getBlockBlobClient('source.bin').uploadFile(path);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, skip: 4, times: 100 });
    const targetDir = join(bench.folder, 'target');
    const job = await bench.transfers.downloadTo({
      connectionId: 'test',
      container: bench.container.containerName,
      selection: [{ kind: 'blob', name: 'source.bin' }],
      targetDir,
      options: bench.options(blocks),
    });
    await answered(bench, isGet, 4);
    await expect.poll(() => bench.transfers.jobs()[0]?.cells, { timeout: 5000 }).toMatch(/2.*2.*2.*2/u);
    await job.interrupt();
    expect(await job.ended).toMatchObject({ state: 'interrupted' });
    hang.remove();

    const later = bench.anotherRoom();
    await later.recover();
    expect(later.jobs()[0]).toMatchObject({ state: 'interrupted', bytesDone: 1 * MiB, bytesTotal: 2 * MiB });
    const before = bench.requests().length;
    expect(await (await later.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().slice(before).filter(isGet)).toHaveLength(4);
    expect((await readFile(join(targetDir, 'source.bin'))).equals(await readFile(path))).toBe(true);
  });

  it('has one owner, and is listed once that is gone', async () => {
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: 100 });
    const { child, jobId } = run(upload(await bench.file('owned.bin', 1 * MiB)));
    const id = await jobId;
    await bench.transfers.recover();
    expect(bench.transfers.jobs()).toEqual([]);
    await expect(bench.transfers.resume(id)).rejects.toMatchObject({ code: 'not-found.job' });
    await killed(child);
    await expect
      .poll(() => bench.transfers.jobs(), { timeout: 10_000 })
      .toEqual([expect.objectContaining({ id, state: 'interrupted' })]);
  });

  it('resumes on request although it was cancelled while resting', async () => {
    const path = await bench.file('source.bin', 1 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: 100 });
    const job = await startUpload(bench, [path]);
    await expect.poll(() => hang.hits(), { timeout: 10_000 }).toBeGreaterThan(0);
    await job.interrupt();
    hang.remove();
    await job.cancel();
    expect(bench.transfers.jobs()[0]).toMatchObject({ state: 'cancelled' });
    const summary = await (await bench.transfers.resume(job.jobId)).ended;
    expect(summary).toMatchObject({ state: 'done', files: 1, bytes: 1 * MiB });
    expect((await held(bench, 'source.bin')).equals(await readFile(path))).toBe(true);
  });

  it('can be cancelled and forgotten', async () => {
    const path = await bench.file('source.bin', 1 * MiB);
    await bench.container.getBlockBlobClient('source.bin').uploadFile(path);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, times: 100 });
    const targetDir = join(bench.folder, 'target');
    const job = await bench.transfers.downloadTo({
      connectionId: 'test',
      container: bench.container.containerName,
      selection: [{ kind: 'blob', name: 'source.bin' }],
      targetDir,
      options: bench.options(blocks),
    });
    await expect.poll(() => bench.requests().some(isGet), { timeout: 10_000 }).toBe(true);
    await job.interrupt();
    expect(await readdir(targetDir)).toHaveLength(1);
    const later = bench.anotherRoom();
    await later.recover();
    await later.registry.calls['jobs.cancel']({ jobId: job.jobId }, { signal: new AbortController().signal });
    expect(await readdir(targetDir)).toEqual([]);
    expect(later.jobs()[0]).toMatchObject({ state: 'cancelled' });
    await later.registry.calls['jobs.forget']({ jobId: job.jobId }, { signal: new AbortController().signal });
    expect(later.jobs()).toEqual([]);
    expect(await readdir(join(bench.stateDir, 'jobs'))).toEqual([]);
  });
});
