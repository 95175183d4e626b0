import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endedRequest } from './fixtures/ended-request';
import { type Covered, SeriesOfRequests, stepsOf } from './log-series';

const logged = (over: Parameters<typeof endedRequest>[0]) => ({ ...endedRequest(over), number: 1 });

describe('stepsOf', () => {
  it('covers the requested time with no more steps than allowed', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.nat(90_000_000), fc.integer({ min: 2, max: 600 }), (fromMs, spanMs, max) => {
        const steps = stepsOf(fromMs, fromMs + spanMs, max);
        expect(steps.count).toBeLessThanOrEqual(max);
        expect(steps.fromMs).toBeLessThanOrEqual(fromMs);
        expect(steps.stepMs % 250).toBe(0);
        expect(steps.toMs).toBeGreaterThanOrEqual(fromMs + spanMs);
      }),
    );
  });
});

describe('partly known step', () => {
  const steps = stepsOf(0, 30_000, 10);
  const second = (atMs: number) => logged({ atMs, totalMs: 0, bytesUp: 3_000 });
  const figures = (series: SeriesOfRequests, covered: Covered) =>
    series
      .answer({ completeFromMs: 0, covered })
      .points.map(({ uploadBytesPerSecond, requestsPerSecond }) => [uploadBytesPerSecond, requestsPerSecond]);

  it('shows the rate of the known time, at both ends', () => {
    const series = new SeriesOfRequests(steps);
    for (const atMs of [1_500, 2_500, 3_500, 4_500, 5_500, 6_500]) series.add(second(atMs));
    expect(figures(series, { fromMs: 1_000, toMs: 7_000 })).toEqual([
      [3_000, 1],
      [3_000, 1],
      [3_000, 1],
    ]);
    expect(
      series.answer({ completeFromMs: 0, covered: { fromMs: 1_000, toMs: 7_000 } }).operations[0]?.perStep,
    ).toEqual([1, 1, 1]);
  });

  it('shows no peak for a moment', () => {
    const series = new SeriesOfRequests(steps);
    series.add(second(3_010));
    expect(figures(series, { fromMs: 0, toMs: 3_020 })).toEqual([[3_000, 1]]);
  });
});

describe('a series of requests', () => {
  const steps = stepsOf(0, 10_000, 10);
  const whole = { completeFromMs: 0, covered: steps };
  const rates = (series: SeriesOfRequests): readonly number[] =>
    series.answer(whole).points.map(({ uploadBytesPerSecond }) => uploadBytesPerSecond);

  it('spreads bytes over the time in which they moved, and loses none', () => {
    const series = new SeriesOfRequests(steps);
    series.add(logged({ atMs: 3_500, totalMs: 2_000, bytesUp: 4_000 }));
    expect(series.answer(whole).stepMs).toBe(1_000);
    expect(rates(series)).toEqual([1_000, 2_000, 1_000]);
  });

  it('counts the bytes in range of a request that ends after it, but not the request', () => {
    const series = new SeriesOfRequests(steps);
    series.add(logged({ atMs: 11_000, totalMs: 2_000, bytesUp: 2_000 }));
    const { points } = series.answer(whole);
    expect(points).toMatchObject([
      { atMs: 10_000, uploadBytesPerSecond: 1_000, requestsPerSecond: 0, latencyMs: null },
    ]);
  });

  it('counts failures, and distinguishes operations', () => {
    const series = new SeriesOfRequests(steps);
    series.add(logged({ atMs: 500, status: 503, errorCode: 'ServerBusy', attempt: 1 }));
    series.add(logged({ atMs: 600, attempt: 2 }));
    series.add(logged({ atMs: 700, operation: 'GetBlob' }));
    const answer = series.answer(whole);
    expect(answer.points).toMatchObject([{ requestsPerSecond: 3, throttled: 1, failed: 1, retries: 1 }]);
    expect(answer.throttles).toEqual([{ cause: '503 ServerBusy', perStep: [1] }]);
    expect(answer.operations).toEqual([
      { operation: 'PutBlock', perStep: [2] },
      { operation: 'GetBlob', perStep: [1] },
    ]);
  });

  it('combines rare operations as other, so that nothing is missing from the sum', () => {
    const series = new SeriesOfRequests(steps);
    for (let kind = 0; kind < 60; kind += 1) series.add(logged({ atMs: 10, operation: `Op${kind}` }));
    const { operations } = series.answer(whole);
    expect(operations.length).toBeLessThanOrEqual(8);
    expect(operations.reduce((sum, { perStep }) => sum + (perStep[0] ?? 0), 0)).toBe(60);
    expect(operations.at(-1)?.operation).toBe('other');
  });
});
