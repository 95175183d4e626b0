import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ErrorShape } from '@shared/errors';
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TransferJob } from '@shared/model/transfer';
import { MiB } from '@shared/units';
import { isBlock } from '../../fixtures/requests';
import { smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

describe('the watch stream', () => {
  it('shows a job from its plan to its end, at most four times a second', async () => {
    const states: string[] = [];
    const times: number[] = [];
    const stop = new AbortController();
    const watching = bench.transfers.registry.streams['jobs.watch'](
      {},
      {
        signal: stop.signal,
        push: (jobs) => {
          times.push(Date.now());
          const job = jobs.find(isTransfer);
          if (job !== undefined) states.push(`${job.state} ${job.cells}`);
        },
      },
    );
    // A block remains in flight until the stream has shown it as such, beside a finished one.
    const isSeen = (): boolean => states.some((state) => /^running .*(?:1.*2|2.*1)/.test(state));
    const act = (): Promise<void> => expect.poll(isSeen).toBe(true);
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isBlock, skip: 1 });
    const source = await bench.file('watched.bin', 2 * MiB);
    const { jobId } = await bench.transfers.calls['transfers.upload'](
      {
        connectionId: 'test',
        container: bench.container.containerName,
        prefix: '',
        sources: [source],
        options: bench.options(smallBlocks),
      },
      { signal: stop.signal },
    );
    await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('done 22222222');
    stop.abort();
    await watching;
    expect(bench.transfers.jobs()[0]).toMatchObject({ id: jobId, title: 'watched.bin', state: 'done' });
    expect(isSeen()).toBe(true);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(240);
  });

  it('reports an unreadable job of an earlier process, and stops once it is gone', async () => {
    const path = join(bench.stateDir, 'jobs', `${'f'.repeat(24)}.jsonl`);
    await mkdir(path, { recursive: true });
    await expect(bench.transfers.recover()).rejects.toMatchObject({ context: { path } });
    const seen: (readonly ErrorShape[])[] = [];
    const stop = new AbortController();
    const push = (unread: readonly ErrorShape[]): void => void seen.push(unread);
    const watching = bench.transfers.registry.streams['jobs.unread']({}, { push, signal: stop.signal });
    await expect.poll(() => seen.at(-1)).toMatchObject([{ code: 'local.denied', context: { path } }]);
    await rm(path, { recursive: true });
    await expect.poll(() => seen.at(-1), { timeout: 10_000 }).toEqual([]);
    stop.abort();
    await watching;
  });

  it('foretells no time of a job that has sent all and waits for the answers', async () => {
    const path = await bench.file('sent.bin', 2 * smallBlocks.blockBytes);
    bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: 100 });
    const seen: TransferJob[] = [];
    const stop = new AbortController();
    const push = (jobs: readonly Job[]): void => void seen.push(...jobs.filter(isTransfer));
    const watching = bench.transfers.registry.streams['jobs.watch']({}, { push, signal: stop.signal });
    const job = await startUpload(bench, [path], smallBlocks);
    // The rate comes with the bytes that are on their way, and goes while no answer comes.
    const sentAll = (): readonly TransferJob[] => seen.filter(({ inFlight }) => inFlight === 2);
    await expect.poll(() => sentAll().length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(8);
    stop.abort();
    await watching;
    for (const each of sentAll()) expect(each).toMatchObject({ state: 'running', bytesDone: 0, remainingMs: null });
    await job.cancel();
  });
});
