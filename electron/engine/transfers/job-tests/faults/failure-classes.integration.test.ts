// What a transfer does about a busy service, other writers to its target, and a full disk.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { serviceHeaders } from '../../../../testing/faults';
import { canMountDisks, mountSmallDisk } from '../../../../testing/small-disk';
import { isBlock, isCommit, isGet } from '../../fixtures/requests';
import type { JobHandle } from '../../api';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { storeBlob } from '../../fixtures/store-blob';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const blocks = smallBlocks;
const signal = new AbortController().signal;
const rejection = (code: string): Record<string, string> => serviceHeaders({ 'x-ms-error-code': code });

describe('a busy service', () => {
  const busy = (seconds: number): { kind: 'answer'; status: number; headers: Record<string, string> } => ({
    kind: 'answer',
    status: 503,
    headers: { ...rejection('ServerBusy'), 'retry-after': String(seconds) },
  });

  /** Resolves when every job waits for the service, with that many seconds to go or fewer. */
  const patience = async (seconds: number): Promise<void> => {
    const secondsToGo = (): readonly number[] =>
      bench.transfers.jobs().map(({ note }) => Number(/^server busy, (\d+) s$/u.exec(note)?.[1] ?? Infinity));
    await expect.poll(() => Math.max(...secondsToGo()), { timeout: 20_000 }).toBeLessThanOrEqual(seconds);
  };
  const tryNow = async ({ jobId }: JobHandle): Promise<void> => {
    await bench.transfers.registry.calls['jobs.try-now']({ jobId }, { signal });
  };

  it('is given a pause by every thread, until the user requests an immediate retry', async () => {
    const fault = bench.proxy.inject({ fault: busy(3600), when: isBlock, skip: 6 });
    const path = await bench.file('big.bin', 8 * MiB);
    const job = await startUpload(bench, [path], { ...blocks, concurrency: 8 });
    // The service requested an hour; the wait is limited to a minute.
    await patience(58);
    expect(bench.transfers.jobs()[0]?.waitsFor).toBe('server');
    const quiet = bench.requests().length;
    await patience(56);
    expect(bench.requests()).toHaveLength(quiet);
    expect(fault.hits()).toBe(1);
    await tryNow(job);
    expect(await job.ended).toMatchObject({ state: 'done', throttled: 1 });
    expect(bench.requests().length).toBeGreaterThan(quiet);
    expect((await held(bench, 'big.bin')).equals(await readFile(path))).toBe(true);
  });

  it('is left alone by another job of the same account in other threads too', async () => {
    bench.proxy.inject({ fault: busy(3600), when: isBlock });
    const jobs = await Promise.all([
      startUpload(bench, [await bench.file('one.bin', 4 * MiB)]),
      startUpload(bench, [await bench.file('two.bin', 4 * MiB)]),
    ]);
    await patience(58);
    const quiet = bench.requests().length;
    await patience(56);
    expect(bench.requests()).toHaveLength(quiet);
    await Promise.all(jobs.map(tryNow));
    for (const { ended } of jobs) expect(await ended).toMatchObject({ state: 'done' });
  });

  it.each([503, 500])('that answers %i is not waited for by a job that is cancelled', async (status) => {
    // A minute is the most that is waited.
    const fault = bench.proxy.inject({ fault: { ...busy(3600), status }, when: isBlock, times: Infinity });
    const job = await startUpload(bench, [await bench.file('big.bin', 1 * MiB)], { ...blocks, concurrency: 1 });
    await expect
      .poll(() => bench.requests().some((request) => request.status === status), { timeout: 20_000 })
      .toBe(true);
    await job.cancel();
    expect(await job.ended).toMatchObject({ state: 'cancelled', files: 0 });
    expect(fault.hits()).toBe(1);
    expect(bench.transfers.jobs()).toEqual([expect.objectContaining({ state: 'cancelled', note: '' })]);
    expect((await bench.container.listBlobsFlat().next()).done).toBe(true);
  });
});

describe('two jobs with one target', () => {
  it('take turns', async () => {
    const path = await bench.file('same.bin', 1 * MiB);
    const waits = (): boolean => bench.transfers.jobs().some(({ note }) => note.includes('waited for another job'));
    const second = new Promise<Awaited<ReturnType<typeof startUpload>>>((begun) => {
      const act = async (): Promise<void> => {
        begun(await startUpload(bench, [path]));
        await expect.poll(waits).toBe(true);
      };
      bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isBlock });
    });
    const first = await startUpload(bench, [path]);
    expect(await first.ended).toMatchObject({ state: 'done', files: 1, skipped: 0 });
    expect(await (await second).ended).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    expect(bench.requests().filter(isCommit)).toHaveLength(1);
  });

  it('let a cancelled one go without waiting', async () => {
    const path = await bench.file('same.bin', 1 * MiB);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: 100 });
    const first = await startUpload(bench, [path]);
    await expect.poll(() => bench.requests().some(isBlock), { timeout: 10_000 }).toBe(true);
    const second = await startUpload(bench, [path]);
    await expect.poll(() => bench.transfers.jobs()[0]?.note, { timeout: 10_000 }).toContain('waited for another job');
    await second.cancel();
    expect(await second.ended).toMatchObject({ state: 'cancelled' });
    await first.cancel();
  });
});

describe('staged blocks', () => {
  it('that another writer threw away are sent again', async () => {
    const path = await bench.file('raced.bin', 1 * MiB);
    const other = bench.container.getBlockBlobClient('raced.bin');
    const act = async (): Promise<void> => {
      // All blocks of one blob have ids of one length.
      const id = Buffer.from('other'.padEnd(34, '-')).toString('base64');
      await other.stageBlock(id, Buffer.alloc(10), 10);
      await other.commitBlockList([id]);
    };
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isCommit });
    const job = await startUpload(bench, [path], { ...blocks, overwrite: 'always' });
    expect(await job.ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.transfers.jobs()[0]?.note).toContain('resent');
    expect((await held(bench, 'raced.bin')).equals(await readFile(path))).toBe(true);
    const sent = bench.requests().filter(isBlock);
    for (const { query } of sent) {
      const same = sent.filter((request) => request.query.get('blockid') === query.get('blockid'));
      expect(same.length).toBeGreaterThanOrEqual(2);
    }
  });
});

describe('uncommitted blocks of somebody else', () => {
  it.each([48, 34, 16])('with ids of %i bytes are reported and do not stop the upload', async (idBytes) => {
    const path = await bench.file('shared.bin', 1 * MiB);
    const id = Buffer.from('other'.padEnd(idBytes, '-')).toString('base64');
    await bench.container.getBlockBlobClient('shared.bin').stageBlock(id, Buffer.alloc(10), 10);
    const before = bench.requests().length;
    const summary = await (await startUpload(bench, [path])).ended;
    expect(summary.failed).toEqual([]);
    expect(summary).toMatchObject({ state: 'done', files: 1 });
    expect((await held(bench, 'shared.bin')).equals(await readFile(path))).toBe(true);
    const staged = bench
      .requests()
      .slice(before)
      .filter((request) => isBlock(request) && request.status === 201);
    expect(staged).toHaveLength(4);
    if (idBytes === 34) return;
    expect(bench.transfers.jobs()[0]?.note).toContain('another client had started');
  });
});

describe('a full disk', () => {
  // A separate disk needs the right to mount one.
  it.runIf(canMountDisks())('pauses the download with its progress, and it resumes when there is room', async () => {
    const disk = join(bench.folder, 'disk');
    await mkdir(disk);
    mountSmallDisk(disk, 4);
    try {
      const content = await storeBlob(bench, 'some.bin', 3 * MiB);
      await writeFile(join(disk, 'filler'), Buffer.alloc(2 * MiB));
      const targetDir = join(disk, 'target');
      const job = await bench.transfers.downloadTo({
        connectionId: 'test',
        container: bench.container.containerName,
        selection: [{ kind: 'blob', name: 'some.bin' }],
        targetDir,
        options: bench.options(blocks),
      });
      expect(await job.ended).toMatchObject({
        state: 'paused',
        failedCount: 0,
        stoppedBy: { code: 'local.disk-full' },
      });
      expect(bench.transfers.jobs()[0]).toMatchObject({ state: 'paused', waitsFor: 'disk' });
      expect(await readdir(targetDir)).toEqual([expect.stringMatching(/\.part$/u)]);
      await rm(join(disk, 'filler'));
      const before = bench.requests().length;
      expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
      expect(bench.requests().slice(before).filter(isGet).length).toBeLessThan(12);
      expect((await readFile(join(targetDir, 'some.bin'))).equals(content)).toBe(true);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
