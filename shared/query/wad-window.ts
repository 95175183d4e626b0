// Diagnostics tables (WAD…): their PartitionKey is `0` and the time in ticks, so a time window is a range of partitions.
import type { KeyCondition } from './filter';
import { ticksKey } from './key-tools';

const wadKey = /^0\d{18}$/;
const shapedShare = 0.9;

/**
 * True for a table that is named like a diagnostics table and whose seen PartitionKeys look like one. Without any key
 * the name decides.
 */
export function isDiagnosticsTable(table: string, partitionKeys: readonly string[]): boolean {
  if (!/^WAD/i.test(table)) return false;
  const shaped = partitionKeys.filter((key) => wadKey.test(key)).length;
  return shaped >= partitionKeys.length * shapedShare;
}

/** The time in a diagnostics table's PartitionKey; null where it is no such key. */
export function ticksOfWadKey(partitionKey: string): bigint | null {
  return wadKey.test(partitionKey) ? BigInt(partitionKey) : null;
}

/** A range with both ends. */
export interface WadRange extends Extract<KeyCondition, { readonly kind: 'range' }> {
  readonly from: { readonly value: string; readonly inclusive: true };
  readonly to: { readonly value: string; readonly inclusive: false };
}

/** The partitions from `fromTicks` on and before `toTicks`: windows that touch share no row and miss none. */
export function wadWindow(fromTicks: bigint, toTicks: bigint): WadRange {
  return {
    kind: 'range',
    from: { value: ticksKey(fromTicks), inclusive: true },
    to: { value: ticksKey(toTicks), inclusive: false },
  };
}
