// The rate by the number of nodes at work, and what is lost against the linear one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ShardTime } from '@shared/model/hub';
import { scalingOf } from './node-scaling';

const shard = (node: string, startedAtMs: number, tookMs: number, bytes: number): ShardTime => ({
  shard: `${node}-${startedAtMs}`,
  end: 'done',
  node,
  startedAtMs,
  tookMs,
  uncertainMs: 1,
  files: 1,
  bytes,
  failedCount: 0,
  deliveries: 1,
});

it('scaling: two nodes that are as fast together as each alone lose nothing', () => {
  const found = scalingOf([shard('a', 0, 4000, 4000), shard('b', 2000, 2000, 2000)]);
  expect(found).toMatchObject({ perNode: 1000, baseNodes: 1, loss: 0 });
  expect(found?.points).toEqual([
    { nodes: 1, bytesPerSecond: 1000, ms: 2000 },
    { nodes: 2, bytesPerSecond: 2000, ms: 2000 },
  ]);
});

it('scaling: names the loss when both share what one had alone', () => {
  const alone = shard('a', 0, 2000, 2000);
  const both = [shard('a', 2000, 2000, 1000), shard('b', 2000, 2000, 1000)];
  expect(scalingOf([alone, ...both])?.loss).toBeCloseTo(0.5);
});

it('scaling: two slots of one node are one node', () => {
  const found = scalingOf([shard('a', 0, 2000, 1000), shard('a', 0, 2000, 3000)]);
  expect(found).toMatchObject({ perNode: 2000, loss: null });
});

it('scaling: a node that begins a moment later is no measurement of fewer nodes', () => {
  const found = scalingOf([shard('a', 0, 60_000, 60_000), shard('b', 300, 59_700, 59_700)]);
  expect(found?.points.map(({ nodes }) => nodes)).toEqual([2]);
  expect(found?.loss).toBeNull();
});

it('scaling: is null without bytes', () => {
  expect(scalingOf([])).toBeNull();
  expect(scalingOf([shard('a', 0, 1000, 0)])).toBeNull();
});

it('scaling: all bytes are in the points, whatever overlaps', () => {
  const any = fc.record({
    node: fc.constantFrom('a', 'b', 'c'),
    from: fc.integer({ min: 0, max: 50_000 }),
    ms: fc.integer({ min: 20_000, max: 60_000 }),
    bytes: fc.integer({ min: 1, max: 1e9 }),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), (all) => {
      const found = scalingOf(all.map(({ node, from, ms, bytes }) => shard(node, from, ms, bytes)));
      const moved = found?.points.reduce((sum, { bytesPerSecond, ms }) => sum + (bytesPerSecond * ms) / 1000, 0) ?? 0;
      const sent = all.reduce((sum, { bytes }) => sum + bytes, 0);
      // Times that are too short to count are left out.
      expect(moved).toBeLessThanOrEqual(sent * 1.000_001);
      expect(found?.points.every(({ bytesPerSecond }) => bytesPerSecond > 0)).toBe(true);
    }),
  );
});
