// Blobs without a checksum whose writes were cut off: the previous blob has the same length, and is never mistaken for
// the one that the job wrote. Least of all by a move, which would then delete the only other copy.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { KiB } from '@shared/units';
import type { TransferOptions } from '@shared/model/transfer';
import type { FaultyRequest } from '../../../../testing/faults';
import { serviceHeaders } from '../../../../testing/fault-proxy';
import type { JobHandle, JobSummary } from '../../api';
import { isBlock, isCommit, isWrite } from '../../fixtures/requests';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const { signal } = new AbortController();
const source = 'from/scan.bin';
const target = 'to/scan.bin';

const isCopy = ({ headers, query }: FaultyRequest): boolean =>
  headers['x-ms-copy-source'] !== undefined && !query.has('comp');
const isFetchedBlock = (request: FaultyRequest): boolean =>
  isBlock(request) && request.headers['x-ms-copy-source'] !== undefined;

/** Made of blocks, as other programs make blobs of which the service then knows no MD5. */
async function putWithoutMd5(name: string, bytes: number): Promise<Buffer> {
  const content = randomBytes(bytes);
  const blob = bench.container.getBlockBlobClient(name);
  const id = Buffer.from('of somebody else').toString('base64');
  await blob.stageBlock(id, content, bytes);
  await blob.commitBlockList([id]);
  return content;
}

async function exists(name: string): Promise<boolean> {
  return bench.container.getBlobClient(name).exists();
}

function startCopy(kind: 'copy' | 'move', options: Partial<TransferOptions>): Promise<JobHandle> {
  const container = bench.container.containerName;
  return bench.transfers.copyBlobs({
    kind,
    connectionId: 'test',
    container,
    prefix: '',
    from: { connectionId: 'test', container },
    selection: [{ kind: 'blob', name: source, as: target }],
    options: bench.options(options),
  });
}

/** Pauses the job while the service does not respond to its commit, and resumes it without that fault. */
async function cutOffInCommit(start: () => Promise<JobHandle>): Promise<JobSummary> {
  const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isCommit, times: Infinity });
  const job = await start();
  await expect.poll(() => hang.hits(), { interval: 5 }).toBe(1);
  await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
  expect(await job.ended).toMatchObject({ state: 'paused', files: 0 });
  hang.remove();
  return (await bench.transfers.resume(job.jobId)).ended;
}

describe.each(['md5', 'none'] as const)('a blob that the service copies by itself, checked by %s', (verify) => {
  const bytes = 64 * KiB;
  const options = { overwrite: 'never', verify } as const;
  let content: Buffer;
  beforeEach(async () => {
    content = await putWithoutMd5(source, bytes);
  });
  const rejectOnce = (): void => {
    bench.proxy.inject({ fault: { kind: 'answer', status: 503, headers: serviceHeaders() }, when: isCopy });
  };

  it.each(['copy', 'move'] as const)('is skipped by a %s where another one was there before', async (kind) => {
    const before = await putWithoutMd5(target, bytes);
    rejectOnce();
    expect(await (await startCopy(kind, options)).ended).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    expect((await held(bench, target)).equals(before)).toBe(true);
    expect((await held(bench, source)).equals(content)).toBe(true);
  });

  it('is not taken for a copy of an older version of it', async () => {
    await (
      await startCopy('copy', options)
    ).ended;
    const newer = await putWithoutMd5(source, bytes);
    rejectOnce();
    expect(await (await startCopy('move', options)).ended).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    expect((await held(bench, target)).equals(content)).toBe(true);
    expect((await held(bench, source)).equals(newer)).toBe(true);
  });

  it('is moved where only the answer was lost', async () => {
    // The service stores whole seconds: a copy made in the second of the last change proves nothing.
    const { lastModified = new Date() } = await bench.container.getBlobClient(source).getProperties();
    await expect.poll(() => Date.now()).toBeGreaterThan(lastModified.getTime() + 1000);
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isCopy });
    expect(await (await startCopy('move', options)).ended).toMatchObject({ state: 'done', files: 1, skipped: 0 });
    expect((await held(bench, target)).equals(content)).toBe(true);
    expect(await exists(source)).toBe(false);
  });

  it('is retained when its copy was replaced before it was verified', async () => {
    const isLookup = ({ method, path }: FaultyRequest): boolean => method === 'HEAD' && path.endsWith(target);
    const looking = bench.proxy.inject({ fault: { kind: 'answer', status: 503 }, when: isLookup, times: Infinity });
    const job = await startCopy('move', options);
    await expect.poll(() => looking.hits(), { interval: 5 }).toBeGreaterThan(0);
    const other = await putWithoutMd5(target, bytes);
    looking.remove();
    expect(await job.ended).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
    expect((await held(bench, target)).equals(other)).toBe(true);
    expect((await held(bench, source)).equals(content)).toBe(true);
  });
});

describe('a blob in blocks whose commit was cut off', () => {
  const bytes = 600 * KiB;
  const options = { ...smallBlocks, overwrite: 'always' } as const;

  it('is not done when an upload resumes and finds another one', async () => {
    await putWithoutMd5('scan.bin', bytes);
    const path = await bench.file('scan.bin', bytes);
    const summary = await cutOffInCommit(() => startUpload(bench, [path], { ...options, verify: 'none' }));
    expect(summary).toMatchObject({ state: 'done', files: 1 });
    expect((await held(bench, 'scan.bin')).equals(await readFile(path))).toBe(true);
  });

  it('is not done either after a restart', async () => {
    await putWithoutMd5('scan.bin', bytes);
    const path = await bench.file('scan.bin', bytes);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isCommit, times: Infinity });
    const { jobId } = await startUpload(bench, [path], { ...options, verify: 'none' });
    await expect.poll(() => hang.hits(), { interval: 5 }).toBe(1);
    await bench.transfers.dispose();
    hang.remove();
    const later = bench.anotherRoom();
    await later.recover();
    expect(await (await later.resume(jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect((await held(bench, 'scan.bin')).equals(await readFile(path))).toBe(true);
  });

  it.each(['never', 'always'] as const)(
    'is done by an upload where only the answer was lost (%s)',
    async (overwrite) => {
      const path = await bench.file('scan.bin', bytes);
      const lost = bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isCommit, times: Infinity });
      const job = await startUpload(bench, [path], { ...options, overwrite, verify: 'none' });
      const isLookup = ({ method }: FaultyRequest): boolean => method === 'HEAD' && lost.hits() > 0;
      const lookup = bench.proxy.inject({ fault: { kind: 'hang' }, when: isLookup, times: Infinity });
      await expect.poll(() => exists('scan.bin'), { interval: 5 }).toBe(true);
      await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
      expect(await job.ended).toMatchObject({ state: 'paused', files: 0 });
      lost.remove();
      lookup.remove();
      const before = bench.requests().length;
      const summary = await (await bench.transfers.resume(job.jobId)).ended;
      expect(summary).toMatchObject({ state: 'done', files: 1, skipped: 0 });
      expect(bench.requests().slice(before).filter(isWrite)).toHaveLength(0);
      expect((await held(bench, 'scan.bin')).equals(await readFile(path))).toBe(true);
    },
  );

  describe.each(['md5', 'none'] as const)('checked by %s', (verify) => {
    beforeEach(() => {
      const answer = { kind: 'answer', status: 501, headers: serviceHeaders() } as const;
      bench.proxy.inject({ fault: answer, when: isFetchedBlock, times: Infinity });
    });

    it.each(['copy', 'move'] as const)('is not done when a %s resumes and finds another one', async (kind) => {
      const content = await putWithoutMd5(source, bytes);
      await putWithoutMd5(target, bytes);
      const summary = await cutOffInCommit(() => startCopy(kind, { ...options, verify }));
      expect(summary).toMatchObject({ state: 'done', files: 1 });
      expect((await held(bench, target)).equals(content)).toBe(true);
      expect(await exists(source)).toBe(kind === 'copy');
    });

    it('is moved where the commit had come to the service', async () => {
      const content = await putWithoutMd5(source, bytes);
      const lost = bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isCommit, times: Infinity });
      const isLookup = ({ method, path }: FaultyRequest): boolean =>
        method === 'HEAD' && path.endsWith(target) && lost.hits() > 0;
      const lookup = bench.proxy.inject({ fault: { kind: 'hang' }, when: isLookup, times: Infinity });
      const job = await startCopy('move', { ...options, overwrite: 'never', verify });
      await expect.poll(() => exists(target), { interval: 5 }).toBe(true);
      await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
      expect(await job.ended).toMatchObject({ state: 'paused', files: 0 });
      lost.remove();
      lookup.remove();
      const before = bench.requests().length;
      expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
      expect(bench.requests().slice(before).filter(isWrite)).toHaveLength(0);
      expect((await held(bench, target)).equals(content)).toBe(true);
      expect(await exists(source)).toBe(false);
    });
  });
});
