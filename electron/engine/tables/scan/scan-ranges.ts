// The ranges of one scan, in key order: takes pages as they arrive, hands out their rows, replaces a range by its
// parts, and knows where another session can resume. Requests nothing itself; that is range-reader.ts.
import { compareKeys } from '@shared/query/evaluate';
import type { FilterNode } from '@shared/model/table-query';
import type { FetchedPage, Position } from '../page-fetch';
import type { RowKeys } from '../resume-token';
import { type SessionRows, countOf, entitiesOf, partOf, positionIn } from '../session-rows';
import type { KeyRange } from './key-range';
import { applyCuts } from './key-sampler';
import { type RangeState, type ReadPage, newRange, checkpointOf, takePage } from './range-state';
import type { ScanCheckpoint } from './scan-token';

export interface ScanRangesOptions {
  /** Where the scan begins or goes on. */
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
  /** Rows of the first range up to this one were handed out by an earlier session. */
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

  /** Where another session can resume, for rows in key order; null when nothing is left. */
  stand(): ScanCheckpoint | null {
    return checkpointOf(this.#ranges, this.#dropUpTo);
  }

  /** Adds a page of a range that was requested from that position. */
  came(range: RangeState, fetched: FetchedPage<SessionRows>, from: Position): void {
    const after = range === this.#ranges[0] ? this.#dropUpTo : null;
    // The service may end pages elsewhere than it did for the earlier session, so that the first pages may contain
    // known rows only.
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

  /** Rows of an earlier session are still being skipped; they must not get into parts. */
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
