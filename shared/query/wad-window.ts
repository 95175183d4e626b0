// Diagnostics tables: where their keys hold the time, and the conditions that a time window becomes. Four forms exist:
// `0` and ticks in the PartitionKey (WAD…), the same behind the number of a shard (Linux…Ver2v0), a minute in the
// PartitionKey ($Metrics…), and reversed ticks in the RowKey (WADMetrics…).
import type { FilterNode, KeyCondition } from '../model/table-query';
import { reversedTicksKey, ticksKey } from './key-tools';
import { maximumTicks, momentText, msFromTicks, parseMoment, ticksPerSecond } from './ticks';

const wadKey = /^0\d{18}$/;
const shardedKey = /^(\d{19})___(0\d{18})$/;
const minuteKey = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})$/;
const reversedRowKey = /^(\d{19})__/;
const shapedShare = 0.9;

/** Where the keys of a table hold the time. */
export type TimeKeys = 'ticks' | 'sharded-ticks' | 'minutes' | 'reversed-rows';

interface TimeKeyForm {
  readonly keys: TimeKeys;
  /** Of the tables whose keys have this form. */
  readonly name: RegExp;
  /** The ticks in the keys of a row; null where they have another form. */
  readonly ticksOf: (keys: RowKeys) => bigint | null;
}

/** The metrics of the service itself, which no list of tables contains. Source: Storage Analytics metrics table schema. */
export const serviceMetricTables = [
  '$MetricsCapacityBlob',
  ...(['Hour', 'Minute'] as const).flatMap((grain) =>
    (['Blob', 'Table', 'Queue', 'File'] as const).map((service) => `$Metrics${grain}PrimaryTransactions${service}`),
  ),
];

export interface RowKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

const forms: readonly TimeKeyForm[] = [
  {
    keys: 'ticks',
    name: /^WAD(?!Metrics)|^WindowsEventLogs/i,
    ticksOf: ({ partitionKey }) => ticksOfWadKey(partitionKey),
  },
  {
    keys: 'sharded-ticks',
    name: /^Linux\w*Ver\d+v\d+$/i,
    ticksOf: ({ partitionKey }) => {
      const ticks = shardedKey.exec(partitionKey)?.[2];
      return ticks === undefined ? null : BigInt(ticks);
    },
  },
  {
    keys: 'minutes',
    name: /^\$Metrics/i,
    ticksOf: ({ partitionKey }) => {
      const [, year, month, day, hour, minute] = minuteKey.exec(partitionKey) ?? [];
      return year === undefined ? null : parseMoment(`${year}-${month}-${day} ${hour}:${minute}`, 'utc');
    },
  },
  {
    keys: 'reversed-rows',
    name: /^WADMetrics/i,
    ticksOf: ({ rowKey }) => {
      const reversed = reversedRowKey.exec(rowKey)?.[1];
      return reversed === undefined ? null : maximumTicks - BigInt(reversed);
    },
  },
];

/** Of WADMetrics tables, which hold each entity twice: its other RowKey begins with the counter. */
const otherOrder = /__\d{19}$/;

/**
 * Where a table with this name and these rows holds the time; null where it does not. Without any row the name decides.
 */
export function timeKeysOf(table: string, rows: readonly RowKeys[]): TimeKeys | null {
  const form = forms.find(({ name }) => name.test(table));
  if (form === undefined) return null;
  const shaped = rows.filter(
    (row) => form.ticksOf(row) !== null || (form.keys === 'reversed-rows' && otherOrder.test(row.rowKey)),
  );
  return shaped.length >= rows.length * shapedShare ? form.keys : null;
}

/** The time in the keys of a row of such a table; null where its keys have another form. */
export function ticksOfKeys(keys: RowKeys): bigint | null {
  for (const { ticksOf } of forms) {
    const ticks = ticksOf(keys);
    if (ticks !== null) return ticks;
  }
  return null;
}

/** The time in the PartitionKey of a WAD table; null when it is not such a key. */
export function ticksOfWadKey(partitionKey: string): bigint | null {
  return wadKey.test(partitionKey) ? BigInt(partitionKey) : null;
}

/** The agents write `:` and four hexadecimal digits for each character that keys cannot have: `:005C` is a backslash. */
export function decodedKey(key: string): string {
  return key.replace(/:([0-9A-Fa-f]{4})/gu, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
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
  /** Which key holds the time. */
  readonly key: 'partitionKey' | 'rowKey';
  readonly range: WadRange;
  /** Where the time is behind the number of a shard: the range in each of them, instead of `range`. */
  readonly shards: readonly WadRange[];
  /** Both ends of the window, the second exclusive, where the keys are too coarse for them. */
  readonly precise: {
    readonly property: PreciseProperty;
    readonly type: 'Edm.Int64' | 'Edm.DateTime';
    readonly from: string;
    readonly to: string;
  } | null;
}

/** The agents write to at most ten. */
const shardCount = 10;

/**
 * A window over keys that hold whole minutes: the partitions of every minute that the window touches, and the exact time
 * of their rows where an end of the window is within a minute. Without a property for that, whole minutes are read.
 */
export function wadReading(
  fromTicks: bigint,
  toTicks: bigint,
  property: PreciseProperty | null,
  keys: TimeKeys = 'ticks',
): WadReading {
  if (keys === 'reversed-rows') {
    const from = { value: reversedTicksKey(toTicks - 1n), inclusive: true } as const;
    const to = { value: reversedTicksKey(fromTicks - 1n), inclusive: false } as const;
    return { key: 'rowKey', range: { kind: 'range', from, to }, shards: [], precise: null };
  }
  const from = (fromTicks / keyGrainTicks) * keyGrainTicks;
  const to = ((toTicks + keyGrainTicks - 1n) / keyGrainTicks) * keyGrainTicks;
  const between = (text: (ticks: bigint) => string): WadRange => ({
    kind: 'range',
    from: { value: text(from), inclusive: true },
    to: { value: text(to), inclusive: false },
  });
  if (keys === 'minutes') return { key: 'partitionKey', range: between(minuteText), shards: [], precise: null };
  const shards =
    keys === 'ticks'
      ? []
      : Array.from({ length: shardCount }, (_, shard) =>
          between((ticks) => `${shard.toString().padStart(19, '0')}___${ticksKey(ticks)}`),
        );
  const common = { key: 'partitionKey', range: wadWindow(from, to), shards } as const;
  if (property === null || (from === fromTicks && to === toTicks)) return { ...common, precise: null };
  return property === 'EventTickCount'
    ? { ...common, precise: { property, type: 'Edm.Int64', from: `${fromTicks}`, to: `${toTicks}` } }
    : { ...common, precise: { property, type: 'Edm.DateTime', from: wireTime(fromTicks), to: wireTime(toTicks) } };
}

/** `20261014T0200`, as the tables of the service's own metrics have it. */
function minuteText(ticks: bigint): string {
  const [date = '', time = ''] = momentText(ticks, 'utc').replaceAll(/[-:]/gu, '').split(' ');
  return `${date}T${time.slice(0, 4)}`;
}

/** The ranges of a reading in all shards, as one condition that can be read in parallel. */
export function shardsNode({ shards }: Pick<WadReading, 'shards'>): FilterNode | null {
  if (shards.length === 0) return null;
  const bound = (operator: 'ge' | 'lt', value: string): FilterNode => ({
    kind: 'comparison',
    property: 'PartitionKey',
    operator,
    operand: { type: 'Edm.String', value },
  });
  return {
    kind: 'or',
    nodes: shards.map(({ from, to }) => ({ kind: 'and', nodes: [bound('ge', from.value), bound('lt', to.value)] })),
  };
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
