// Finds where a range can be split so that the parts contain rows: requests the first row at or after a guessed key,
// one row and two columns at a time, and bisects the occupied key space.
import type { Entity } from '@shared/model/entity';
import { keyPrefixRange } from '@shared/query/prefix-range';
import { type KeyRange, cutRange, isSafe, keyAlphabet, keyIn, keysAhead, middleKey, rangesBehind } from './key-range';
import type { RowKeys } from '../page';

/** The keys of the first row of a range; null when it has none. */
export type Probe = (range: KeyRange) => Promise<RowKeys | null>;

/** Keys to split at, ascending, and sorted the same in every string order. */
export interface Cuts {
  readonly partitionKeys: readonly string[];
  /** RowKeys within these partitions. */
  readonly rowKeys: ReadonlyMap<string, readonly string[]>;
}

export function hasCuts({ partitionKeys, rowKeys }: Cuts): boolean {
  return partitionKeys.length > 0 || [...rowKeys.values()].some((keys) => keys.length > 0);
}

/** A part of the key space whose first key is known to exist; all its keys are below `high`. */
interface Segment {
  readonly low: RowKeys;
  readonly high: string | null;
}

/** After this many guesses without a row, a segment is not split further. */
const maxGuesses = 6;

/**
 * Splits the range after `from` into about `count` parts; fewer when there is not enough to split.
 * @throws whatever the probe throws
 */
export async function sampleCuts(range: KeyRange, from: RowKeys, count: number, probe: Probe): Promise<Cuts> {
  if (range.partitionKey !== null) {
    const { keys } = await partsOf(range, from, count, probe);
    return { partitionKeys: [], rowKeys: new Map([[range.partitionKey, keys]]) };
  }
  const { keys, firsts } = await partsOf(range, from, count, probe);
  const share = Math.ceil(count / firsts.length);
  const rowKeys = new Map<string, readonly string[]>();
  if (firsts.length < count && share > 1) {
    await Promise.all(
      firsts.map(async (first) => {
        if (!isSafe(first.partitionKey)) return;
        const partition: KeyRange = { partitionKey: first.partitionKey, from: null, to: null };
        const rows = await partsOf(partition, first, share, probe);
        if (rows.keys.length > 0) rowKeys.set(first.partitionKey, rows.keys);
      }),
    );
  }
  return { partitionKeys: keys, rowKeys };
}

/**
 * Splits after a page, each part as wide as `distance` such pages, assuming that the keys continue in the same way.
 * Costs no request; a wrong guess makes parts that are too large or empty.
 * @param page keys of its first row, of its last one and of some between
 */
export function guessCuts(
  range: KeyRange,
  page: readonly RowKeys[],
  size: { readonly distance: number; readonly count: number },
): Cuts | null {
  const first = page[0];
  const last = page.at(-1);
  if (first === undefined || last === undefined) return null;
  const isWithin = first.partitionKey === last.partitionKey;
  const keyOf = ({ partitionKey, rowKey }: RowKeys): string => (isWithin ? rowKey : partitionKey);
  const alphabet = keyAlphabet(page.map(keyOf));
  const high = isWithin === (range.partitionKey !== null) ? (range.to?.value ?? null) : null;
  const keys = keysAhead({ first: keyOf(first), last: keyOf(last), high }, size, alphabet);
  if (keys.length === 0) return null;
  return isWithin
    ? { partitionKeys: [], rowKeys: new Map([[last.partitionKey, keys]]) }
    : { partitionKeys: keys, rowKeys: new Map() };
}

/**
 * The parts of a range in key order: the whole range, or the rest after a row that was seen. Split keys before that row
 * are ignored.
 */
export function applyCuts(
  range: KeyRange,
  behind: Pick<Entity, 'partitionKey' | 'rowKey'> | null,
  cuts: Cuts,
): readonly KeyRange[] {
  const left = behind === null ? [range] : rangesBehind(range, behind);
  return left.flatMap((part) => {
    const low = part.from?.value ?? '';
    const inside = (keys: readonly string[]): readonly string[] =>
      keys.filter((key) => key > low && (part.to === null || key < part.to.value));
    if (part.partitionKey !== null) return cutRange(part, inside(cuts.rowKeys.get(part.partitionKey) ?? []));
    return cutRange(part, inside(cuts.partitionKeys)).flatMap((piece) => partitionApart(piece, cuts));
  });
}

/** When a piece contains one long partition, that partition is split by RowKey. */
function partitionApart(piece: KeyRange, { rowKeys }: Cuts): readonly KeyRange[] {
  const { from, to } = piece;
  const partitionKey = [...rowKeys.keys()].find((key) => isInside(piece, key));
  if (partitionKey === undefined) return [piece];
  const before = { ...piece, to: { value: partitionKey, inclusive: false } };
  const behind = { ...piece, from: { value: partitionKey, inclusive: false } };
  return [
    ...(partitionKey === from?.value ? [] : [before]),
    ...cutRange({ partitionKey, from: null, to: null }, rowKeys.get(partitionKey) ?? []),
    ...(partitionKey === to?.value ? [] : [behind]),
  ];
}

function isInside({ from, to }: KeyRange, key: string): boolean {
  const isBehindStart = from === null || key > from.value || (key === from.value && from.inclusive);
  return isBehindStart && (to === null || key < to.value || (key === to.value && to.inclusive));
}

/** The keys to split at, and the first row of each part. */
async function partsOf(
  scope: KeyRange,
  low: RowKeys,
  count: number,
  probe: Probe,
): Promise<{ readonly keys: readonly string[]; readonly firsts: readonly RowKeys[] }> {
  const alphabet = { keys: new Set([keyIn(scope, low)]) };
  const end = scope.to === null ? await occupiedEnd(scope, low, null, probe) : scope.to.value;
  const cuts: { readonly key: string; readonly first: RowKeys }[] = [];
  let open: readonly Segment[] = [{ low, high: end }];
  while (open.length > 0 && cuts.length + 1 < count) {
    const halves = await Promise.all(
      open.slice(0, count - cuts.length - 1).map((segment) => halved(scope, segment, alphabet.keys, probe)),
    );
    open = halves.flatMap((half) => (half === null ? [] : half.segments));
    for (const half of halves) if (half !== null) cuts.push(half.cut);
  }
  cuts.sort((left, right) => (left.key < right.key ? -1 : 1));
  return { keys: cuts.map(({ key }) => key), firsts: [low, ...cuts.map(({ first }) => first)] };
}

async function halved(
  scope: KeyRange,
  segment: Segment,
  seen: Set<string>,
  probe: Probe,
): Promise<{
  readonly cut: { readonly key: string; readonly first: RowKeys };
  readonly segments: readonly Segment[];
} | null> {
  const { low } = segment;
  let { high } = segment;
  for (let guess = 1; guess <= maxGuesses; guess += 1) {
    const middle = middleKey(keyIn(scope, low), high, keyAlphabet(seen));
    if (middle === null) return null;
    const first = await probe(between(scope, middle, high));
    if (first !== null) {
      const found = keyIn(scope, first);
      seen.add(found);
      const isUsable = isSafe(found) && found >= middle && (high === null || found < high);
      return {
        cut: { key: isUsable ? found : middle, first },
        segments: isUsable
          ? [
              { low, high: middle },
              { low: first, high },
            ]
          : [{ low, high: middle }],
      };
    }
    high = middle;
    if (guess === 1) high = await occupiedEnd(scope, low, high, probe);
  }
  return null;
}

/**
 * A key above all keys of the scope below `high`, and close to them: after the longest prefix of the first key that
 * they all share. `high` when none is closer.
 */
async function occupiedEnd(scope: KeyRange, low: RowKeys, high: string | null, probe: Probe): Promise<string | null> {
  const characters = [...keyIn(scope, low)];
  let shared = 0;
  let tooLong = characters.length + 1;
  let end = high;
  while (tooLong - shared > 1) {
    const length = Math.floor((shared + tooLong) / 2);
    const next = keyPrefixRange('key', characters.slice(0, length).join('')).to;
    const isEmpty =
      next === null || (high !== null && next >= high) || (await probe(between(scope, next, high))) === null;
    if (!isEmpty) tooLong = length;
    else {
      shared = length;
      if (next !== null && (high === null || next < high)) end = next;
    }
  }
  return end;
}

function between(scope: KeyRange, from: string, to: string | null): KeyRange {
  return {
    ...scope,
    from: { value: from, inclusive: true },
    to: to === null ? scope.to : { value: to, inclusive: false },
  };
}
