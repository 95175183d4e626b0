// The minimum time of an import, by batch size and batches in flight: a model of the service at its best, with figures
// from field studies. Only a real run shows how much longer another service, machine or network takes.
import type { ImportPace } from '../model/table-import';
import { t } from '../strings/t';

/** Entities a second that the service promises a partition and an account. */
const partitionRate = 2000;
const accountRate = 20_000;
/** A batch answers after a fixed part and a part for each of its entities, ms. */
const batchMs = 20;
const entityMs = 2.3;
/** Beyond this size the latency per entity no longer falls, and beyond this concurrency throughput no longer grows. */
const kneeSize = 20;
const kneeConcurrency = 20;

export interface PlannedLoad {
  readonly rows: number;
  readonly largestPartitionRows: number;
  /** The number of batches, by the size they are limited to. */
  readonly batchesBySize: ReadonlyMap<number, number>;
}

/** The plan's assumption if the run adapts: full batches, and as many in flight as still help. */
export const defaultPace = { batchSize: 100, concurrency: kneeConcurrency } as const;

/** The batch sizes for which a dry run counts the batches. */
export const planSizes: readonly number[] = [1, 10, kneeSize, 50, 100];

/** How many batches, each of them one transaction, have at most `batchSize` entities. */
export function batchesFor({ rows, batchesBySize }: PlannedLoad, batchSize: number): number {
  return batchesBySize.get(batchSize) ?? Math.ceil(rows / batchSize);
}

/** The minimum time with that many entities per batch and batches in flight. */
export function minTimeMs(load: PlannedLoad, batchSize: number, concurrency: number): number {
  const batches = batchesFor(load, batchSize);
  if (batches === 0) return 0;
  const perBatch = batchMs + entityMs * (load.rows / batches);
  const byLatency = (batches * perBatch) / Math.min(concurrency, kneeConcurrency);
  const byPartition = (load.largestPartitionRows / partitionRate) * 1000;
  const byAccount = (load.rows / accountRate) * 1000;
  return Math.round(Math.max(byLatency, byPartition, byAccount));
}

/** The choices worth comparing; full batches need the fewest transactions, so they are recommended. */
export function importPaces(load: PlannedLoad): readonly ImportPace[] {
  const choices = [
    { batchSize: 100, concurrency: 4, label: t`cheapest` },
    { batchSize: 100, concurrency: kneeConcurrency, label: t`recommended` },
    { batchSize: kneeSize, concurrency: kneeConcurrency, label: t`fastest responses` },
    { batchSize: 1, concurrency: kneeConcurrency, label: '' },
  ];
  return choices.map(({ batchSize, concurrency, label }) => ({
    batchSize,
    concurrency,
    label,
    transactions: batchesFor(load, batchSize),
  }));
}
