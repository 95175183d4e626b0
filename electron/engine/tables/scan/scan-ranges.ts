// The ranges of one parallel scan, in key order: what of each was read and waits to be handed out, which parts replace
// it, and where another query can resume. Requests nothing itself; that is range-reader.ts.
import { compareKeys } from '@shared/query/evaluate';
import type { FilterNode } from '@shared/model/table-query';
import {
  type FetchedPage,
  type Position,
  type RowKeys,
  type PageRows,
  bytesHeld,
  countOf,
  entitiesOf,
  partOf,
  positionIn,
} from '../page';
import { type KeyRange, rangeFilter } from './key-range';
import { type Cuts, applyCuts } from './key-sampler';
import type { ScanCheckpoint } from './scan-token';

export interface ScanRangesOptions {
  /** Where the scan starts or continues. */
  readonly stand: ScanCheckpoint;
  /** The conditions besides those on keys. */
  readonly rest: readonly FilterNode[];
  /** In which pages are handed out: by key, or as they come. */
  readonly order: 'key' | 'any';
}

export class ScanRanges {
  readonly order: 'key' | 'any';
  readonly #rest: readonly FilterNode[];
  readonly #ranges: RangeState[];
  #done = 0;
  /** Rows of the first range up to this one were handed out by an earlier query. */
  #dropUpTo: RowKeys | null;

  constructor({ stand: checkpoint, rest, order }: ScanRangesOptions) {
    this.order = order;
    this.#rest = rest;
    this.#dropUpTo = checkpoint.after;
    this.#ranges = checkpoint.ranges.map(({ range, position }) =>
      newRange(range, { rest, position, cutFrom: null, courage: 1 }),
    );
  }

  /** The ranges that are not completely handed out, in key order. */
  get left(): readonly RangeState[] {
    return this.#ranges;
  }

  /** How many were handed out whole. */
  get done(): number {
    return this.#done;
  }

  /** Every row has been handed out. */
  get isDone(): boolean {
    return this.#ranges.length === 0;
  }

  /** Whether the query wants only some of the rows between two keys. */
  get isFiltered(): boolean {
    return this.#rest.length > 0;
  }

  /** How many rows the next page holds; null when it has to be waited for. */
  readyRows(): number | null {
    const page = this.#ready()?.pages[0];
    return page === undefined ? null : countOf(page.rows);
  }

  /** The next page, or its first rows, if it is there already. */
  takeReady(maxRows: number): ReadPage | null {
    const range = this.#ready();
    const page = range?.pages[0];
    if (range === undefined || page === undefined) return null;
    const count = countOf(page.rows);
    const rows = partOf(page.rows, 0, maxRows);
    if (maxRows >= count) range.pages.shift();
    else {
      const after = positionIn(page.rows, maxRows - 1) ?? page.after;
      range.pages[0] = { ...page, rows: partOf(page.rows, maxRows, count), after };
    }
    this.forgetDone();
    return { fetched: page.fetched, rows };
  }

  /** Where another query can resume, for rows in key order; null when nothing is left. */
  stand(): ScanCheckpoint | null {
    return checkpointOf(this.#ranges, this.#dropUpTo);
  }

  /** Adds a page of a range that was requested from that position. */
  came(range: RangeState, fetched: FetchedPage<PageRows>, from: Position): void {
    const after = range === this.#ranges[0] ? this.#dropUpTo : null;
    // The service may divide pages differently than for the earlier query, so that the first pages may contain known
    // rows only.
    if (after !== null && entitiesOf(fetched.rows).some((row) => compareKeys(row, after) >= 0)) this.#dropUpTo = null;
    takePage(range, fetched, { from, after });
  }

  /** Replaces a range by its parts, once its split keys and its position are known. */
  cut(range: RangeState): void {
    const { cuts } = range;
    if (cuts === null || range.isReading || this.isCatchingUp(range)) return;
    const index = this.#ranges.indexOf(range);
    const canStartOver = range.began === 'start' && range.count <= 1;
    if (range.position.kind === 'end' || index < 0) range.cuts = null;
    else if (range.seen !== null || canStartOver) {
      range.cuts = null;
      const parts = applyCuts(range.range, range.seen, cuts);
      const cutFrom = range.pages.length > 0 ? range : range.cutFrom;
      range.position = { kind: 'end' };
      // Nothing is known yet beyond the partition that was seen.
      const goesOn = (part: KeyRange): boolean => parts.length > 2 && part.partitionKey === parts[1]?.partitionKey;
      this.#ranges.splice(
        index + 1,
        0,
        ...parts.map((part) =>
          newRange(part, {
            rest: this.#rest,
            position: { kind: 'start' },
            cutFrom,
            courage: goesOn(part) ? range.courage * 2 : 1,
          }),
        ),
      );
      this.forgetDone();
    }
  }

  /** Rows of an earlier query are still being skipped; they must not get into parts. */
  isCatchingUp(range: RangeState): boolean {
    return this.#dropUpTo !== null && range === this.#ranges[0];
  }

  /** Drops ranges that are completely read and handed out. */
  forgetDone(): void {
    for (let index = this.#ranges.length - 1; index >= 0; index -= 1) {
      const range = this.#ranges[index];
      if (range === undefined || range.isReading || range.pages.length > 0 || range.position.kind !== 'end') continue;
      this.#ranges.splice(index, 1);
      this.#done += 1;
    }
  }

  #ready(): RangeState | undefined {
    return this.order === 'key' ? this.#ranges[0] : this.#ranges.find(({ pages }) => pages.length > 0);
  }
}

/** A few keys suffice to recognise how all are formed. */
const keysLookedAt = 25;

/** A page of one range. */
export interface ReadPage {
  readonly fetched: FetchedPage<PageRows>;
  /** Without rows that an earlier query handed out. */
  readonly rows: PageRows;
}

/** Where a page started, and the row up to which it was handed out. */
interface PageStart {
  readonly from: Position;
  readonly after: RowKeys | null;
}

export interface RangeState {
  readonly range: KeyRange;
  readonly filter: string;
  /** Where this query started reading it. */
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

/** Adds what came; rows up to `after` were handed out by an earlier query. */
export function takePage(range: RangeState, fetched: FetchedPage<PageRows>, { from, after }: PageStart): void {
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
 * Where another query can continue, for ranges in key order; null when nothing is left.
 * @param dropUpTo rows of the first range up to this one are known from an earlier query
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
  // Finished pages are dropped: ranges are split repeatedly, and each would otherwise retain all previous pages.
  while (range.cutFrom !== null && isHandedOut(range.cutFrom)) range.cutFrom = range.cutFrom.cutFrom;
  const { cutFrom } = range;
  return cutFrom !== null && (cutFrom.pages.length > 0 || isCovered(cutFrom));
}

function isHandedOut({ pages, position, isReading }: RangeState): boolean {
  return pages.length === 0 && position.kind === 'end' && !isReading;
}

/** The first row's keys, the last row's and some between them. */
function keysAcross(held: PageRows): readonly RowKeys[] {
  const count = countOf(held);
  const step = Math.ceil(count / keysLookedAt);
  const keys: RowKeys[] = [];
  for (let at = 0; at < count; at = at === count - 1 ? count : Math.min(at + step, count - 1)) {
    const rowKeys = positionIn(held, at);
    // Copied, so that the rest of the row is not retained in memory.
    if (rowKeys !== undefined) keys.push({ partitionKey: rowKeys.partitionKey, rowKey: rowKeys.rowKey });
  }
  return keys;
}

function rowsAfter(held: PageRows, after: RowKeys | null): PageRows {
  if (after === null) return held;
  const { partitionKey, rowKey } = after;
  const rows = entitiesOf(held);
  const last = rows.findIndex((row) => row.partitionKey === partitionKey && row.rowKey === rowKey);
  // The row may have been deleted since.
  if (last < 0) return { form: 'entities', rows: rows.filter((row) => compareKeys(row, after) > 0) };
  return partOf(held, last + 1, rows.length);
}
