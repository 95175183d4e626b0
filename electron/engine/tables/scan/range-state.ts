// One range of a parallel scan: what of it was read, what waits to be handed out, and where it can be resumed. The
// relation between ranges is scan-ranges.ts, and when they are read is range-reader.ts.
import { compareKeys } from '@shared/query/evaluate';
import type { FilterNode } from '@shared/model/table-query';
import type { FetchedPage, Position } from '../page-fetch';
import type { RowKeys } from '../resume-token';
import { type SessionRows, bytesHeld, countOf, entitiesOf, partOf, positionIn } from '../session-rows';
import { type KeyRange, rangeFilter } from './key-range';
import type { Cuts } from './key-sampler';
import type { ScanCheckpoint } from './scan-token';

/** A few keys suffice to recognise how all are formed. */
const keysLookedAt = 25;

/** A page of one range. */
export interface ReadPage {
  readonly fetched: FetchedPage<SessionRows>;
  /** Without rows that an earlier session handed out. */
  readonly rows: SessionRows;
}

/** Where a page started, and the row up to which it was handed out. */
interface PageStart {
  readonly from: Position;
  readonly after: RowKeys | null;
}

export interface RangeState {
  readonly range: KeyRange;
  readonly filter: string;
  /** Where this session started reading it. */
  readonly began: Position['kind'];
  position: Position;
  /** Not handed out yet. */
  readonly pages: (ReadPage & PageStart)[];
  isReading: boolean;
  /** Pages that came. */
  count: number;
  /** Of the latest page: keys spread over it, and its last row; null when it was empty. */
  lastKeys: readonly RowKeys[];
  seen: RowKeys | null;
  cutting: 'possible' | 'sampling' | 'impossible';
  cuts: Cuts | null;
  /** How many parts the next guess makes; grows while guesses turn out well. */
  readonly courage: number;
  /**
   * The range that this one was split from. While pages of that range wait, resuming there reads this range's rows too.
   */
  cutFrom: RangeState | null;
}

export interface RangeOrigin extends Pick<RangeState, 'position' | 'cutFrom' | 'courage'> {
  /** The conditions besides those on keys. */
  readonly rest: readonly FilterNode[];
}

export function newRange(range: KeyRange, { rest, position, cutFrom, courage }: RangeOrigin): RangeState {
  return {
    range,
    filter: rangeFilter(range, rest),
    began: position.kind,
    position,
    pages: [],
    isReading: false,
    count: 0,
    lastKeys: [],
    seen: null,
    cutting: 'possible',
    cuts: null,
    courage,
    cutFrom,
  };
}

/** Adds what came; rows up to `after` were handed out by an earlier session. */
export function takePage(range: RangeState, fetched: FetchedPage<SessionRows>, { from, after }: PageStart): void {
  range.position = fetched.next;
  range.count += 1;
  range.lastKeys = keysAcross(fetched.rows);
  range.seen = range.lastKeys.at(-1) ?? null;
  range.pages.push({ fetched, rows: rowsAfter(fetched.rows, after), from, after });
}

/** Memory taken by its waiting rows, as far as known. */
export function waitingBytes({ pages }: Pick<RangeState, 'pages'>): number {
  return pages.reduce((sum, { rows, fetched }) => sum + bytesHeld(rows, fetched.bytes), 0);
}

/** Rows that wait in the range, in pages of `top` rows. */
export function fullPages({ pages }: Pick<RangeState, 'pages'>, top: number): number {
  return pages.reduce((sum, { rows }) => sum + Math.max(0.1, countOf(rows) / top), 0);
}

/**
 * Where another session can go on, for ranges in key order; null when nothing is left.
 * @param dropUpTo rows of the first range up to this one are known from an earlier session
 */
export function checkpointOf(ranges: readonly RangeState[], dropUpTo: RowKeys | null): ScanCheckpoint | null {
  const [first] = ranges;
  if (first === undefined) return null;
  const [page] = first.pages;
  return {
    ranges: ranges
      .filter((range) => !isCovered(range))
      .map(({ range, pages, position }) => ({ range, position: pages[0]?.from ?? position })),
    after: page === undefined ? dropUpTo : page.after,
  };
}

function isCovered(range: RangeState): boolean {
  // Finished pages are dropped: ranges are split again and again, and each would keep all pages before it.
  while (range.cutFrom !== null && isHandedOut(range.cutFrom)) range.cutFrom = range.cutFrom.cutFrom;
  const { cutFrom } = range;
  return cutFrom !== null && (cutFrom.pages.length > 0 || isCovered(cutFrom));
}

function isHandedOut({ pages, position, isReading }: RangeState): boolean {
  return pages.length === 0 && position.kind === 'end' && !isReading;
}

/**
 * Whether the keys of a page pass: of every entity, and of those across packed rows, which ascend and are not unpacked
 * for it.
 */
export function holdKeys(held: SessionRows, passes: (rowKeys: RowKeys) => boolean): boolean {
  return (held.form === 'entities' ? held.rows : keysAcross(held)).every(passes);
}

/** The first row's keys, the last row's and some between them. */
function keysAcross(held: SessionRows): readonly RowKeys[] {
  const count = countOf(held);
  const step = Math.ceil(count / keysLookedAt);
  const keys: RowKeys[] = [];
  for (let at = 0; at < count; at = at === count - 1 ? count : Math.min(at + step, count - 1)) {
    const rowKeys = positionIn(held, at);
    // Copied, so that the rest of the row is not kept in memory.
    if (rowKeys !== undefined) keys.push({ partitionKey: rowKeys.partitionKey, rowKey: rowKeys.rowKey });
  }
  return keys;
}

function rowsAfter(held: SessionRows, after: RowKeys | null): SessionRows {
  if (after === null) return held;
  const { partitionKey, rowKey } = after;
  const rows = entitiesOf(held);
  const last = rows.findIndex((row) => row.partitionKey === partitionKey && row.rowKey === rowKey);
  // The row may have been deleted since.
  if (last < 0) return { form: 'entities', rows: rows.filter((row) => compareKeys(row, after) > 0) };
  return partOf(held, last + 1, rows.length);
}
