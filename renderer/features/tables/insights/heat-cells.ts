// Groups the partitions in key order into a bounded number of cells, and defines the measures by which they are shown.
import type { PartitionProfile } from '@shared/analysis/analysis-result';

export type Measure = 'rows' | 'bytes' | 'readMs';

const maxCells = 600;

export interface HeatCell {
  /** Partitions by index, both included. */
  readonly first: number;
  readonly last: number;
  readonly value: number;
  /** Of the greatest cell per partition, 0…1. */
  readonly heat: number;
}

/** Every partition is in exactly one cell; cells hold as evenly many partitions as can be. */
export function heatCells(
  partitions: readonly Pick<PartitionProfile, Measure>[],
  measure: Measure,
  max: number = maxCells,
): readonly HeatCell[] {
  const count = Math.min(max, partitions.length);
  const cells = Array.from({ length: count }, (_, index) => {
    const first = Math.floor((index * partitions.length) / count);
    const last = Math.floor(((index + 1) * partitions.length) / count) - 1;
    let value = 0;
    for (let at = first; at <= last; at += 1) value += partitions[at]?.[measure] ?? 0;
    return { first, last, value, mean: value / (last - first + 1) };
  });
  const greatest = cells.reduce((max_, { mean }) => Math.max(max_, mean), 0);
  return cells.map(({ mean, ...cell }) => ({ ...cell, heat: greatest === 0 ? 0 : mean / greatest }));
}

/** Indexes of the partitions, in key order or the greatest first. */
export function partitionOrder(
  partitions: readonly Pick<PartitionProfile, Measure>[],
  order: 'key' | 'size',
  measure: Measure,
): readonly number[] {
  const indexes = partitions.map((_, index) => index);
  if (order === 'key') return indexes;
  return indexes.sort(
    (left, right) => (partitions[right]?.[measure] ?? 0) - (partitions[left]?.[measure] ?? 0) || left - right,
  );
}
