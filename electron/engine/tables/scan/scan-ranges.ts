// The ranges of one scan, in key order: takes the pages that come, hands their rows out, puts parts in the place of a range
// that is cut, and says where another session can go on. Asks for nothing itself; that is range-reader.ts's business.
import { compareKeys } from '@shared/query/evaluate';
import type { FilterNode } from '@shared/query/filter';
import type { FetchedPage, Position } from '../page-fetch';
import type { RowPlace } from '../resume-token';
import { type SessionRows, countOf, entitiesOf, partOf, placeIn } from '../session-rows';
import type { KeyRange } from './key-range';
import { applyCuts } from './key-sampler';
import { type RangeState, type ReadPage, newRange, standOf, takePage } from './range-state';
import type { ScanStand } from './scan-token';

export interface ScanRangesOptions {
  /** Where the scan begins or goes on. */
  readonly stand: ScanStand;
  /** Conditions beside those on the keys. */
  readonly rest: readonly FilterNode[];
  /** In which pages are handed out: by key, or as they come. */
  readonly order: 'key' | 'any';
}

export class ScanRanges {
  readonly order: 'key' | 'any';
  readonly #rest: readonly FilterNode[];
  readonly #ranges: RangeState[];
  #done = 0;
  /** Rows of the first range up to this one were handed out by an earlier session. */
  #dropUpTo: RowPlace | null;

  constructor({ stand, rest, order }: ScanRangesOptions) {
    this.order = order;
    this.#rest = rest;
    this.#dropUpTo = stand.after;
    this.#ranges = stand.ranges.map(({ range, position }) =>
      newRange(range, { rest, position, cutFrom: null, courage: 1 }),
    );
  }

  /** Those that are not handed out whole, in key order. */
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

  /** Only some of the rows between two keys are wanted. */
  get isFiltered(): boolean {
    return this.#rest.length > 0;
  }

  /** How many rows the next page holds; null when it has to be waited for. */
  readyRows(): number | null {
    const page = this.#ready()?.pages[0];
    return page === undefined ? null : countOf(page.rows);
  }

  /** The next page, or its first rows, if it is there already. */
  takeReady(mostRows: number): ReadPage | null {
    const range = this.#ready();
    const page = range?.pages[0];
    if (range === undefined || page === undefined) return null;
    const count = countOf(page.rows);
    const rows = partOf(page.rows, 0, mostRows);
    if (mostRows >= count) range.pages.shift();
    else {
      const after = placeIn(page.rows, mostRows - 1) ?? page.after;
      range.pages[0] = { ...page, rows: partOf(page.rows, mostRows, count), after };
    }
    this.forgetDone();
    return { fetched: page.fetched, rows };
  }

  /** Where another session can go on, for rows in key order; null when nothing is left. */
  stand(): ScanStand | null {
    return standOf(this.#ranges, this.#dropUpTo);
  }

  /** A page of a range came that was asked for from there. */
  came(range: RangeState, fetched: FetchedPage<SessionRows>, from: Position): void {
    const after = range === this.#ranges[0] ? this.#dropUpTo : null;
    // The service may end pages elsewhere than it did then: all of the first pages can be known already.
    if (after !== null && entitiesOf(fetched.rows).some((row) => compareKeys(row, after) >= 0)) this.#dropUpTo = null;
    takePage(range, fetched, { from, after });
  }

  /** Puts the parts of a range in its place, if it has cuts and once it is known where its reading stands. */
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
      // Behind the partition that was seen, nothing is known yet.
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

  /** Rows of an earlier session are still being passed over; they must not get into parts. */
  isCatchingUp(range: RangeState): boolean {
    return this.#dropUpTo !== null && range === this.#ranges[0];
  }

  /** Lets go of ranges that are read to their end and handed out. */
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
