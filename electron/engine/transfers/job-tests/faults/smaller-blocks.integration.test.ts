// On a network that carries only small requests, files in progress continue in smaller blocks. Every byte arrives once,
// whatever was aborted, stored without a response, or interrupted.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileBlocks } from '@shared/model/transfer-trace';
import { KiB, MiB } from '@shared/units';
import { type FaultyRequest, serviceHeaders } from '../../../../testing/faults';
import type { ProxiedRequest } from '../../../../testing/fault-proxy';
import { isBlock, isGet } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const { signal } = new AbortController();

/** What the line takes in one request. */
const max = 512 * KiB;
const timedOut = { status: 500, headers: serviceHeaders({ 'x-ms-error-code': 'OperationTimedOut' }) } as const;
const sent = ({ headers }: Pick<FaultyRequest, 'headers'>): number => Number(headers['content-length'] ?? 0);
const requestedBytes = ({ headers }: Pick<FaultyRequest, 'headers'>): number => {
  const match = /bytes=(\d+)-(\d+)/u.exec(String(headers['x-ms-range'] ?? headers.range ?? ''));
  return match === null ? Infinity : Number(match[2]) - Number(match[1]) + 1;
};
const staged = (request: ProxiedRequest): boolean => isBlock(request) && request.status === 201;

const upload = (paths: readonly string[]) =>
  bench.transfers.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths,
    options: bench.options(),
  });
const expectHeld = async (name: string, path: string): Promise<void> => {
  const held = await bench.container.getBlobClient(name).downloadToBuffer();
  expect(held.equals(await readFile(path))).toBe(true);
};

describe('where large requests time out', () => {
  it('an upload continues in smaller blocks, and does not mistake one that was stored unnoticed for them', async () => {
    const isTooMuch = (request: FaultyRequest): boolean => request.method === 'PUT' && sent(request) > max;
    bench.proxy.inject({ fault: { kind: 'answer-after', ...timedOut }, when: isTooMuch, times: 1000 });
    const paths = [await bench.file('large.bin', 5 * MiB + 123), await bench.file('whole.bin', 1 * MiB + 5)];
    const job = await upload(paths);
    const summary = await job.ended;
    expect(summary).toMatchObject({ state: 'done', files: 2, bytes: 6 * MiB + 128, failed: [] });
    expect(summary.tuner.some(({ blockBytes }) => blockBytes <= max)).toBe(true);
    await expectHeld('large.bin', paths[0] ?? '');
    const { committedBlocks } = await bench.container.getBlockBlobClient('large.bin').getBlockList('committed');
    expect(committedBlocks?.reduce((sum, { size }) => sum + size, 0)).toBe(5 * MiB + 123);
    expect(committedBlocks?.filter(({ size }) => size <= max).length).toBeGreaterThan(5);
    await expectHeld('whole.bin', paths[1] ?? '');
  });

  it('an interrupted upload sends only the missing blocks, large and small ones alike', async () => {
    const path = await bench.file('mixed.bin', 8 * MiB);
    let limit = Infinity;
    const isTooMuch = (request: FaultyRequest): boolean => isBlock(request) && sent(request) > limit;
    bench.proxy.inject({ fault: { kind: 'answer', ...timedOut }, when: isTooMuch, times: 1000 });
    const isHeld = (request: FaultyRequest): boolean => isBlock(request) && sent(request) <= limit;
    // Two blocks as planned, then only small ones, and not all of those.
    const first = bench.proxy.inject({ fault: { kind: 'hang' }, when: isHeld, skip: 2, times: 1000 });
    const job = await upload([path]);
    await expect.poll(() => bench.requests().filter(staged).length, { timeout: 20_000 }).toBe(2);
    limit = max;
    await job.interrupt();
    first.remove();
    const second = bench.proxy.inject({ fault: { kind: 'hang' }, when: isHeld, skip: 5, times: 1000 });
    const again = await bench.transfers.resume(job.jobId);
    await expect.poll(() => bench.requests().filter(staged).length, { timeout: 20_000 }).toBe(7);
    const blocks = await shownBlocks(job.jobId, (shown) => shown.states.split('2').length - 1 === 7);
    expect(blocks.numbers).toHaveLength(blocks.states.length);
    const stagedBytes = bench
      .requests()
      .filter(staged)
      .reduce((sum, request) => sum + request.bytesUp, 0);
    await again.interrupt();
    second.remove();

    const later = bench.anotherRoom();
    await later.recover();
    expect(later.jobs()[0]).toMatchObject({ bytesDone: stagedBytes, bytesTotal: 8 * MiB });
    const before = bench.requests().length;
    expect(await (await later.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    const resent = bench.requests().slice(before).filter(staged);
    expect(resent.reduce((sum, request) => sum + request.bytesUp, 0)).toBe(8 * MiB - stagedBytes);
    await expectHeld('mixed.bin', path);
  });

  const shownBlocks = async (jobId: string, until: (blocks: FileBlocks) => boolean): Promise<FileBlocks> => {
    let shown: FileBlocks | null = null;
    const isSeen = async (): Promise<boolean> => {
      shown = await bench.transfers.calls['transfers.blocks']({ jobId, file: 0 }, { signal });
      return shown !== null && until(shown);
    };
    await expect.poll(isSeen, { timeout: 10_000, interval: 50 }).toBe(true);
    return shown ?? expect.fail('There are no blocks.');
  };

  it('a download continues in smaller ranges, also after an interruption', async () => {
    const path = await bench.file('source.bin', 5 * MiB + 77);
    await bench.container.getBlockBlobClient('source.bin').uploadFile(path);
    const isTooMuch = (request: FaultyRequest): boolean => isGet(request) && requestedBytes(request) > max;
    bench.proxy.inject({ fault: { kind: 'answer', ...timedOut }, when: isTooMuch, times: 1000 });
    const isSmall = (request: FaultyRequest): boolean => isGet(request) && requestedBytes(request) <= max;
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isSmall, skip: 6, times: 1000 });
    const targetDir = join(bench.folder, 'target');
    const job = await bench.transfers.downloadTo({
      connectionId: 'test',
      container: bench.container.containerName,
      targetDir,
      selection: [{ kind: 'blob', name: 'source.bin' }],
      options: bench.options(),
    });
    const arrived = (): number[] =>
      bench
        .requests()
        .filter((one) => isSmall(one) && one.status === 206)
        .map(requestedBytes);
    await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(6);
    const arrivedBytes = arrived().reduce((sum, one) => sum + one, 0);
    await expect.poll(() => bench.transfers.jobs()[0]?.bytesDone, { timeout: 20_000 }).toBe(arrivedBytes);
    await job.interrupt();
    hang.remove();
    bench.proxy.clearFaults();
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    const bytes = bench.requests().slice(before).filter(isGet).map(requestedBytes);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBe(5 * MiB + 77 - arrivedBytes);
    expect((await readFile(join(targetDir, 'source.bin'))).equals(await readFile(path))).toBe(true);
  });
});
