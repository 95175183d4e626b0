// Shards in lanes: no two of a lane overlap, and no lane is without need.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ShardTime } from '@shared/model/hub';
import { lanesOf } from './timeline-lanes';

const shard = (node: string, startedAtMs: number, tookMs: number, more: Partial<ShardTime> = {}): ShardTime => ({
  shard: `${node} ${startedAtMs} ${tookMs}`,
  end: 'done',
  node,
  startedAtMs,
  tookMs,
  uncertainMs: 2,
  files: 3,
  bytes: 10,
  failedCount: 0,
  deliveries: 1,
  ...more,
});

it('lanes: nodes are in the order of their names, with the sums of their shards', () => {
  const given = shard('w2', 200, 50, { end: 'returned', files: 0, uncertainMs: 500 });
  const again = shard('w10', 0, 100, { deliveries: 3, failedCount: 1, uncertainMs: 40 });
  const found = lanesOf([shard('w2', 0, 100), shard('w2', 50, 100), given, again]);
  expect(found.map(({ node }) => node)).toEqual(['w2', 'w10']);
  expect(found[0]).toMatchObject({
    shards: 2,
    returned: 1,
    files: 6,
    bytes: 30,
    busyMs: 200,
    failed: 0,
    again: 0,
    uncertainMs: 2,
  });
  expect(found[1]).toMatchObject({ shards: 1, failed: 1, again: 1, uncertainMs: 40 });
  expect(found[0]?.lanes).toHaveLength(2);
});

it('lanes: every shard is in one lane, none overlaps another there, and there are as many as at the busiest moment', () => {
  const any = fc.record({ at: fc.integer({ min: 0, max: 1000 }), ms: fc.integer({ min: 1, max: 300 }) });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 40 }), (all) => {
      const shards = all.map(({ at, ms }) => shard('w', at, ms));
      const [group] = lanesOf(shards);
      const lanes = group?.lanes ?? [];
      expect(lanes.flat()).toHaveLength(shards.length);
      for (const lane of lanes) {
        lane.slice(1).forEach((next, before) => {
          const { startedAtMs, tookMs } = lane[before] ?? next;
          expect(startedAtMs + tookMs).toBeLessThanOrEqual(next.startedAtMs);
        });
      }
      const busiest = Math.max(
        ...shards.map(
          ({ startedAtMs: at }) =>
            shards.filter((one) => one.startedAtMs <= at && at < one.startedAtMs + one.tookMs).length,
        ),
      );
      expect(lanes).toHaveLength(busiest);
    }),
  );
});
