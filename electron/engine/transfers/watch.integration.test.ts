import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { isBlock } from './fixtures/requests';
import { smallBlocks } from './fixtures/start-jobs';
import { useBench } from './fixtures/use-bench';

const { bench } = useBench();

describe('the watch stream', () => {
  it('shows a job from its plan to its end, at most four times a second', async () => {
    const states: string[] = [];
    const times: number[] = [];
    const stop = new AbortController();
    const watching = bench.transfers.streams['transfers.watch'](
      {},
      {
        signal: stop.signal,
        push: (jobs) => {
          times.push(Date.now());
          const job = jobs[0];
          if (job !== undefined) states.push(`${job.state} ${job.cells}`);
        },
      },
    );
    bench.proxy.inject({ fault: { kind: 'delay', ms: 200 }, when: isBlock, times: 100 });
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
    expect(states.some((state) => state.startsWith('running') && state.includes('1') && state.includes('2'))).toBe(
      true,
    );
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(240);
  });
});
