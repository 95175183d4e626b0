// The stored history and the points drawn from it: bounded, without duplicates, with gaps preserved.
import { describe, expect, it } from 'vitest';
import { addSamples, retentionMs, noMetrics } from './metrics';
import { chartPoints, chartStepMs, maxPoints } from './points';
import { bandsAt, sampleAt } from './fixtures/samples';

const totals = { requests: 1, uploadBytes: 0, downloadBytes: 0, throttled: 0, retries: 0, failed: 0 };
const everyQuarter = (count: number, fromMs = 1_000_000): ReturnType<typeof sampleAt>[] =>
  Array.from({ length: count }, (_, index) => sampleAt(fromMs + index * 250, { requestsPerSecond: index }));

describe('addSamples', () => {
  it('appends, drops what is older than five minutes and repeats nothing after a reconnect', () => {
    const history = everyQuarter(1400);
    const first = addSamples(noMetrics, { samples: history, totals });
    expect(first.samples.length).toBe(retentionMs / 250 + 1);
    const again = addSamples(first, { samples: history, totals });
    expect(again.samples).toEqual(first.samples);
  });

  it('starts over when the clock has been set back', () => {
    const first = addSamples(noMetrics, { samples: everyQuarter(10), totals });
    const after = addSamples(first, { samples: [sampleAt(10)], totals });
    expect(after.samples.map((sample) => sample.atMs)).toEqual([10]);
  });

  it('accepts totals even without samples', () => {
    expect(addSamples(noMetrics, { samples: [], totals }).totals).toBe(totals);
  });
});

describe('chartPoints', () => {
  it('shows samples of the window as they are while they fit', () => {
    const points = chartPoints(everyQuarter(1200), 60_000, 1_000_000 + 1199 * 250);
    expect(points).toHaveLength(240);
    expect(points.at(-1)?.requests).toBe(1199);
  });

  it('never draws more than the limit, and keeps the newest', () => {
    const samples = everyQuarter(1201);
    const points = chartPoints(samples, retentionMs, samples.at(-1)?.atMs ?? 0);
    expect(points.length).toBeLessThanOrEqual(maxPoints);
    expect(points.at(-1)?.atMs).toBe(samples.at(-1)?.atMs);
  });

  it('reports the duration of a point: one sample, or those that were merged', () => {
    const samples = everyQuarter(1201);
    const endMs = samples.at(-1)?.atMs ?? 0;
    expect(chartStepMs(samples, 60_000, endMs)).toBe(250);
    expect(chartStepMs(samples, retentionMs, endMs)).toBe(1_000);
    expect(chartStepMs([], 60_000, endMs)).toBe(250);
  });

  it('keeps an interval without requests as a gap in latency and zero in rate', () => {
    const points = chartPoints(
      [sampleAt(250, { latencyMs: bandsAt({ p50: 1, p95: 2, p99: 3 }) }), sampleAt(500)],
      60_000,
      500,
    );
    expect(points.map((point) => point.p99)).toEqual([3, null]);
    expect(points.map((point) => point.upload)).toEqual([0, 0]);
  });

  it('breaks every line while the engine was not running', () => {
    const points = chartPoints([sampleAt(250), sampleAt(5_000)], 60_000, 5_000);
    expect(points.map((point) => point.upload)).toEqual([0, null, 0]);
  });

  it('merges percentiles at their worst, counts by sum and rates by mean', () => {
    const busy = Array.from({ length: 1200 }, (_, index) =>
      sampleAt(index * 250, {
        uploadBytesPerSecond: index % 2 === 0 ? 100 : 300,
        throttled: 1,
        latencyMs: bandsAt({ p50: 1, p95: 2, p99: index % 2 === 0 ? 5 : 9 }),
      }),
    );
    const middle = chartPoints(busy, retentionMs, 1199 * 250)[150];
    expect(middle).toMatchObject({ throttled: 4, p99: 9 });
    expect(middle?.upload).toBe(200);
  });
});
