// The time window that a user types over a diagnostics table: its text, the range it means, what is wrong with it, and
// windows that end at a known moment.
import { t } from '@shared/strings/t';
import { parseFilter } from '@shared/query/odata';
import { type KeyDraft, emptyKeyDraft } from './key-draft';
import { type TimeZone, momentText, parseMoment, ticksPerSecond } from '@shared/query/ticks';
import type { FilterNode, KeyCondition, TableQuery } from '@shared/model/table-query';
import type { PropertyDraft } from './property-draft';
import {
  type PreciseProperty,
  preciseProperties,
  type WadRange,
  type WadReading,
  type TimeKeys,
  ticksOfKeys,
  wadReading,
} from '@shared/query/wad-window';

export interface WindowDraft {
  readonly from: string;
  readonly to: string;
  readonly zone: TimeZone;
}

export const emptyWindow: WindowDraft = { from: '', to: '', zone: 'utc' };

export type WindowResult =
  | ({ readonly state: 'ready' } & WadReading)
  | { readonly state: 'unfinished' }
  | { readonly state: 'wrong'; readonly part: 'from' | 'to'; readonly sentence: string };

/**
 * @param property holds the exact time of a row; null where the rows have none
 * @param keys where the keys hold the time
 */
export function windowResult(
  { from, to, zone }: WindowDraft,
  property: PreciseProperty | null,
  keys: TimeKeys = 'ticks',
): WindowResult {
  const fromTicks = parseMoment(from, zone);
  const toTicks = parseMoment(to, zone);
  const sentence = t`Enter a time such as 2026-10-14 02:00.`;
  if (fromTicks === null && from.trim() !== '') return { state: 'wrong', part: 'from', sentence };
  if (toTicks === null && to.trim() !== '') return { state: 'wrong', part: 'to', sentence };
  if (fromTicks === null || toTicks === null) return { state: 'unfinished' };
  if (fromTicks >= toTicks)
    return { state: 'wrong', part: 'to', sentence: t`The time window must end after it starts.` };
  return { state: 'ready', ...wadReading(fromTicks, toTicks, property, keys) };
}

const bareTime = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** A time alone is one of the day that `dayOf` lies in; everything else stays as it is typed. */
export function onDay(draft: WindowDraft, dayOf: bigint): WindowDraft {
  const day = momentText(dayOf, draft.zone).slice(0, 10);
  const full = (typed: string): string => {
    const text = typed.trim();
    return bareTime.test(text)
      ? `${day} ${text.padStart(text.length + (text.indexOf(':') === 1 ? 1 : 0), '0')}`
      : typed;
  };
  return { ...draft, from: full(draft.from), to: full(draft.to) };
}

/** The same moments, written for another zone; text that is no moment stays. */
export function inZone(draft: WindowDraft, zone: TimeZone): WindowDraft {
  const moved = (text: string): string => {
    const ticks = parseMoment(text, draft.zone);
    return ticks === null ? text : shortText(ticks, zone);
  };
  return { from: moved(draft.from), to: moved(draft.to), zone };
}

/** Whether both give the same moments, regardless of time zone and notation. */
export function sameWindow(left: WindowDraft, right: WindowDraft): boolean {
  const [ours, theirs] = [inZone(left, right.zone), inZone(right, right.zone)];
  return ours.from === theirs.from && ours.to === theirs.to;
}

export const windowLengths = [
  { minutes: 15, text: t`Last 15 minutes` },
  { minutes: 60, text: t`Last hour` },
  { minutes: 360, text: t`Last 6 hours` },
  { minutes: 1440, text: t`Last 24 hours` },
] as const;

/** The window of that length that still holds `newestTicks`, its end rounded up to the minute. */
export function windowEndingWith(newestTicks: bigint, minutes: number, zone: TimeZone): WindowDraft {
  const minute = 60n * ticksPerSecond;
  const end = (newestTicks / minute + 1n) * minute;
  const start = end - BigInt(minutes) * minute;
  return { from: shortText(start < 0n ? 0n : start, zone), to: shortText(end, zone), zone };
}

/** The length of a window in whole minutes, at least one; null while it has no both ends. */
export function minutesOf({ from, to, zone }: WindowDraft): number | null {
  const [start, end] = [parseMoment(from, zone), parseMoment(to, zone)];
  if (start === null || end === null || start >= end) return null;
  return Math.max(1, Math.round(Number((end - start) / (60n * ticksPerSecond))));
}

/** Whole minutes without their seconds, as users type them. */
function shortText(ticks: bigint, zone: TimeZone): string {
  return momentText(ticks, zone).replace(/^(.{16}):00$/, '$1');
}

/** The ticks between which such a condition on a key reads, its end not included; null where it is no window. */
function rangeOfCondition(
  condition: KeyCondition,
  key: WadReading['key'],
): { readonly from: bigint; readonly to: bigint } | null {
  if (condition.kind !== 'range' || condition.from?.inclusive !== true || condition.to?.inclusive !== false)
    return null;
  const ticksOf = (text: string): bigint | null =>
    ticksOfKeys(
      key === 'partitionKey' ? { partitionKey: text, rowKey: '' } : { partitionKey: '', rowKey: `${text}__` },
    );
  const from = ticksOf(condition.from.value);
  const to = ticksOf(condition.to.value);
  if (from === null || to === null) return null;
  // Reversed ticks begin with the last one of the window.
  return key === 'partitionKey' ? { from, to } : { from: to + 1n, to: from + 1n };
}

/** The conditions among which a window is looked for. */
export type WindowConditions = Pick<TableQuery, 'partitionKey' | 'where' | 'filterText'> &
  Partial<Pick<TableQuery, 'rowKey'>>;

/** The window that a query reads: its partitions, and the exact times between which their rows are. */
export function rangeOfQuery({
  partitionKey,
  rowKey,
  where,
  filterText,
}: WindowConditions): { readonly from: bigint; readonly to: bigint } | null {
  const nodes = conditionsOf({ where, filterText });
  const range =
    rangeOfCondition(partitionKey, 'partitionKey') ??
    (rowKey === undefined ? null : rangeOfCondition(rowKey, 'rowKey')) ??
    nodes.map(rangeOfShards).find((found) => found !== null) ??
    null;
  if (range === null) return null;
  const bound = (operator: 'ge' | 'lt', otherwise: bigint): bigint => {
    for (const node of nodes) {
      if (node.kind !== 'comparison' || node.operator !== operator) continue;
      const { property, operand } = node;
      if (property === 'EventTickCount' && operand.type === 'Edm.Int64') return BigInt(operand.value);
      if (property === 'PreciseTimeStamp' && operand.type === 'Edm.DateTime') {
        return parseMoment(operand.value, 'utc') ?? otherwise;
      }
    }
    return otherwise;
  };
  return { from: bound('ge', range.from), to: bound('lt', range.to) };
}

/** The window of a condition that has the same range in each shard; null for any other. */
function rangeOfShards(node: FilterNode): { readonly from: bigint; readonly to: bigint } | null {
  if (node.kind !== 'or') return null;
  const ranges = node.nodes.map((shard) => {
    const bound = (operator: 'ge' | 'lt'): bigint | null => {
      const own = flattened(shard).find((each) => each.kind === 'comparison' && each.operator === operator);
      if (own?.kind !== 'comparison' || own.property !== 'PartitionKey') return null;
      return ticksOfKeys({ partitionKey: String(own.operand.value), rowKey: '' });
    };
    return { from: bound('ge'), to: bound('lt') };
  });
  const [from, to] = [ranges[0]?.from ?? null, ranges[0]?.to ?? null];
  if (from === null || to === null) return null;
  return ranges.every((each) => each.from === from && each.to === to) ? { from, to } : null;
}

/** The conditions of a query that are not its window. */
export function conditionsBesideWindow(query: Pick<TableQuery, 'where' | 'filterText'>): readonly FilterNode[] {
  return conditionsOf(query).filter((node) => {
    if (node.kind === 'comparison') {
      return (node.operator !== 'ge' && node.operator !== 'lt') || !isPrecise(node.property);
    }
    return rangeOfShards(node) === null;
  });
}

/** Of a text that is no filter, none: its window is unknown. */
function conditionsOf({ where, filterText }: Pick<TableQuery, 'where' | 'filterText'>): readonly FilterNode[] {
  if (filterText === undefined) return where === undefined ? [] : flattened(where);
  try {
    return flattened(parseFilter(filterText));
  } catch {
    return [];
  }
}

const isPrecise = (property: string): boolean => preciseProperties.some((each) => each.property === property);

function flattened(node: FilterNode): readonly FilterNode[] {
  return node.kind === 'and' ? node.nodes.flatMap(flattened) : [node];
}

/** The same window as it is typed. */
export function windowOfQuery(query: WindowConditions, zone: TimeZone): WindowDraft | null {
  const range = rangeOfQuery(query);
  return range === null ? null : { from: shortText(range.from, zone), to: shortText(range.to, zone), zone };
}

/** The condition chip with the same meaning. */
export function windowKeyDraft({ from, to }: WadRange): KeyDraft {
  return {
    ...emptyKeyDraft,
    operator: 'range',
    from: from.value,
    fromBound: 'inclusive',
    to: to.value,
    toBound: 'exclusive',
  };
}

/** The properties of a query with the condition on the exact time of its window, instead of one for an earlier window. */
export function windowProperties(
  properties: readonly PropertyDraft[],
  { precise }: Pick<WadReading, 'precise'>,
): readonly PropertyDraft[] {
  const others = properties.filter(({ name }) => name !== 'EventTickCount' && name !== 'PreciseTimeStamp');
  if (precise === null) return others;
  const { property: name, type, from, to } = precise;
  return [...others, { id: `window-${name}`, name, operator: 'range', type, text: from, to }];
}
