// An hour of monitoring heavy work, in accelerated time: the memory stays bounded, and so does the disk usage.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { everyRequest, newestFirst } from '@shared/model/monitor';
import { noWaits } from '@shared/monitor/bottleneck';
import type { Clock } from '../ports';
import { createMonitor } from './create-monitor';
import { endedRequest } from './fixtures/ended-request';
import { MetricsRecorder } from './recorder';
import { maxRequests } from './request-log';
import { Sampler, sampleIntervalMs } from './sampler';

const startMs = Date.UTC(2026, 9, 14, 8, 0, 0);
const secondsAnHour = 3_600;
const earlySeconds = 900;
const requestsASecond = 120;
const signal = new AbortController().signal;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-soak-'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

/** One moves on by the test alone. */
function clockAt(time: { ms: number }): Clock {
  return {
    now: () => startMs + time.ms,
    monotonic: () => time.ms,
    sleep: () => Promise.reject(new Error('Nobody sleeps here.')),
  };
}

describe('an hour of watching', () => {
  it(
    'uses no more memory at its end than after its first minutes, and stays within its disk limit',
    { timeout: 120_000 },
    async () => {
      const time = { ms: 0 };
      const clock = clockAt(time);
      const recorder = new MetricsRecorder();
      const sampler = new Sampler(recorder, clock);
      const problems: string[] = [];
      const monitor = createMonitor({
        recorder,
        sampler,
        clock,
        stateDir: folder,
        log: (message) => problems.push(message),
        pressure: () => ({ jobs: 0, waits: noWaits, threadUse: 0, inFlight: 0, fixedConcurrency: null }),
      });
      let pushed = 0;
      const watching = new AbortController();
      const watched = sampler.watch(watching.signal, ({ samples }) => {
        pushed += samples.length;
      });
      const work = async (second: number): Promise<void> => {
        for (let n = 0; n < requestsASecond; n += 1) {
          const count = second * requestsASecond + n;
          recorder.requestStarted();
          recorder.bytesMoved('up', 1_000);
          // Names that never occur again, such as those of blobs, must not accumulate either.
          recorder.requestEnded(
            endedRequest({
              atMs: clock.now(),
              totalMs: 1 + (count % 997),
              bytesUp: 1_000,
              operation: `Operation${count % 90}`,
              resource: `container-${count % 5_000}`,
              ...(count % 2 === 0
                ? { service: 'table' as const, partition: `Quay ${count}`, entities: 1 }
                : { address: `https://harbour.example/photos/${count}.jpg` }),
              ...(count % 50 === 0 ? { status: 503, errorCode: `Busy${count}` } : {}),
            }),
          );
        }
        for (let step = 0; step < 1_000; step += sampleIntervalMs) {
          time.ms += sampleIntervalMs;
          vi.advanceTimersByTime(sampleIntervalMs);
        }
        // Yields to the disk.
        await new Promise((resolve) => setImmediate(resolve));
      };
      const heldAfter = async (): Promise<object> => {
        const toMs = clock.now();
        const request = { filter: everyRequest, fromMs: toMs - 86_400_000, toMs };
        const { calls } = monitor;
        const series = await calls['monitor.series']({ ...request, points: 600 }, { signal });
        const heat = await calls['monitor.partitions']({ ...request, steps: 60 }, { signal });
        const page = await calls['monitor.requests'](
          { filter: everyRequest, order: newestFirst, newest: null, offset: 0, limit: 1 },
          { signal },
        );
        const facets = await calls['monitor.facets']({}, { signal });
        return {
          retained: page.retained,
          samples: sampler.recent(86_400_000).length,
          isBounded: series.points.length <= 600 && heat.partitions.length <= 30,
          lines: [series.operations.length, series.throttles.length],
          facets: [facets.operations.length, facets.resources.length],
        };
      };

      for (let second = 0; second < earlySeconds; second += 1) await work(second);
      const early = await heldAfter();
      for (let second = earlySeconds; second < secondsAnHour; second += 1) await work(second);
      const late = await heldAfter();
      watching.abort();
      await watched;
      await monitor.dispose();
      sampler.dispose();

      expect(early).toMatchObject({ retained: maxRequests, samples: 1_200, isBounded: true, lines: [8, 8] });
      expect(late).toEqual(early);
      expect(pushed).toBe((secondsAnHour * 1_000) / sampleIntervalMs);
      expect(recorder.totals.requests).toBe(secondsAnHour * requestsASecond);
      expect(problems).toEqual([]);
      const lateBytes = await bytesIn(join(folder, 'monitor'));
      expect(lateBytes).toBeGreaterThan(0);
      expect(lateBytes).toBeLessThan(8 * 1024 * secondsAnHour);
    },
  );
});

async function bytesIn(path: string): Promise<number> {
  const sizes = await Promise.all((await readdir(path)).map(async (name) => (await stat(join(path, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
