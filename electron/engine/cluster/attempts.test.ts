// What a worker had and did not end, from its reports and the outcomes.
import { expect, it } from 'vitest';
import { type Attempt, Attempts } from './attempts';

const node = { node: 'id', name: 'w1' };
const lease = (bytes: number, deliveries = 1) => ({ job: 'j', shard: 's', deliveries, files: 0, bytes });

/** Reports of the leases of one node, one a second. */
function reports(
  all: readonly (readonly ReturnType<typeof lease>[])[],
  ended: { readonly afterReport: number; readonly deliveries: number }[] = [],
): readonly Attempt[] {
  const attempts = new Attempts();
  let before: { readonly leases: readonly ReturnType<typeof lease>[]; readonly atMs: number } = { leases: [], atMs: 0 };
  let hasEnded = false;
  all.forEach((leases, second) => {
    const atMs = second * 1000;
    attempts.report(node, leases, before, { atMs, monotonicMs: atMs }, () => hasEnded);
    before = { leases, atMs };
    for (const { afterReport, deliveries } of ended) {
      if (afterReport !== second) continue;
      hasEnded = true;
      attempts.ended({ job: 'j', shard: 's', deliveries });
    }
  });
  return attempts.take(all.length * 1000 + 6000);
}

it('attempts: a shard that was given back is one, with its time and what was moved in it', () => {
  const [attempt, ...others] = reports([[], [lease(10)], [lease(30)], [lease(60)], []]);
  expect(others).toEqual([]);
  expect(attempt).toMatchObject({
    node: 'w1',
    shard: 's',
    startedAtMs: 1000,
    tookMs: 2000,
    bytes: 50,
    end: 'returned',
  });
});

it('attempts: one that the same node takes again at once is two', () => {
  expect(reports([[lease(0, 1)], [lease(0, 2)], []]).map(({ deliveries }) => deliveries)).toEqual([1, 2]);
});

it('attempts: a shard that has ended is none, whether the outcome comes before or after the last report', () => {
  expect(reports([[lease(0)], []], [{ afterReport: 0, deliveries: 1 }])).toEqual([]);
  expect(reports([[lease(0)], []], [{ afterReport: 1, deliveries: 1 }])).toEqual([]);
  // It was so short that the first report came after its outcome.
  expect(reports([[], [lease(0)], []], [{ afterReport: 0, deliveries: 1 }])).toEqual([]);
});

it('attempts: are not known before the outcome cannot come any more', () => {
  const attempts = new Attempts();
  attempts.report(node, [lease(0)], { leases: [], atMs: 0 }, { atMs: 0, monotonicMs: 0 }, () => false);
  attempts.report(node, [], { leases: [lease(0)], atMs: 0 }, { atMs: 500, monotonicMs: 500 }, () => false);
  expect(attempts.take(4000)).toEqual([]);
  expect(attempts.take(6000)).toHaveLength(1);
  expect(attempts.take(6001)).toEqual([]);
});
