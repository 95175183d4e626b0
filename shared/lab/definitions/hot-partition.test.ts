// The verdict of a stress run covers no more than was requested, and its time line counts batches in seconds.
import { expect, it } from 'vitest';
import type { Sample } from '../run';
import { hotPartition } from './hot-partition';

/** Twenty entities every 100 ms, each batch answered in 5 ms: 200 a second for five seconds. */
const held = Array.from({ length: 50 }, (_, index): Sample => ({
  step: 'orders at 200/s',
  node: 'vm',
  repetition: 1,
  slot: 0,
  asked: 200,
  partitions: 1,
  startMs: index * 100,
  durationMs: 5,
  entities: 20,
  ok: 1,
  throttled: 0,
  key: `p\u0000${index + 1000}`,
}));

it('a rate that was sustained is reported as the requested rate', () => {
  const { tables } = hotPartition.analyse(held);
  const [passed, requested, reached] = tables[0]?.rows[0] ?? [];
  expect([passed, requested]).toEqual(['passed', 200]);
  expect(reached).toBeCloseTo(200, 6);
});

it('a rate that was not sustained is measured over the actual time', () => {
  const late = held.map((sample) => ({ ...sample, startMs: Number(sample.startMs) * 2 }));
  const [failed, , reached] = hotPartition.analyse(late).tables[0]?.rows[0] ?? [];
  expect(failed).toBe('failed');
  expect(Math.round(Number(reached))).toBe(102);
});

it('the time line is one of batches, in the unit of the charts beside it', () => {
  const { charts } = hotPartition.analyse(held);
  const line = charts.find(({ id }) => id === 'timeline');
  expect(line).toMatchObject({ x: { unit: 's' }, note: 'Each row is a slot, each bar a batch. Gaps are idle time.' });
  expect(line?.series[0]?.points.at(-1)).toMatchObject({ x: 4.9, toX: 4.905 });
});
