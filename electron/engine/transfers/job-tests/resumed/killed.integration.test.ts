// A killed process leaves work that is resumed: only the missing parts move.
import { readFile, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import { killed } from '../../fixtures/child-program';
import { isBlock, isCommit, isGet, answered } from '../../fixtures/requests';
import { useBench } from '../../fixtures/use-bench';
import { blocks, useChildJobs } from '../../fixtures/use-child-jobs';

const own = useBench();
const { bench } = own;
const { run, upload } = useChildJobs(own);

describe('after kill -9', () => {
  it('an upload sends only the blocks that are missing', async () => {
    const path = await bench.file('big.bin', 4 * MiB);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 9, times: 100 });
    const { child, jobId } = run(upload(path));
    await answered(bench, isBlock, 9);
    const id = await jobId;
    await killed(child);
    hang.remove();

    await bench.transfers.recover();
    expect(bench.transfers.jobs()).toEqual([
      expect.objectContaining({ id, state: 'interrupted', bytesTotal: 4 * MiB, filesTotal: 1 }),
    ]);
    const before = bench.requests().length;
    const summary = await (await bench.transfers.resume(id)).ended;
    expect(summary).toMatchObject({ state: 'done', files: 1, bytes: 4 * MiB });
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(16 - 9);
    const held = await bench.container.getBlobClient('big.bin').downloadToBuffer();
    expect(held.equals(await readFile(path))).toBe(true);
  });

  it('an upload counts the time and the requests of the run that was killed, however soon', async () => {
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 3, times: 100 });
    const { child, jobId } = run(upload(await bench.file('early.bin', 4 * MiB)));
    await answered(bench, isBlock, 3);
    const id = await jobId;
    await killed(child);
    hang.remove();
    // It wrote for the last time after a hundred seconds.
    const later = Date.now() / 1000 + 100;
    await utimes(join(bench.stateDir, 'jobs', `${id}.jsonl`), later, later);

    await bench.transfers.recover();
    const [{ ranMs = 0 } = {}] = bench.transfers.jobs();
    expect(ranMs).toBeGreaterThanOrEqual(100_000);
    const summary = await (await bench.transfers.resume(id)).ended;
    expect(summary).toMatchObject({ state: 'done', bytes: 4 * MiB });
    expect(summary.elapsedMs).toBeGreaterThan(ranMs);
    expect(summary.bytesPerSecond).toBeLessThan((4 * MiB) / 100);
    expect(bench.transfers.jobs()[0]).toMatchObject({ ranMs: summary.elapsedMs, requests: summary.requests });
  });

  it('an upload that was committed but not recorded is done', async () => {
    const path = await bench.file('done.bin', 1 * MiB);
    // The store commits; neither the response nor the lookup of the blob ever arrives.
    const committed = (): boolean => bench.requests().some(isCommit);
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isCommit, times: 100 });
    bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ method }) => method === 'HEAD' && committed(), times: 100 });
    const { child, jobId } = run(upload(path));
    await expect
      .poll(async () => bench.container.getBlobClient('done.bin').exists(), { timeout: 20_000, interval: 20 })
      .toBe(true);
    const id = await jobId;
    await killed(child);
    bench.proxy.clearFaults();

    await bench.transfers.recover();
    expect(bench.transfers.jobs()[0]).toMatchObject({ state: 'interrupted' });
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(id)).ended).toMatchObject({ state: 'done', files: 1, skipped: 0 });
    expect(
      bench
        .requests()
        .slice(before)
        .some((request) => isBlock(request) || isCommit(request)),
    ).toBe(false);
  });

  it('a job of many files sends only the files that are missing', async () => {
    for (let n = 0; n < 40; n += 1) await bench.file(`many/${String(n).padStart(2, '0')}.bin`, 100 + n);
    const isFile = (request: FaultyRequest): boolean => request.method === 'PUT';
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isFile, skip: 20, times: 100 });
    const { child, jobId } = run(upload(join(bench.folder, 'many')));
    await answered(bench, isFile, 20);
    const id = await jobId;
    // The journal gathers small records for a moment.
    await expect
      .poll(
        async () => (await readFile(join(bench.stateDir, 'jobs', `${id}.jsonl`), 'utf8')).split('"done"').length - 1,
        {
          timeout: 10_000,
        },
      )
      .toBe(20);
    await killed(child);
    hang.remove();
    await bench.transfers.recover();
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(id)).ended).toMatchObject({ state: 'done', files: 40, skipped: 0 });
    expect(bench.requests().slice(before).filter(isFile)).toHaveLength(20);
  });

  it('a download has no final name, and resumes', async () => {
    const path = await bench.file('source.bin', 2 * MiB);
    await bench.container.getBlockBlobClient('source.bin').uploadFile(path);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isGet, skip: 4, times: 100 });
    const targetDir = join(bench.folder, 'target');
    const { child, jobId } = run({
      kind: 'download',
      connectionId: 'test',
      container: bench.container.containerName,
      selection: [{ kind: 'blob', name: 'source.bin' }],
      targetDir,
      options: bench.options(blocks),
    });
    await answered(bench, isGet, 4);
    const id = await jobId;
    await killed(child);
    hang.remove();
    expect(await readdir(targetDir)).toEqual([expect.stringMatching(/\.part$/u)]);
    await bench.transfers.recover();
    expect(await (await bench.transfers.resume(id)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(await readdir(targetDir)).toEqual(['source.bin']);
    expect((await readFile(join(targetDir, 'source.bin'))).equals(await readFile(path))).toBe(true);
  });
});
