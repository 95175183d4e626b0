import { describe, expect, it } from 'vitest';
import type { FileBlocks, TransferTimeline, TransferTrace } from '@shared/model/transfer-trace';
import { KiB, MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import type { ItemResult, JobHandle } from '../../api';
import { answered, isBlock } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const { signal } = new AbortController();
const wholeRun = { fromMs: 0, toMs: 60_000, columns: 2000 };

const start = (path: string): Promise<JobHandle> =>
  bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths: [path],
    options: bench.options({ blockBytes: 256 * KiB, concurrency: 2 }),
  });
const blocksOf = async (jobId: string): Promise<FileBlocks | null> =>
  bench.transfers.calls['transfers.blocks']({ jobId, file: 0 }, { signal });
const timelineOf = async (jobId: string): Promise<TransferTimeline | null> =>
  bench.transfers.calls['transfers.timeline']({ jobId, ...wholeRun }, { signal });

describe('what a job did over time', () => {
  it('shows the blocks of a file and the requests in flight', async () => {
    const path = await bench.file('big.bin', 1 * MiB);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 2, times: 100 });
    const { jobId } = await start(path);
    const states = async (): Promise<string[]> => [...((await blocksOf(jobId))?.states ?? '')];
    await expect.poll(async () => (await states()).sort().join(''), { timeout: 20_000, interval: 5 }).toBe('1122');
    const blocks = await blocksOf(jobId);
    expect(blocks).toMatchObject({ name: 'big.bin', bytes: 1 * MiB, blockBytes: 256 * KiB, retried: [] });
    expect(blocks?.latencyMs.map((ms) => (ms === null ? '1' : '2'))).toEqual(await states());
    const inFlight = (await timelineOf(jobId))?.spans.filter(({ outcome }) => outcome === 'in-flight') ?? [];
    expect(inFlight.map(({ slot }) => slot).sort()).toEqual([0, 1]);
    expect((await states()).filter((_, index) => inFlight.some(({ block }) => block === index))).toEqual(['1', '1']);
  });

  it('marks the block that had to be sent again', async () => {
    const path = await bench.file('big.bin', 1 * MiB);
    const busy = { kind: 'answer', status: 503, headers: { 'x-ms-error-code': 'ServerBusy' } } as const;
    bench.proxy.inject({ fault: busy, when: isBlock, skip: 1, times: 1 });
    const job = await start(path);
    expect(await job.ended).toMatchObject({ state: 'done' });
    const spans = (await timelineOf(job.jobId))?.spans ?? [];
    expect(spans.filter(({ outcome }) => outcome === 'retried').map(({ name }) => name)).toEqual(['big.bin']);
    expect(spans.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(1 * MiB);
    const blocks = await blocksOf(job.jobId);
    expect(blocks).toMatchObject({ name: 'big.bin', states: '2222' });
    expect(blocks?.retried).toHaveLength(1);
  });

  it('timing: reports the duration of a file, with its requests and attempts, in the event and on the job page', async () => {
    const path = await bench.file('big.bin', 1 * MiB);
    const busy = { kind: 'answer', status: 503, headers: { 'x-ms-error-code': 'ServerBusy' } } as const;
    bench.proxy.inject({ fault: busy, when: isBlock, skip: 1, times: 1 });
    const beganAtMs = Date.now();
    const job = await start(path);
    const items: ItemResult[] = [];
    job.onEvent((event) => void (event.event === 'item' && items.push(event.item)));
    await job.ended;
    const endedAtMs = Date.now();
    const [item] = items;
    const requests = bench.proxy.requests.length;
    // Four blocks, the list, and the lookup of the blob.
    expect(item?.timing?.requests).toBeGreaterThanOrEqual(5);
    expect(item?.timing?.tries).toBe((item?.timing?.requests ?? 0) + 1);
    expect(item?.timing?.tries).toBeLessThanOrEqual(requests);
    expect(item?.timing?.startedAtMs).toBeGreaterThanOrEqual(beganAtMs - 1);
    expect(item?.timing?.endedAtMs).toBeLessThanOrEqual(endedAtMs);
    expect((item?.timing?.endedAtMs ?? 0) - (item?.timing?.startedAtMs ?? 0)).toBeGreaterThan(0);
    const page = await bench.transfers.calls['transfers.files'](
      { jobId: job.jobId, state: 'done', offset: 0, limit: 10 },
      { signal },
    );
    expect(page.files).toMatchObject([{ state: 'done', timing: item?.timing }]);
  });

  it('is followed until its end, and nothing is known of a run before the start of the app', async () => {
    const job = await start(await bench.file('big.bin', 1 * MiB));
    const seen: (TransferTrace | null)[] = [];
    const stop = new AbortController();
    const push = (trace: TransferTrace | null): void => {
      seen.push(trace);
    };
    const following = bench.transfers.streams['transfers.follow']({ jobId: job.jobId }, { push, signal: stop.signal });
    await job.ended;
    // A lookup of the target, four blocks, their list.
    await expect.poll(() => seen.at(-1)?.requests, { timeout: 10_000 }).toBe(6);
    const { operations, of } = await bench.transfers.calls['transfers.sent']({ jobId: job.jobId }, { signal });
    const toTest = { connectionId: 'test', service: 'blob' };
    expect(operations).toContainEqual({ ...toTest, operation: 'PutBlock', requests: 4 });
    expect(operations).toContainEqual({ ...toTest, operation: 'PutBlockList', requests: 1 });
    expect(operations.reduce((sum, { requests }) => sum + requests, 0)).toBe(6);
    expect(seen.at(-1)?.waits.lineMs).toBeGreaterThan(0);
    expect(seen.at(-1)?.bottleneck).not.toBe('none');
    stop.abort();
    await following;

    const later = bench.anotherRoom();
    await later.recover();
    expect(await later.calls['transfers.sent']({ jobId: job.jobId }, { signal })).toEqual({ operations, of });
    expect(await later.calls['transfers.timeline']({ jobId: job.jobId, ...wholeRun }, { signal })).toBeNull();
  });

  it.each([
    ['one request', 10 * KiB],
    ['blocks', 1 * MiB],
  ])('counts what %s waited for a busy service to the service, not to the line', async (_of, bytes) => {
    const busy = { 'x-ms-error-code': 'ServerBusy', 'retry-after': '2' };
    const when = ({ method, query }: FaultyRequest): boolean =>
      method === 'PUT' && (query.get('comp') ?? 'block') === 'block';
    bench.proxy.inject({ fault: { kind: 'answer', status: 503, headers: busy }, when, times: 1 });
    const job = await start(await bench.file('patient.bin', bytes));
    const seen: TransferTrace[] = [];
    const stop = new AbortController();
    const push = (trace: TransferTrace | null): void => {
      if (trace !== null) seen.push(trace);
    };
    const following = bench.transfers.streams['transfers.follow']({ jobId: job.jobId }, { push, signal: stop.signal });
    expect(await job.ended).toMatchObject({ state: 'done' });
    await expect.poll(() => seen.at(-1)?.waits.serviceMs, { timeout: 10_000 }).toBeGreaterThan(1_500);
    expect(seen.at(-1)?.waits.lineMs).toBeLessThan(seen.at(-1)?.waits.serviceMs ?? 0);
    stop.abort();
    await following;
  });

  it('reports the requests of all runs by operation, including those before a pause', async () => {
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 2, times: 100 });
    const { jobId } = await start(await bench.file('big.bin', 1 * MiB));
    await answered(bench, isBlock, 2);
    await bench.transfers.registry.calls['jobs.pause']({ jobId }, { signal });
    hang.remove();
    await (
      await bench.transfers.resume(jobId)
    ).ended;
    const sent = await bench.transfers.calls['transfers.sent']({ jobId }, { signal });
    const [job] = bench.transfers.jobs();
    expect(sent.of).toBe('all-runs');
    expect(sent.operations.reduce((sum, { requests }) => sum + requests, 0)).toBe(job?.requests);
  });
});
