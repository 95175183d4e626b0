import { describe, expect, it } from 'vitest';
import { endedRequest } from './fixtures/ended-request';
import { stepsOf } from './log-series';
import { HeatOfPartitions } from './partition-heat';

const logged = (over: Parameters<typeof endedRequest>[0]) => ({ ...endedRequest(over), number: 1 });
const heatOf = (requests: readonly ReturnType<typeof logged>[], completeFromMs = 0) => {
  const heat = new HeatOfPartitions(stepsOf(0, 2_000, 2));
  for (const request of requests) heat.add(request);
  return heat.answer(completeFromMs);
};

describe('heat of partitions', () => {
  it('counts table requests and their entities by partition and step, the busiest first', () => {
    const of = (partition: string, atMs: number, resource = 'Ships', entities = 1) =>
      logged({ service: 'table', resource, partition, atMs, entities });
    const heat = heatOf(
      [
        of('North', 100),
        of('South', 200, 'Ships', 100),
        of('South', 1_500, 'Ships', 40),
        of('', 300),
        of('North', 2_500),
        of('North', 100, 'Cranes', 0),
        logged({ atMs: 1 }),
      ],
      500,
    );
    expect(heat.completeFromMs).toBe(500);
    expect(heat.stepsAtMs).toEqual([1_000, 2_000]);
    expect(heat.partitions).toEqual([
      { connectionId: 'local', table: 'Ships', partition: 'South', requests: [1, 1], entities: [100, 40] },
      { connectionId: 'local', table: 'Cranes', partition: 'North', requests: [1, 0], entities: [0, 0] },
      { connectionId: 'local', table: 'Ships', partition: 'North', requests: [1, 0], entities: [1, 0] },
    ]);
    expect(heat.more).toBe(0);
  });

  it('separates equal names of two accounts, and reports how many partitions are not listed', () => {
    const quays = Array.from({ length: 33 }, (_, index) =>
      logged({ service: 'table', resource: 'Ships', partition: `Quay ${index}`, atMs: 1 }),
    );
    const twin = logged({ service: 'table', resource: 'Ships', partition: 'Quay 0', atMs: 1, connectionId: 'other' });
    const { partitions, more } = heatOf([...quays, twin]);
    expect(partitions).toHaveLength(30);
    expect(more).toBe(4);
    expect(partitions.filter(({ partition }) => partition === 'Quay 0')).toHaveLength(2);
  });

  it('shows the busiest partitions wherever they were among the others', () => {
    const requests = Array.from({ length: 90 }, (_, index) => {
      const times = index % 3 === 2 ? 2 + index : 1;
      const one = logged({ service: 'table', resource: 'Ships', partition: `Quay ${index}`, atMs: 1 });
      return Array.from({ length: times }, () => one);
    });
    const { partitions, more } = heatOf(requests.flat());
    const busiest = Array.from({ length: 30 }, (_, index) => `Quay ${89 - 3 * index}`);
    expect(partitions.map(({ partition }) => partition)).toEqual(busiest);
    expect(partitions[0]).toMatchObject({ requests: [91, 0] });
    expect(more).toBe(60);
  });
});
