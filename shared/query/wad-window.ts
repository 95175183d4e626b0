// Diagnostics tables (WAD…): their PartitionKey is `0` and the time in ticks, so a time window is a range of partitions.
import type { FilterNode, KeyCondition } from '../model/table-query';
import { ticksKey } from './key-tools';
import { msFromTicks, ticksPerSecond } from './ticks';

const wadKey = /^0\d{18}$/;
const shapedShare = 0.9;

/**
 * Whether a table has the name of a diagnostics table and its known PartitionKeys have the right form. Without any key
 * the name decides.
 */
export function isDiagnosticsTable(table: string, partitionKeys: readonly string[]): boolean {
  // The keys of WADMetrics tables hold a resource, and their rows the time.
  if (!/^WAD(?!Metrics)/i.test(table)) return false;
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

/** Agents write all rows of a minute under the key of its start. */
const keyGrainTicks = 60n * ticksPerSecond;

/** The property that holds the exact time of a row. */
export type PreciseProperty = 'EventTickCount' | 'PreciseTimeStamp';

/** With the types that a window is compared in, the most precise first. */
export const preciseProperties = [
  { property: 'EventTickCount', type: 'Edm.Int64' },
  { property: 'PreciseTimeStamp', type: 'Edm.DateTime' },
] as const satisfies readonly { readonly property: PreciseProperty; readonly type: string }[];

export interface WadReading {
  readonly range: WadRange;
  /** Both ends of the window, the second exclusive, where the keys are too coarse for them. */
  readonly precise: {
    readonly property: PreciseProperty;
    readonly type: 'Edm.Int64' | 'Edm.DateTime';
    readonly from: string;
    readonly to: string;
  } | null;
}

/**
 * A window over keys that hold whole minutes: the partitions of every minute that the window touches, and the exact time
 * of their rows where an end of the window is within a minute. Without a property for that, whole minutes are read.
 */
export function wadReading(fromTicks: bigint, toTicks: bigint, property: PreciseProperty | null): WadReading {
  const from = (fromTicks / keyGrainTicks) * keyGrainTicks;
  const to = ((toTicks + keyGrainTicks - 1n) / keyGrainTicks) * keyGrainTicks;
  const range = wadWindow(from, to);
  if (property === null || (from === fromTicks && to === toTicks)) return { range, precise: null };
  return property === 'EventTickCount'
    ? { range, precise: { property, type: 'Edm.Int64', from: `${fromTicks}`, to: `${toTicks}` } }
    : { range, precise: { property, type: 'Edm.DateTime', from: wireTime(fromTicks), to: wireTime(toTicks) } };
}

/** The property with the exact time of rows with these columns; null if none has it. */
export function precisePropertyOf(columns: readonly string[]): PreciseProperty | null {
  if (columns.length === 0 || columns.includes('EventTickCount')) return 'EventTickCount';
  return columns.includes('PreciseTimeStamp') ? 'PreciseTimeStamp' : null;
}

/** The condition on the rows of the partitions that a reading covers; null where the keys suffice. */
export function preciseNode({ precise }: WadReading): FilterNode | null {
  if (precise === null) return null;
  const { property, type } = precise;
  return {
    kind: 'and',
    nodes: [
      { kind: 'comparison', property, operator: 'ge', operand: { type, value: precise.from } },
      { kind: 'comparison', property, operator: 'lt', operand: { type, value: precise.to } },
    ],
  };
}

function wireTime(ticks: bigint): string {
  const fraction = (ticks % ticksPerSecond).toString().padStart(7, '0');
  return new Date(msFromTicks(ticks)).toISOString().replace(/\.\d{3}Z$/, `.${fraction}Z`);
}
