// The received part of a blob whose file failed is retained while the file can be retried, and no longer.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type Fault, type FaultyRequest, serviceHeaders } from '../../../../testing/faults';
import type { JobHandle } from '../../api';
import { isGet } from '../../fixtures/requests';
import { startDownload } from '../../fixtures/start-jobs';
import { storeBlob } from '../../fixtures/store-blob';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const { signal } = new AbortController();
const ranges = 8;
const oneAtATime = { blockBytes: (2 * MiB) / ranges, concurrency: 1 } as const;
const inTarget = (): Promise<string[]> => readdir(join(bench.folder, 'target'));
const portal: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Log in</h1>',
};

/** A download whose ranges meet the fault from the fourth on, each time. */
async function failed(fault: Fault): Promise<{ readonly job: JobHandle; readonly content: Buffer }> {
  const content = await storeBlob(bench, 'some.bin', 2 * MiB);
  const broken = bench.proxy.inject({ fault, when: isGet, skip: 3, times: Infinity });
  const job = await startDownload(bench, oneAtATime);
  expect(await job.ended).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
  broken.remove();
  return { job, content };
}

describe('a download that failed half-way', () => {
  it.each<[string, Fault]>([
    ['a captive portal', portal],
    [
      'a captive portal that leads elsewhere',
      { ...portal, status: 302, headers: { location: 'http://portal.example' } },
    ],
    ['a service that fails', { kind: 'answer', status: 500, headers: serviceHeaders({ 'retry-after': '0' }) }],
  ])('at %s resumes from there when it is retried', async (_what, fault) => {
    const { job, content } = await failed(fault);
    expect(await inTarget()).toEqual([expect.stringMatching(/\.part$/u)]);
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().slice(before).filter(isGet)).toHaveLength(ranges - 3);
    expect(await inTarget()).toEqual(['some.bin']);
    expect((await readFile(join(bench.folder, 'target', 'some.bin'))).equals(content)).toBe(true);
  });

  it('leaves nothing when its job is taken off the list, also by a later process', async () => {
    const { job } = await failed(portal);
    await bench.transfers.dispose();
    const later = bench.anotherRoom();
    await later.recover();
    expect(await inTarget()).toHaveLength(1);
    await later.registry.calls['jobs.forget']({ jobId: job.jobId }, { signal });
    expect(await inTarget()).toEqual([]);
  });

  it('leaves nothing either when the job is cancelled while another file of it moves', async () => {
    await storeBlob(bench, 'a.bin', 2 * MiB);
    await storeBlob(bench, 'b.bin', 2 * MiB);
    const of = (name: string) => (request: FaultyRequest) => isGet(request) && request.path.endsWith(name);
    const failing: Fault = { kind: 'answer', status: 500, headers: serviceHeaders() };
    bench.proxy.inject({ fault: failing, when: of('a.bin'), skip: 3, times: Infinity });
    // One range, so that it holds one of the two requests and never both.
    const lastStart = (2 * MiB * (ranges - 1)) / ranges;
    const isLast = ({ headers }: FaultyRequest): boolean =>
      String(headers['x-ms-range']).startsWith(`bytes=${lastStart}-`);
    const hang = bench.proxy.inject({
      fault: { kind: 'hang' },
      when: (request) => of('b.bin')(request) && isLast(request),
      times: Infinity,
    });
    const job = await startDownload(bench, { ...oneAtATime, concurrency: 2 });
    await expect.poll(() => bench.transfers.jobs()[0]?.failedCount, { timeout: 50_000 }).toBe(1);
    await expect.poll(() => hang.hits()).toBeGreaterThan(0);
    expect(await inTarget()).toEqual([expect.stringMatching(/\.part$/u), expect.stringMatching(/\.part$/u)]);
    await job.cancel();
    expect(await job.ended).toMatchObject({ state: 'cancelled' });
    expect(await inTarget()).toEqual([]);
  });

  it('starts over when the blob was written again meanwhile', async () => {
    const { job } = await failed(portal);
    const content = await storeBlob(bench, 'some.bin', 2 * MiB);
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().slice(before).filter(isGet)).toHaveLength(ranges);
    expect((await readFile(join(bench.folder, 'target', 'some.bin'))).equals(content)).toBe(true);
  });
});
