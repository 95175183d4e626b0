// Finds where a range can be cut so that the parts hold rows: asks the service for the first row at or behind a guessed
// key, one row and two columns at a time, and halves the key space that turns out to be occupied.
import type { Entity } from '@shared/model/entity';
import { keyPrefixRange } from '@shared/query/prefix-range';
import type { RowPlace } from '../resume-token';
import { isSafe, keyAlphabet, keysAhead, middleKey } from './key-middle';
import { type KeyRange, cutRange, keyIn, rangesBehind } from './key-range';

/** The first row of a range, judged by its keys alone; null where there is none. */
export type Probe = (range: KeyRange) => Promise<RowPlace | null>;

/** Keys to cut by, ascending and safe in every order of text. */
export interface Cuts {
  readonly partitionKeys: readonly string[];
  /** RowKeys within these partitions. */
  readonly rowKeys: ReadonlyMap<string, readonly string[]>;
}

export function hasCuts({ partitionKeys, rowKeys }: Cuts): boolean {
  return partitionKeys.length > 0 || [...rowKeys.values()].some((keys) => keys.length > 0);
}

/** A part of the key space: its first key is known to exist, and all of its keys are below `high`. */
interface Segment {
  readonly low: RowPlace;
  readonly high: string | null;
}

/** Guesses that find no row before a segment is left whole. */
const mostGuesses = 6;

/**
 * Cuts for about `count` parts of what lies behind `from` in the range; fewer where there is not that much to part.
 * @throws whatever the probe throws
 */
export async function sampleCuts(range: KeyRange, from: RowPlace, count: number, probe: Probe): Promise<Cuts> {
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
 * Cuts behind a page, as far from each other as `distance` such pages reach, if keys go on as they did. Costs no request;
 * a wrong guess makes parts that are too large or hold nothing.
 * @param page keys of its first row, of its last one and of some between
 */
export function guessCuts(
  range: KeyRange,
  page: readonly RowPlace[],
  size: { readonly distance: number; readonly count: number },
): Cuts | null {
  const first = page[0];
  const last = page.at(-1);
  if (first === undefined || last === undefined) return null;
  const isWithin = first.partitionKey === last.partitionKey;
  const keyOf = ({ partitionKey, rowKey }: RowPlace): string => (isWithin ? rowKey : partitionKey);
  const alphabet = keyAlphabet(page.map(keyOf));
  const high = isWithin === (range.partitionKey !== null) ? (range.to?.value ?? null) : null;
  const keys = keysAhead({ first: keyOf(first), last: keyOf(last), high }, size, alphabet);
  if (keys.length === 0) return null;
  return isWithin
    ? { partitionKeys: [], rowKeys: new Map([[last.partitionKey, keys]]) }
    : { partitionKeys: keys, rowKeys: new Map() };
}

/**
 * The parts of a range, in key order; all of it, or what is left behind a row that was seen. Cuts that lie before that
 * row count no more.
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

/** A piece with a long partition in it gives that partition away in parts. */
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

/** The keys that cut, and the first row of each part. */
async function partsOf(
  scope: KeyRange,
  low: RowPlace,
  count: number,
  probe: Probe,
): Promise<{ readonly keys: readonly string[]; readonly firsts: readonly RowPlace[] }> {
  const alphabet = { keys: new Set([keyIn(scope, low)]) };
  const end = scope.to === null ? await occupiedEnd(scope, low, null, probe) : scope.to.value;
  const cuts: { readonly key: string; readonly first: RowPlace }[] = [];
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
  readonly cut: { readonly key: string; readonly first: RowPlace };
  readonly segments: readonly Segment[];
} | null> {
  const { low } = segment;
  let { high } = segment;
  for (let guess = 1; guess <= mostGuesses; guess += 1) {
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
 * A key above all of the scope's keys below `high`, close to them: behind the longest beginning of the first key that
 * they all share. `high` where nothing closer is found.
 */
async function occupiedEnd(scope: KeyRange, low: RowPlace, high: string | null, probe: Probe): Promise<string | null> {
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
