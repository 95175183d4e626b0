import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transferOptions } from '@shared/model/transfer';
import { Ledger } from './ledger';
import { type ClusterRecord, noCounts } from './messages';

const options = transferOptions.parse({ overwrite: 'never', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' });
const head: Extract<ClusterRecord, { t: 'job' }> = {
  t: 'job',
  version: 1,
  id: 'a'.repeat(24),
  createdAtMs: 0,
  title: 'scans',
  spec: { kind: 'upload', endpoint: 'https://a', container: 'c', prefix: '', paths: ['/scans/'], options },
};

const planned = (of: string, shards: readonly string[], walks: readonly string[] = []): ClusterRecord => ({
  t: 'planned',
  of,
  shards: shards.map((id) => [id, 10, 100]),
  walks: [...walks],
  failed: [],
  failedCount: 0,
  last: true,
});

const outcome = (shard: string, failedCount = 0, deliveries = 1): ClusterRecord => ({
  ...noCounts,
  t: 'outcome',
  job: 'a'.repeat(24),
  shard,
  node: 'n1',
  end: 'done',
  deliveries,
  round: 0,
  files: 10 - failedCount,
  bytes: 100,
  failedCount,
  p50: 1,
  p95: 2,
  p99: 3,
  startedAtMs: 0,
  tookMs: 1,
  uncertainMs: 1,
});

function ledgerOf(...records: readonly ClusterRecord[]): Ledger {
  const ledger = Ledger.of([head, ...records]);
  if (ledger === null) throw new Error('There is no job.');
  return ledger;
}

const firstWalk = (): string => ledgerOf().firstWalk().id;

it('ledger: a job is complete once everything is planned and every shard has ended', () => {
  const walk = firstWalk();
  expect(ledgerOf().isComplete).toBe(false);
  expect(ledgerOf(planned(walk, ['s1'], ['w2'])).isComplete).toBe(false);
  expect(ledgerOf(planned(walk, ['s1'], ['w2']), outcome('s1')).isComplete).toBe(false);
  expect(ledgerOf(planned(walk, ['s1'], ['w2']), outcome('s1'), planned('w2', [])).isComplete).toBe(true);
});

it('ledger: each shard counts once, in whatever order and however often it ends', () => {
  const ids = ['s1', 's2', 's3', 's4'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids)), (ended) => {
      const ledger = ledgerOf(planned(firstWalk(), ids), ...ended.map((id) => outcome(id)));
      const distinct = new Set(ended).size;
      expect(ledger.counts.files).toBe(10 * distinct);
      expect(ledger.counts.bytes).toBe(100 * distinct);
      expect(ledger.openShards).toBe(ids.length - distinct);
      expect(ledger.found.files).toBe(40);
    }),
  );
});

it('ledger: when planning begins anew, what has ended counts again only if it is planned again', () => {
  const begun = [planned(firstWalk(), ['s1', 's2']), outcome('s1')];
  const again: ClusterRecord = { t: 'again', round: 1, what: 'open' };
  const ledger = ledgerOf(...begun, again);
  expect(ledger.counts.files).toBe(0);
  expect(ledger.hasEnded('s1')).toBe(true);
  ledger.apply(planned(ledger.firstWalk().id, ['s1', 's3']));
  expect(ledger.counts.files).toBe(10);
  expect(ledger.openShards).toBe(1);
  ledger.apply(outcome('s3'));
  expect(ledger.isComplete).toBe(true);
  expect(ledger.counts.files).toBe(20);
});

it('ledger: shards with failures are done again when the failed ones are retried', () => {
  const ledger = ledgerOf(planned(firstWalk(), ['s1', 's2']), outcome('s1', 3), outcome('s2'));
  expect(ledger.counts.failedCount).toBe(3);
  ledger.apply({ t: 'again', round: 1, what: 'failed' });
  ledger.apply(planned(ledger.firstWalk().id, ['s1', 's2']));
  expect(ledger.openShards).toBe(1);
  ledger.apply(outcome('s1', 0, 2));
  expect(ledger.counts).toMatchObject({ files: 20, failedCount: 0 });
  expect(ledger.redelivered).toBe(1);
});

it('ledger: a shard whose outcome is known is not under way, although its worker still holds it', () => {
  const ledger = new Ledger(head);
  ledger.apply(planned(ledger.firstWalk().id, ['s1', 's2']));
  const leases = ['s1', 's2'].map((shard) => ({ job: head.id, shard }));
  const ofAnother = { job: 'other', shard: 's3' };
  expect(ledger.underWay([...leases, ofAnother])).toEqual(leases);
  ledger.apply(outcome('s1'));
  expect(ledger.underWay(leases)).toEqual([{ job: head.id, shard: 's2' }]);
});
