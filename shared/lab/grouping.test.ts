import { expect, it } from 'vitest';
import { axisRanges } from './charts/axis-ranges';
import { axis } from './chart-parts';
import { experimentOf } from './definitions';
import { recordedRuns } from './fixtures/recorded-runs';
import { busyMs, overlapShare, perSecond } from './grouping';
import { mergeRuns } from '../../electron/engine/lab/runs/merge-runs';

const row = (node: string, startMs: number, durationMs: number) => ({
  node,
  repetition: 1,
  startMs,
  durationMs,
  ok: 1,
  bytes: 1000,
});

it('rate of nodes: bytes by the time that passed, also when they ran one after the other', () => {
  const apart = [row('a', 0, 1000), row('b', 3000, 1000)];
  expect([perSecond(apart, 'bytes'), overlapShare(apart)]).toEqual([500, 0]);
  const together = [row('a', 0, 1000), row('b', 0, 1000)];
  expect([perSecond(together, 'bytes'), overlapShare(together)]).toEqual([2000, 1]);
});

it('busy time: counts time in which several rows were under way once, and none in which nothing was', () => {
  expect(busyMs([row('a', 0, 1000), row('a', 500, 1000), row('a', 600, 100), row('a', 5000, 10)])).toBe(1510);
});

it('knee: is never a level at which more than 1 % is throttled', () => {
  /** A level of one second: so many of its hundred requests are throttled. */
  const level = (concurrency: number, rejected: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      node: 'a',
      repetition: 1,
      startMs: 0,
      durationMs: 1000,
      partitions: 1,
      concurrency,
      connections: 1,
      entities: concurrency,
      throttled: index < rejected ? 1 : 0,
      ok: index < rejected ? 0 : 1,
    }));
  const first = (rejected: number) =>
    experimentOf('saturation').analyse([...level(1, 0), ...level(20, rejected), ...level(28, 30)]).findings[0];
  expect(first(1)).toBe('One partition: 1,980 entities/s at best; 20 in flight are enough.');
  expect(first(2)).toMatch(/but only with more than 1 % of requests throttled\.$/);
});

it('merge: rejects runs whose parameters differ, and names the differences', () => {
  const run = recordedRuns.Saturation!;
  const names = { id: 'merged', name: 'Merge' };
  const other = { ...run, parameters: { ...run.parameters, batchSize: 99 } };
  expect(() => mergeRuns([run, other], names)).toThrow(/batchSize: \d+ \/ 99/);
  const otherSeed = { ...run, seed: 5, parameters: { ...run.parameters, seed: 5 } };
  expect(mergeRuns([run, otherSeed], names).nodes).toHaveLength(2);
});

it('axis of one value: is wide enough for ticks that can be read', () => {
  const series = [{ label: 'one', shape: 'dots' as const, colour: 0, points: [{ x: 10_000_000, y: 1 }] }];
  const { x } = axisRanges({ id: 'a', title: '', x: axis('X', 'bytes'), y: axis('Y', ''), series, note: '' });
  expect([x.from, x.to]).toEqual([7_500_000, 12_500_000]);
});

it('read cost: names no cheapest setting when the repetitions are inconclusive', () => {
  const rows = ['none', 'full'].flatMap((metadata, index) =>
    [1, 2, 3].map((repetition) => ({
      node: 'a',
      repetition,
      startMs: 0,
      durationMs: 10,
      ok: 1,
      pageEntities: 100,
      entities: 100,
      bytes: 1000,
      metadata,
      cpuMs: 10 + index * 0.1 + repetition,
    })),
  );
  const { findings } = experimentOf('read-cost').analyse(rows);
  expect(findings).toContain(
    'No setting needs significantly less CPU time than all others; more repetitions may show a difference.',
  );
});
