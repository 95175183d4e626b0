// Diagnostics tables (WAD…): their PartitionKey is `0` and the time in ticks, so a time window is a range of partitions.
import type { KeyCondition } from './filter';
import { ticksKey } from './key-tools';

const wadKey = /^0\d{18}$/;
const shapedShare = 0.9;

/**
 * Whether a table has the name of a diagnostics table and its known PartitionKeys have the right form. Without any key
 * the name decides.
 */
export function isDiagnosticsTable(table: string, partitionKeys: readonly string[]): boolean {
  if (!/^WAD/i.test(table)) return false;
  const shaped = partitionKeys.filter((key) => wadKey.test(key)).length;
  return shaped >= partitionKeys.length * shapedShare;
}

/** The time in a diagnostics table's PartitionKey; null when it is not such a key. */
export function ticksOfWadKey(partitionKey: string): bigint | null {
  return wadKey.test(partitionKey) ? BigInt(partitionKey) : null;
}

/** A range with both ends. */
export interface WadRange extends Extract<KeyCondition, { readonly kind: 'range' }> {
  readonly from: { readonly value: string; readonly inclusive: true };
  readonly to: { readonly value: string; readonly inclusive: false };
}

/**
 * The partitions from `fromTicks` (inclusive) to `toTicks` (exclusive): adjacent windows neither overlap nor leave a
 * gap.
 */
export function wadWindow(fromTicks: bigint, toTicks: bigint): WadRange {
  return {
    kind: 'range',
    from: { value: ticksKey(fromTicks), inclusive: true },
    to: { value: ticksKey(toTicks), inclusive: false },
  };
}
