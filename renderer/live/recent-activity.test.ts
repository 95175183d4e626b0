// The reported activity of the last seconds when single samples contain none.
import { describe, expect, it } from 'vitest';
import { noActivity, recentActivity, recentMs } from './recent-activity';
import { bandsAt, sampleAt } from './fixtures/samples';

const bands = bandsAt({ p50: 900, p95: 1_000, p99: 1_100 });

describe('recentActivity', () => {
  it('reports requests that end less often than samples are taken, and how long they took', () => {
    // One transaction a second: three samples of four hold none.
    const samples = Array.from({ length: 40 }, (_, index) =>
      sampleAt(
        index * 250,
        index % 4 === 0 ? { requestsPerSecond: 4, latencyMs: bands, inFlight: 1 } : { inFlight: 1 },
      ),
    );
    expect(recentActivity(samples)).toEqual({ requestsPerSecond: 1, inFlight: 1, latencyMs: bands });
  });

  it('weighs samples by their time', () => {
    const samples = [
      sampleAt(1_000, { intervalMs: 750, requestsPerSecond: 0 }),
      sampleAt(1_250, { requestsPerSecond: 8 }),
    ];
    expect(recentActivity(samples).requestsPerSecond).toBe(2);
  });

  it('follows at once where many end, and falls silent within a second where none is on its way', () => {
    const quiet = Array.from({ length: 16 }, (_, index) => sampleAt(index * 250));
    const busy = Array.from({ length: 4 }, (_, index) =>
      sampleAt(4_000 + index * 250, { requestsPerSecond: 80, inFlight: 9 }),
    );
    expect(recentActivity([...quiet, ...busy]).requestsPerSecond).toBe(80);
    const after = Array.from({ length: 4 }, (_, index) => sampleAt(5_000 + index * 250));
    expect(recentActivity([...quiet, ...busy, ...after]).requestsPerSecond).toBe(0);
    const held = after.map((sample) => ({ ...sample, inFlight: 9 }));
    expect(recentActivity([...quiet, ...busy, ...held]).requestsPerSecond).toBeGreaterThan(0);
  });

  it('ignores what is longer ago', () => {
    const busy = sampleAt(1_000, { requestsPerSecond: 4, latencyMs: bands });
    expect(recentActivity([busy, sampleAt(1_000 + recentMs)])).toEqual(noActivity);
    expect(recentActivity([])).toEqual(noActivity);
  });
});
