// One range of a parallel reading: what of it was read, what waits to be handed out, and where it can be taken up again.
// When it is read and cut is range-reader.ts's business.
import type { Entity } from '@shared/model/entity';
import { compareKeys } from '@shared/query/evaluate';
import type { FilterNode } from '@shared/query/filter';
import type { FetchedPage, Position } from '../page-fetch';
import type { RowPlace } from '../resume-token';
import { type KeyRange, rangeFilter } from './key-range';
import type { Cuts } from './key-sampler';
import type { ScanStand } from './scan-token';

/** A page of one range. */
export interface ReadPage {
  readonly fetched: FetchedPage;
  /** Without those that an earlier session handed out. */
  readonly rows: readonly Entity[];
}

/** Where a page was asked for, and the row of it up to which all have been handed out. */
interface PageStart {
  readonly from: Position;
  readonly after: RowPlace | null;
}

export interface RangeState {
  readonly range: KeyRange;
  readonly filter: string;
  /** Where this session took it up. */
  readonly began: Position['kind'];
  position: Position;
  /** Not handed out yet. */
  readonly pages: (ReadPage & PageStart)[];
  isReading: boolean;
  /** Pages that came. */
  count: number;
  /** The page that came last: its rows, and the last of them; null when it held none. */
  lastRows: readonly Entity[];
  seen: RowPlace | null;
  cutting: 'possible' | 'sampling' | 'impossible';
  cuts: Cuts | null;
  /** How many parts the next guess makes; grows while guesses turn out well. */
  readonly courage: number;
  /** What this range was cut from. While pages of that one wait, resuming there brings this range's rows too. */
  readonly cutFrom: RangeState | null;
}

export interface RangeOrigin extends Pick<RangeState, 'position' | 'cutFrom' | 'courage'> {
  /** Conditions beside those on the keys. */
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
    lastRows: [],
    seen: null,
    cutting: 'possible',
    cuts: null,
    courage,
    cutFrom,
  };
}

/** Adds what came; rows up to `after` were handed out by an earlier session. */
export function takePage(range: RangeState, fetched: FetchedPage, { from, after }: PageStart): void {
  range.position = fetched.next;
  range.count += 1;
  range.lastRows = fetched.rows;
  range.seen = fetched.rows.at(-1) ?? null;
  range.pages.push({ fetched, rows: rowsAfter(fetched.rows, after), from, after });
}

/** What waits in a range, in pages of `top` rows. */
export function fullPages({ pages }: Pick<RangeState, 'pages'>, top: number): number {
  return pages.reduce((sum, { rows }) => sum + Math.max(0.1, rows.length / top), 0);
}

/**
 * Where another session can go on, for ranges in key order; null when nothing is left.
 * @param dropUpTo rows of the first range up to this one are known from an earlier session
 */
export function standOf(ranges: readonly RangeState[], dropUpTo: RowPlace | null): ScanStand | null {
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

function isCovered({ cutFrom }: RangeState): boolean {
  return cutFrom !== null && (cutFrom.pages.length > 0 || isCovered(cutFrom));
}

function rowsAfter(rows: readonly Entity[], after: RowPlace | null): readonly Entity[] {
  if (after === null) return rows;
  const { partitionKey, rowKey } = after;
  const last = rows.findIndex((row) => row.partitionKey === partitionKey && row.rowKey === rowKey);
  // It may have been deleted since.
  return last < 0 ? rows.filter((row) => compareKeys(row, after) > 0) : rows.slice(last + 1);
}
