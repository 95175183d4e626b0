// A job that was paused while its commits were in flight, and is then cancelled: the service may have created the
// blobs, and they are not looked up any more.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { type FaultyRequest, serviceHeaders } from '../../../../testing/faults';
import type { Transfers } from '../../api';
import { isBlock, isCommit, isWrite } from '../../fixtures/requests';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const { signal } = new AbortController();
const makesBlob = (request: FaultyRequest): boolean => isWrite(request) && !isBlock(request);
const noteIn = (room: Transfers): string | undefined => room.jobs()[0]?.note;

/** Two small files and a large one; the service has confirmed none of them. */
async function pausedJob(): Promise<string> {
  const unseen = bench.proxy.inject({ fault: { kind: 'hang-after' }, when: makesBlob, times: 100 });
  const paths = await Promise.all(['a', 'b'].map((name) => bench.file(name, 10)));
  const job = await startUpload(bench, [...paths, await bench.file('large', 1 * MiB)], {
    ...smallBlocks,
    concurrency: 8,
  });
  await expect.poll(unseen.hits, { timeout: 20_000 }).toBe(3);
  await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
  expect(await job.ended).toMatchObject({ state: 'paused', files: 0 });
  expect(noteIn(bench.transfers)).toBe('');
  unseen.remove();
  return job.jobId;
}

it('reports how many they may be', async () => {
  const jobId = await pausedJob();
  await bench.transfers.calls['transfers.cancel-file']({ jobId, file: 0 }, { signal });
  expect(noteIn(bench.transfers)).toContain('1 file: may exist anyway');
  await bench.transfers.registry.calls['jobs.cancel']({ jobId }, { signal });
  expect(bench.transfers.jobs()[0]).toMatchObject({ state: 'cancelled', filesDone: 0 });
  expect(noteIn(bench.transfers)).toContain('3 files: may exist anyway');
});

it('reports them after a restart, too', async () => {
  const jobId = await pausedJob();
  await bench.transfers.dispose();
  const later = bench.anotherRoom();
  await later.recover();
  await later.registry.calls['jobs.cancel']({ jobId }, { signal });
  expect(noteIn(later)).toContain('3 files: may exist anyway');
});

it('finds them when it resumes instead, and then reports nothing', async () => {
  const jobId = await pausedJob();
  const before = bench.requests().filter(isBlock).length;
  expect(await (await bench.transfers.resume(jobId)).ended).toMatchObject({ state: 'done', files: 3, skipped: 0 });
  expect(bench.requests().filter(isBlock)).toHaveLength(before);
  expect(noteIn(bench.transfers)).toBe('');
});

it('does not report a file that it has looked up and not found', async () => {
  const never = bench.proxy.inject({ fault: { kind: 'hang' }, when: isCommit, times: 1 });
  const job = await startUpload(bench, [await bench.file('large', 1 * MiB)]);
  await expect.poll(never.hits, { timeout: 20_000 }).toBe(1);
  await bench.transfers.registry.calls['jobs.pause']({ jobId: job.jobId }, { signal });
  const isBlockLookup = ({ method, query }: FaultyRequest): boolean =>
    method === 'GET' && query.get('comp') === 'blocklist';
  const waits = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlockLookup, times: 1 });
  await bench.transfers.resume(job.jobId);
  await expect.poll(waits.hits, { timeout: 20_000 }).toBe(1);
  await bench.transfers.registry.calls['jobs.cancel']({ jobId: job.jobId }, { signal });
  expect(bench.transfers.jobs()[0]).toMatchObject({ state: 'cancelled', note: '' });
});

it('finds a file that it sent in one request, even if the network is now too slow for that', async () => {
  const isTooMuch = ({ headers }: FaultyRequest): boolean => Number(headers['content-length'] ?? 0) > 512 * KiB;
  const unseen = bench.proxy.inject({ fault: { kind: 'hang-after' }, when: makesBlob, times: 1 });
  const path = await bench.file('whole.bin', 2 * MiB);
  const job = await startUpload(bench, [path, await bench.file('steady.bin', 16 * MiB)], {});
  await expect.poll(unseen.hits, { timeout: 20_000 }).toBe(1);
  await job.interrupt();
  const status = 500;
  const headers = serviceHeaders({ 'x-ms-error-code': 'OperationTimedOut' });
  bench.proxy.inject({ fault: { kind: 'answer', status, headers }, when: isTooMuch, times: 1000 });
  const summary = await (await bench.transfers.resume(job.jobId)).ended;
  expect(summary).toMatchObject({ state: 'done', files: 2, skipped: 0, failedCount: 0 });
  expect((await held(bench, 'whole.bin')).equals(await readFile(path))).toBe(true);
});
