// Stretches of a table in key order that one filter can express: whole partitions between two keys, or rows of one
// partition. Adjacent ranges neither overlap nor leave a gap, whatever order the service compares keys in.
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { FilterNode } from '@shared/model/table-query';
import { type KeyEnd, conjuncts, keyBounds } from '@shared/query/key-bounds';
import { countComparisons, group, stringComparison } from '@shared/query/normal-form';
import { renderFilter } from '@shared/query/odata';
import { isForbiddenInKeys } from '@shared/query/key-rules';
import type { RowKeys } from '../page';

export interface KeyRange {
  /** Null: the bounds are PartitionKeys; otherwise they are RowKeys within this partition. */
  readonly partitionKey: string | null;
  readonly from: KeyEnd | null;
  readonly to: KeyEnd | null;
}

export interface ScanTarget {
  /** What the query's conditions on keys allow. */
  readonly whole: KeyRange;
  /** The other conditions, which apply to every range. */
  readonly rest: readonly FilterNode[];
}

/** With more, the service may reject the filter once the conditions of a range are added. */
const maxOtherComparisons = 12;

/**
 * What a query reads, as a range that can be split; null when splitting makes no sense, for a single row or nothing at
 * all.
 * @param node in normal form; null for the whole table
 */
export function scanTarget(node: FilterNode | null): ScanTarget | null {
  if (node === null) return { whole: { partitionKey: null, from: null, to: null }, rest: [] };
  const partition = keyBounds(node, 'PartitionKey');
  const row = keyBounds(node, 'RowKey');
  if (partition.impossible || row.impossible) return null;
  if (partition.exact !== null && row.exact !== null) return null;
  const exact = partition.exact;
  const { from, to } = exact === null ? partition : row;
  const key = exact === null ? 'PartitionKey' : 'RowKey';
  const rest = conjuncts(node).filter((part) => {
    if (part.kind !== 'comparison' || part.operand.type !== 'Edm.String') return true;
    const { property, operator } = part;
    const { value } = part.operand;
    if (property === 'PartitionKey' && operator === 'eq' && value === exact) return false;
    const isBound = (end: KeyEnd | null, inclusive: string, exclusive: string): boolean =>
      value === end?.value && operator === (end.inclusive ? inclusive : exclusive);
    return property !== key || !(isBound(from, 'ge', 'gt') || isBound(to, 'le', 'lt'));
  });
  const comparisons = rest.reduce((sum, part) => sum + countComparisons(part), 0);
  return comparisons > maxOtherComparisons ? null : { whole: { partitionKey: exact, from, to }, rest };
}

/** As sent; empty for the whole table. */
export function rangeFilter({ partitionKey, from, to }: KeyRange, rest: readonly FilterNode[]): string {
  const key = partitionKey === null ? 'PartitionKey' : 'RowKey';
  const nodes = [
    ...(partitionKey === null ? [] : [stringComparison('PartitionKey', 'eq', partitionKey)]),
    ...(from === null ? [] : [stringComparison(key, from.inclusive ? 'ge' : 'gt', from.value)]),
    ...(to === null ? [] : [stringComparison(key, to.inclusive ? 'le' : 'lt', to.value)]),
    ...rest,
  ];
  return nodes.length === 0 ? '' : renderFilter(group('and', nodes));
}

/** The part of the range after one of its rows, in key order. */
export function rangesBehind(range: KeyRange, row: Pick<Entity, 'partitionKey' | 'rowKey'>): readonly KeyRange[] {
  const restOfPartition: KeyRange = {
    partitionKey: row.partitionKey,
    from: { value: row.rowKey, inclusive: false },
    to: range.partitionKey === null ? null : range.to,
  };
  if (range.partitionKey !== null) return [restOfPartition];
  if (range.to?.value === row.partitionKey) return [restOfPartition];
  return [restOfPartition, { partitionKey: null, from: { value: row.partitionKey, inclusive: false }, to: range.to }];
}

/** The range split before each of these keys, which lie inside it and ascend. */
export function cutRange(range: KeyRange, keys: readonly string[]): readonly KeyRange[] {
  let from = range.from;
  const ranges = keys.map((value): KeyRange => {
    const piece = { ...range, from, to: { value, inclusive: false } };
    from = { value, inclusive: true };
    return piece;
  });
  return [...ranges, { ...range, from }];
}

/**
 * Whether a row can lie in the range. Bounds with characters that string orders sort differently are not compared.
 */
export function containsKeys(range: KeyRange, keys: RowKeys): boolean {
  const { partitionKey } = range;
  if (partitionKey !== null && partitionKey !== keys.partitionKey) return false;
  return isWithin(range, keyIn(range, keys));
}

function isWithin({ from, to }: Pick<KeyRange, 'from' | 'to'>, key: string): boolean {
  const isBefore = from !== null && isSafe(from.value) && (from.inclusive ? key < from.value : key <= from.value);
  const isBehind = to !== null && isSafe(to.value) && (to.inclusive ? key > to.value : key >= to.value);
  return !isBefore && !isBehind;
}

/** The key that a range is cut by. */
export function keyIn(range: KeyRange, keys: RowKeys): string {
  return range.partitionKey === null ? keys.partitionKey : keys.rowKey;
}

/** For a page with rows that the filter of its request excludes. */
export function rangeIgnored(table: string): StowageError {
  return new StowageError('network.range-ignored', 'A page holds rows outside of the range that was asked for.', {
    context: { table },
  });
}

/** For a page with rows that no store would return for the filter of its request. */
export function filterIgnored(table: string): StowageError {
  return new StowageError('network.range-ignored', 'A page holds rows that the filter excludes.', {
    context: { table, what: 'filter' },
  });
}

/** For rows that come a second time, or before others that were there already. */
export function orderIgnored(table: string): StowageError {
  return new StowageError('network.range-ignored', 'Rows came twice or out of order.', {
    context: { table, what: 'order' },
  });
}

/** Number of characters after the common prefix that the guess is based on. */
const digitsCompared = 12;
/** Number of characters of the common prefix that may also change, because numbers carry over. */
const carriedDigits = 3;
/** Below the surrogates, every string order agrees on the order of keys. */
const firstSurrogate = 0xd800;

/** The characters that keys like these consist of, ascending. */
export function keyAlphabet(keys: Iterable<string>): string {
  const characters = new Set([...keys].flatMap((key) => [...key]).filter(isSafe));
  const seen = [...characters].join('');
  if (/[0-9]/.test(seen) || characters.size < 2) addAll(characters, '0', '9');
  // Keys of hexadecimal digits only are taken for hexadecimal numbers.
  if (/[a-z]/.test(seen)) addAll(characters, 'a', /[g-z]/.test(seen) ? 'z' : 'f');
  if (/[A-Z]/.test(seen)) addAll(characters, 'A', /[G-Z]/.test(seen) ? 'Z' : 'F');
  return [...characters].sort().join('');
}

/**
 * A key strictly between both, as short as possible. Null when these characters allow none.
 * @param high null: no upper bound
 */
export function middleKey(low: string, high: string | null, alphabet: string): string | null {
  let shared = 0;
  while (high !== null && shared < high.length && low[shared] === high[shared]) shared += 1;
  const base = BigInt(alphabet.length + 1);
  const lowest = valueOf(low.slice(shared), alphabet, base);
  const highest = high === null ? base ** BigInt(digitsCompared) : valueOf(high.slice(shared), alphabet, base);
  const text = textOf((lowest + highest) / 2n, alphabet, base);
  for (let length = 1; length <= text.length; length += 1) {
    const middle = low.slice(0, shared) + text.slice(0, length);
    if (middle > low && (high === null || middle < high)) return isSafe(middle) ? middle : null;
  }
  return null;
}

/**
 * Keys after `last`, each at the distance of `last` from `first`, times `distance`, from the previous one: where pages
 * would end if the keys continue in the same way. Ascending; fewer than `count` when they would exceed `high`.
 */
export function keysAhead(
  { first, last, high }: { readonly first: string; readonly last: string; readonly high: string | null },
  { distance, count }: { readonly distance: number; readonly count: number },
  alphabet: string,
): readonly string[] {
  let shared = 0;
  while (shared < last.length && first[shared] === last[shared]) shared += 1;
  const lead = last.slice(0, Math.max(0, shared - carriedDigits));
  const base = BigInt(alphabet.length + 1);
  const start = valueOf(last.slice(lead.length), alphabet, base);
  const span = (start - valueOf(first.slice(lead.length), alphabet, base)) * BigInt(distance);
  const keys: string[] = [];
  for (let index = 1; index <= count && span > 0n; index += 1) {
    const value = start + span * BigInt(index);
    if (value >= base ** BigInt(digitsCompared)) break;
    const key = lead + shortened(textOf(value, alphabet, base), value - span / 8n, alphabet, base);
    if (key <= (keys.at(-1) ?? last) || (high !== null && key >= high) || !isSafe(key)) break;
    keys.push(key);
  }
  return keys;
}

/** The fewest characters that represent at least that value. */
function shortened(text: string, min: bigint, alphabet: string, base: bigint): string {
  let length = 1;
  while (length < text.length && valueOf(text.slice(0, length), alphabet, base) < min) length += 1;
  return text.slice(0, length);
}

function valueOf(text: string, alphabet: string, base: bigint): bigint {
  let value = 0n;
  for (let index = 0; index < digitsCompared; index += 1) {
    const character = text[index];
    value = value * base + (character === undefined ? 0n : BigInt(rank(character, alphabet)));
  }
  return value;
}

/** 1 for the first character; an unknown character counts as the next smaller one. */
function rank(character: string, alphabet: string): number {
  let count = 0;
  while (count < alphabet.length && (alphabet[count] ?? '') <= character) count += 1;
  return count;
}

function textOf(value: bigint, alphabet: string, base: bigint): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < digitsCompared; index += 1) {
    const digit = Number(rest % base);
    rest /= base;
    // The digit 0 ends the text; the rest does not count.
    text = digit === 0 ? '' : (alphabet[digit - 1] ?? '') + text;
  }
  return text;
}

function addAll(characters: Set<string>, first: string, last: string): void {
  for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) {
    characters.add(String.fromCharCode(code));
  }
}

/** Whether the text sorts the same by UTF-16 units and by code points, and may be part of a key. */
export function isSafe(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= firstSurrogate || isForbiddenInKeys(code)) return false;
  }
  return true;
}
