// Single files of a job are paused, resumed and moved to the front, while the others continue.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { KiB, MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import type { Transfers } from '../../api';
import { killed } from '../../fixtures/child-program';
import { isBlock, isGet, isWrite } from '../../fixtures/requests';
import { held, smallBlocks, startDownload, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';
import { useChildJobs } from '../../fixtures/use-child-jobs';

const own = useBench();
const { bench } = own;
const { run, upload } = useChildJobs(own);

const signal = new AbortController().signal;
const of =
  (name: string) =>
  (request: FaultyRequest): boolean =>
    isWrite(request) && request.path.endsWith(name);
const one = (jobId: string, room: Transfers = bench.transfers): TransferJob =>
  room.jobs().find(({ id }) => id === jobId) ?? expect.unreachable();
const openFiles = async (jobId: string, room: Transfers = bench.transfers): Promise<readonly JobFile[]> =>
  (await room.calls['transfers.files']({ jobId, state: 'open', offset: 0, limit: 10 }, { signal })).files;
/** `big.bin paused`, in the order of the plan. */
const describeFiles = async (jobId: string, room?: Transfers): Promise<readonly string[]> =>
  (await openFiles(jobId, room)).map(({ source, state }) => `${source.split(/[/\\]/u).pop()} ${state}`);
/** This much of the first file is known to be safe. */
const hasBlocks = (jobId: string, blocks: number): Promise<void> =>
  expect
    .poll(async () => (await openFiles(jobId))[0]?.bytesDone, { timeout: 20_000 })
    .toBe(blocks * smallBlocks.blockBytes);
type RunningAction = 'pause-file' | 'resume-file' | 'start-file-now';
/** By the end of its source. */
const send = async (act: RunningAction, jobId: string, name: string): Promise<void> => {
  const { file } = (await openFiles(jobId)).find(({ source }) => source.endsWith(name)) ?? expect.unreachable();
  await bench.transfers.calls[`transfers.${act}`]({ jobId, file }, { signal });
};
const resumed = async (jobId: string, room: Transfers = bench.transfers) => (await room.resume(jobId)).ended;

describe('a file that is paused', () => {
  it('does not hold the others, and sends only the blocks that are missing when the job is resumed', async () => {
    const path = await bench.file('big.bin', 2 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 });
    const job = await startUpload(bench, [path, await bench.file('good.bin', 100)]);
    await hasBlocks(job.jobId, 3);
    await send('pause-file', job.jobId, 'big.bin');
    expect(await job.ended).toMatchObject({ state: 'paused', files: 1, failedCount: 0, stoppedBy: null });
    expect(one(job.jobId)).toMatchObject({ state: 'paused', waitsFor: 'person', note: '1 file paused', filesDone: 1 });
    expect(await openFiles(job.jobId)).toEqual([
      expect.objectContaining({ target: 'big.bin', state: 'paused', bytesDone: 3 * smallBlocks.blockBytes }),
    ]);
    hang.remove();

    const later = bench.anotherRoom();
    await later.recover();
    expect(one(job.jobId, later)).toMatchObject({ state: 'paused', note: '1 file paused' });
    const before = bench.requests().length;
    expect(await resumed(job.jobId, later)).toMatchObject({ state: 'done', files: 2 });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 3);
    expect((await held(bench, 'big.bin')).equals(await readFile(path))).toBe(true);
    expect(one(job.jobId, later).note).toBe('');
  });

  it('continues in the same run from its stored part when it is resumed', async () => {
    const path = await bench.file('big.bin', 2 * MiB);
    const slow = bench.proxy.inject({ fault: { kind: 'hang' }, when: of('slow.bin'), times: 100 });
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 });
    const job = await startUpload(bench, [path, await bench.file('slow.bin', 100)], { ...smallBlocks, concurrency: 3 });
    await hasBlocks(job.jobId, 3);
    await expect.poll(slow.hits, { timeout: 20_000 }).toBe(1);
    await send('pause-file', job.jobId, 'big.bin');
    expect(await describeFiles(job.jobId)).toEqual(['big.bin paused', 'slow.bin moving']);
    expect(one(job.jobId)).toMatchObject({ state: 'running', note: '1 file paused' });
    await expect.poll(() => one(job.jobId).inFlight).toBe(1);
    hang.remove();
    const before = bench.requests().length;
    await send('resume-file', job.jobId, 'big.bin');
    await expect.poll(() => one(job.jobId).filesDone, { timeout: 20_000 }).toBe(1);
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 3);
    expect((await held(bench, 'big.bin')).equals(await readFile(path))).toBe(true);
    expect(one(job.jobId)).toMatchObject({ state: 'running', note: '' });
  });

  it('may be resumed before it has stopped, and is moved once', async () => {
    const path = await bench.file('big.bin', 2 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 2 });
    const job = await startUpload(bench, [path]);
    await hasBlocks(job.jobId, 3);
    await expect.poll(hang.hits, { timeout: 20_000 }).toBe(2);
    const jobFile = { jobId: job.jobId, file: 0 };
    await Promise.all([
      bench.transfers.calls['transfers.pause-file'](jobFile, { signal }),
      bench.transfers.calls['transfers.resume-file'](jobFile, { signal }),
    ]);
    expect(await job.ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().filter((request) => isBlock(request) && request.status > 0)).toHaveLength(8);
    expect((await held(bench, 'big.bin')).equals(await readFile(path))).toBe(true);
  });

  it('retains the ranges of a download', async () => {
    const path = await bench.file('source.bin', 2 * MiB);
    await bench.container.getBlockBlobClient('source.bin').uploadFile(path);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, skip: 4, times: 100 });
    const job = await startDownload(bench);
    await hasBlocks(job.jobId, 4);
    await send('pause-file', job.jobId, 'source.bin');
    expect(await job.ended).toMatchObject({ state: 'paused', files: 0 });
    hang.remove();
    const before = bench.requests().length;
    // The job waits only for this file, and continues with it.
    await send('resume-file', job.jobId, 'source.bin');
    await expect.poll(() => one(job.jobId).state, { timeout: 20_000 }).toBe('done');
    expect(bench.requests().slice(before).filter(isGet)).toHaveLength(4);
    expect((await readFile(join(bench.folder, 'target', 'source.bin'))).equals(await readFile(path))).toBe(true);
  });

  it('stays paused through kill -9 while anything else is left, and sends no block twice', async () => {
    const path = await bench.file('big.bin', 2 * MiB);
    const good = await bench.file('good.bin', 100);
    const stuck = bench.proxy.inject({ fault: { kind: 'hang' }, when: of('good.bin'), times: 100 });
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 });
    const order = { ...upload(path), paths: [path, good], options: bench.options({ ...smallBlocks, concurrency: 3 }) };
    const pauses = { file: 0, atBytes: 3 * smallBlocks.blockBytes };
    const { child, jobId } = run(order, undefined, pauses);
    const id = await jobId;
    const journal = (): Promise<string> => readFile(join(bench.stateDir, 'jobs', `${id}.jsonl`), 'utf8');
    await expect.poll(journal, { timeout: 20_000 }).toContain('"paused":"yes"');
    await killed(child);
    hang.remove();
    stuck.remove();

    await bench.transfers.recover();
    expect(one(id)).toMatchObject({ state: 'interrupted', note: '1 file paused' });
    expect(await describeFiles(id)).toEqual(['big.bin paused', 'good.bin waiting']);
    const before = bench.requests().length;
    expect(await resumed(id)).toMatchObject({ state: 'paused', files: 1 });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(0);
    expect(await resumed(id)).toMatchObject({ state: 'done', files: 2 });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 3);
    expect((await held(bench, 'big.bin')).equals(await readFile(path))).toBe(true);
  });

  it('is left out or cancelled with its job as any other', async () => {
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: 100 });
    const paths = [await bench.file('a.bin', 1 * MiB), await bench.file('b.bin', 1 * MiB)];
    const job = await startUpload(bench, paths);
    await sendWhenOpen('pause-file', job.jobId, 'a.bin');
    await send('pause-file', job.jobId, 'b.bin');
    expect(await job.ended).toMatchObject({ state: 'paused' });
    expect(one(job.jobId).note).toBe('2 files paused');
    await bench.transfers.calls['transfers.cancel-file']({ jobId: job.jobId, file: 0 }, { signal });
    expect(await describeFiles(job.jobId)).toEqual(['b.bin paused']);
    expect(one(job.jobId).note).toBe('1 file paused');
    await bench.transfers.registry.calls['jobs.cancel']({ jobId: job.jobId }, { signal });
    expect(one(job.jobId)).toMatchObject({ state: 'cancelled', note: '' });
  });
});

const sendWhenOpen = async (act: RunningAction, jobId: string, name: string): Promise<void> => {
  await expect.poll(async () => (await describeFiles(jobId)).length, { timeout: 20_000 }).toBe(2);
  await send(act, jobId, name);
};

describe('a file that waits', () => {
  it('starts instead of a paused one, unless it is paused itself, and first when it is moved to the front', async () => {
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: of('hold.bin'), times: 100 });
    const names = ['hold.bin', 'a.bin', 'b.bin', 'c.bin'];
    const paths: string[] = [];
    for (const name of names) paths.push(await bench.file(name, 10 * KiB));
    const job = await startUpload(bench, paths, { concurrency: 1 });
    await expect.poll(hang.hits, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => describeFiles(job.jobId)).toHaveLength(4);
    await send('pause-file', job.jobId, 'a.bin');
    await send('start-file-now', job.jobId, 'c.bin');
    await send('pause-file', job.jobId, 'hold.bin');
    expect(await job.ended).toMatchObject({ state: 'paused', files: 2 });
    expect(await describeFiles(job.jobId)).toEqual(['hold.bin paused', 'a.bin paused']);
    hang.remove();
    const written = (): readonly (string | undefined)[] =>
      bench
        .requests()
        .filter((request) => isWrite(request) && request.status > 0)
        .map(({ path }) => path.split('/').pop());
    expect(written()).toEqual(['c.bin', 'b.bin']);
    await send('resume-file', job.jobId, 'a.bin');
    await expect.poll(written, { timeout: 20_000 }).toEqual(['c.bin', 'b.bin', 'a.bin']);
    await expect.poll(() => one(job.jobId), { timeout: 20_000 }).toMatchObject({ state: 'paused', filesDone: 3 });
    expect(await describeFiles(job.jobId)).toEqual(['hold.bin paused']);
  });

  it('is paused and resumed in a resting job, which continues only on request', async () => {
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWrite, times: 100 });
    const job = await startUpload(bench, [await bench.file('a.bin', 100), await bench.file('b.bin', 100)]);
    await expect.poll(hang.hits, { timeout: 20_000 }).toBeGreaterThan(0);
    await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
    hang.remove();
    await send('pause-file', job.jobId, 'b.bin');
    expect(await describeFiles(job.jobId)).toEqual(['a.bin waiting', 'b.bin paused']);
    expect(await resumed(job.jobId)).toMatchObject({ state: 'paused', files: 1 });
    expect(await describeFiles(job.jobId)).toEqual(['b.bin paused']);
    expect(await resumed(job.jobId)).toMatchObject({ state: 'done', files: 2 });
  });
});
