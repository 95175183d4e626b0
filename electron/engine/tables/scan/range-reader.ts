// Reads the ranges of one scan at the same time and hands their pages out, in key order or as they come. Holds few pages:
// a range whose turn is far waits. While lanes are free, a range that is being read is cut further.
import { StowageError, cancelled } from '@shared/errors';
import { compareKeys } from '@shared/query/evaluate';
import type { FilterNode } from '@shared/query/filter';
import type { FetchedPage, Position } from '../page-fetch';
import type { RowPlace } from '../resume-token';
import { type SessionRows, countOf, entitiesOf, partOf, placeIn } from '../session-rows';
import { type KeyRange, rangeFilter } from './key-range';
import { applyCuts, guessCuts, hasCuts, sampleCuts } from './key-sampler';
import { type RangeState, type ReadPage, newRange, standOf, takePage } from './range-state';
import { type Reading, mostRanges, nextToCut, readableRanges } from './range-turns';
import type { ReadLanes } from './read-lanes';
import type { ScanStand } from './scan-token';

export interface RangeReaderOptions {
  readonly stand: ScanStand;
  readonly rest: readonly FilterNode[];
  readonly lanes: ReadLanes;
  readonly order: 'key' | 'any';
  /** Rows of a full page. */
  readonly top: number;
  /** One page of a filter. */
  readonly fetchPage: (filter: string, from: Position, signal: AbortSignal) => Promise<FetchedPage<SessionRows>>;
  /** The first row of a filter by its keys. */
  readonly probe: (filter: string, signal: AbortSignal) => Promise<RowPlace | null>;
}

/** Pages that a guessed part is meant to hold. */
const pagesPerPart = 3;
/** Parts that the first cut makes, for each lane. */
const partsPerLane = 2;

export class RangeReader {
  readonly #options: RangeReaderOptions;
  readonly #ranges: RangeState[];
  readonly #running = new Set<Promise<void>>();
  #rangesDone = 0;
  #stopping = new AbortController();
  #failure: StowageError | null = null;
  #wake: (() => void) | null = null;
  /** Rows of the first range up to this one were handed out by an earlier session. */
  #dropUpTo: RowPlace | null;
  #wasCut: boolean;
  /** More than the first page is read once somebody reads on. */
  #ahead: Reading['ahead'] = 'first-page';

  constructor(options: RangeReaderOptions) {
    this.#options = options;
    this.#dropUpTo = options.stand.after;
    const { rest } = options;
    this.#ranges = options.stand.ranges.map(({ range, position }) =>
      newRange(range, { rest, position, cutFrom: null, courage: 1 }),
    );
    this.#wasCut = this.#ranges.length > 1;
  }

  /** Every row has been handed out. */
  get isDone(): boolean {
    return this.#ranges.length === 0;
  }

  get rangesDone(): number {
    return this.#rangesDone;
  }

  get rangesLeft(): number {
    return this.#ranges.length;
  }

  /** Asks for the first page. */
  begin(): void {
    this.#pump();
  }

  readAhead(): void {
    this.#ahead = 'all';
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
    this.#forgetDone();
    return { fetched: page.fetched, rows };
  }

  /**
   * The next page, waiting for it; null when every row has been handed out.
   * @throws StowageError of the request that failed, `cancelled.by-user`; the reading can go on
   */
  async next(mostRows: number, signal?: AbortSignal): Promise<ReadPage | null> {
    const wake = (): void => this.#wake?.();
    signal?.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        if (signal?.aborted === true) {
          await this.stop();
          throw cancelled();
        }
        const ready = this.takeReady(mostRows);
        if (this.isDone) return ready;
        if (this.#failure === null) this.#pump();
        if (ready !== null) return ready;
        if (this.#running.size === 0) {
          const failure = this.#failure;
          this.#failure = null;
          if (failure !== null) throw failure;
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
    } finally {
      signal?.removeEventListener('abort', wake);
    }
  }

  /** Ends every request under way. What came stays; the reading can go on. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
    this.#stopping = new AbortController();
    this.#failure = null;
  }

  /** Where another session can go on, for rows in key order; null when nothing is left. */
  stand(): ScanStand | null {
    return standOf(this.#ranges, this.#dropUpTo);
  }

  #ready(): RangeState | undefined {
    const { order } = this.#options;
    return order === 'key' ? this.#ranges[0] : this.#ranges.find(({ pages }) => pages.length > 0);
  }

  #forgetDone(): void {
    for (let index = this.#ranges.length - 1; index >= 0; index -= 1) {
      const range = this.#ranges[index];
      if (range === undefined || range.isReading || range.pages.length > 0 || range.position.kind !== 'end') continue;
      this.#ranges.splice(index, 1);
      this.#rangesDone += 1;
    }
  }

  /** Starts what may be started. */
  #pump(): void {
    const { lanes } = this.#options;
    const isStopped = (): boolean => this.#failure !== null || this.#stopping.signal.aborted;
    while (!isStopped() && lanes.isFree) {
      const readable = readableRanges(this.#reading());
      const [range] = readable;
      if (range === undefined) break;
      if (readable.length < lanes.allowed - lanes.inFlight && this.#cutByGuess(range)) continue;
      lanes.tryTake();
      this.#track(this.#read(range));
    }
    if (isStopped() || !lanes.isFree) return;
    const toCut = nextToCut(this.#reading());
    if (toCut !== undefined) this.#track(this.#sample(toCut));
  }

  #reading(): Reading {
    const { lanes, order, top, rest } = this.#options;
    const [ahead, wasCut] = [this.#ahead, this.#wasCut ? 'yes' : 'no'] as const;
    return { ranges: this.#ranges, lanesAsked: lanes.asked, order, top, isFiltered: rest.length > 0, ahead, wasCut };
  }

  /** In key order, what comes next is cut into parts that fit what may wait. */
  #cutByGuess(range: RangeState): boolean {
    const { order, lanes } = this.#options;
    if (order === 'any' || lanes.asked === 1 || this.#ahead === 'first-page') return false;
    if (range.seen === null || this.#isCatchingUp(range) || range.cuts !== null || range.cutting === 'sampling')
      return false;
    if (this.#ranges.length + lanes.allowed > mostRanges) return false;
    const count = Math.min(lanes.allowed, range.courage * 2);
    range.cuts = guessCuts(range.range, range.lastKeys, { distance: pagesPerPart, count });
    if (range.cuts === null) return false;
    this.#cut(range);
    return true;
  }

  async #read(range: RangeState): Promise<void> {
    const { lanes, fetchPage } = this.#options;
    const { signal } = this.#stopping;
    const from = range.position;
    range.isReading = true;
    try {
      const fetched = await fetchPage(range.filter, from, signal);
      lanes.succeeded();
      const after = range === this.#ranges[0] ? this.#dropUpTo : null;
      // The service may end pages elsewhere than it did then: all of the first pages can be known already.
      if (after !== null && entitiesOf(fetched.rows).some((row) => compareKeys(row, after) >= 0)) this.#dropUpTo = null;
      takePage(range, fetched, { from, after });
    } catch (thrown) {
      if (!signal.aborted) this.#failure ??= StowageError.from(thrown);
    } finally {
      range.isReading = false;
      lanes.give();
    }
    this.#cut(range);
  }

  async #sample(range: RangeState): Promise<void> {
    const { probe, lanes } = this.#options;
    const { signal } = this.#stopping;
    const parts = this.#wasCut ? 2 : lanes.asked * partsPerLane;
    const first = async (of: KeyRange): Promise<RowPlace | null> => {
      await lanes.take();
      try {
        if (signal.aborted) throw cancelled();
        const place = await probe(rangeFilter(of, []), signal);
        lanes.succeeded();
        return place;
      } finally {
        lanes.give();
      }
    };
    range.cutting = 'sampling';
    try {
      const from = range.seen ?? (await first(range.range));
      const cuts = from === null ? null : await sampleCuts(range.range, from, parts, first);
      this.#wasCut = true;
      range.cuts = cuts !== null && hasCuts(cuts) ? cuts : null;
      range.cutting = range.cuts === null ? 'impossible' : 'possible';
    } catch (thrown) {
      range.cutting = 'possible';
      if (!signal.aborted) this.#failure ??= StowageError.from(thrown);
    }
    this.#cut(range);
  }

  /** Puts the parts of a range in its place, once it is known where its reading stands. */
  #cut(range: RangeState): void {
    const { cuts } = range;
    if (cuts === null || range.isReading || this.#isCatchingUp(range)) return;
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
            rest: this.#options.rest,
            position: { kind: 'start' },
            cutFrom,
            courage: goesOn(part) ? range.courage * 2 : 1,
          }),
        ),
      );
      this.#forgetDone();
    }
  }

  /** Rows of an earlier session are still being passed over; they must not get into parts. */
  #isCatchingUp(range: RangeState): boolean {
    return this.#dropUpTo !== null && range === this.#ranges[0];
  }

  #track(work: Promise<void>): void {
    const tracked = work.then(() => {
      this.#running.delete(tracked);
      this.#forgetDone();
      try {
        if (this.#failure === null) this.#pump();
      } catch (thrown) {
        this.#failure = StowageError.from(thrown);
      }
      this.#wake?.();
    });
    this.#running.add(tracked);
  }
}
