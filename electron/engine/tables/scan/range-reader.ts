// Reads the ranges of one scan concurrently: the range that is next in order continues first, and while lanes are free,
// ranges are split further. Holds few pages: a range that is not due for a long time waits.
import { cancelled, StowageError } from '@shared/errors';
import type { FetchedPage, PageRows, Position, RowKeys } from '../page';
import type { ReadCheck } from '../read-check';
import { type KeyRange, rangeFilter } from './key-range';
import { guessCuts, hasCuts, sampleCuts } from './key-sampler';
import { type RangeState, type ReadPage, type ScanRanges, fullPages, waitingBytes } from './scan-ranges';
import type { ReadSlots } from './read-slots';
import { MiB } from '@shared/units';

export interface RangeReaderOptions {
  readonly ranges: ScanRanges;
  readonly slots: ReadSlots;
  /** What the pages of a range must pass. */
  readonly checkOf: (range: KeyRange) => ReadCheck;
  /** Rows of a full page. */
  readonly top: number;
  /** One page of a filter. */
  readonly fetchPage: (filter: string, from: Position, signal: AbortSignal) => Promise<FetchedPage<PageRows>>;
  /** The first row of a filter by its keys. */
  readonly probe: (filter: string, signal: AbortSignal) => Promise<RowKeys | null>;
}

/** The number of pages that a guessed part should contain. */
const pagesPerPart = 3;
/** Number of parts per lane that the first split makes. */
const partsPerLane = 2;

export class RangeReader {
  readonly #options: RangeReaderOptions;
  readonly #ranges: ScanRanges;
  readonly #running = new Set<Promise<void>>();
  readonly #checks = new WeakMap<RangeState, ReadCheck>();
  #stopping = new AbortController();
  #failure: StowageError | null = null;
  #wake: (() => void) | null = null;
  #wasCut: boolean;
  /** Counts stops, so that who waits for a page knows that none comes. */
  #stops = 0;
  /** Reads more than the first page once a second one is wanted. */
  #ahead: Reading['ahead'] = 'first-page';

  constructor(options: RangeReaderOptions) {
    this.#options = options;
    this.#ranges = options.ranges;
    this.#wasCut = this.#ranges.left.length > 1;
  }

  /** Requests the first page. */
  begin(): void {
    this.#pump();
  }

  readAhead(): void {
    this.#ahead = 'all';
  }

  /**
   * The next page, waiting for it; null when every row has been handed out.
   * @throws StowageError of the request that failed, `cancelled.by-user`; the reading can go on
   */
  async next(maxRows: number, signal?: AbortSignal): Promise<ReadPage | null> {
    const wake = (): void => this.#wake?.();
    signal?.addEventListener('abort', wake, { once: true });
    const stops = this.#stops;
    try {
      for (;;) {
        if (signal?.aborted === true) {
          await this.stop();
          throw cancelled();
        }
        if (this.#stops !== stops) throw cancelled();
        const ready = this.#ranges.takeReady(maxRows);
        if (this.#ranges.isDone) return ready;
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

  /** Aborts every request under way. Pages that arrived are kept; reading can be resumed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stops += 1;
    await Promise.all(this.#running);
    this.#stopping = new AbortController();
    this.#failure = null;
    this.#wake?.();
  }

  /** Starts the requests that may be started. */
  #pump(): void {
    const { slots } = this.#options;
    const isStopped = (): boolean => this.#failure !== null || this.#stopping.signal.aborted;
    while (!isStopped() && slots.isFree) {
      const readable = readableRanges(this.#reading());
      const [range] = readable;
      if (range === undefined) break;
      if (readable.length < slots.allowed - slots.inFlight && this.#cutByGuess(range)) continue;
      slots.tryTake();
      this.#track(this.#read(range));
    }
    if (isStopped() || !slots.isFree) return;
    const toCut = nextToCut(this.#reading());
    if (toCut !== undefined) this.#track(this.#sample(toCut));
  }

  #reading(): Reading {
    const { slots, top } = this.#options;
    const { left, order, isFiltered } = this.#ranges;
    const [ahead, wasCut] = [this.#ahead, this.#wasCut ? 'yes' : 'no'] as const;
    return { ranges: left, slotsRequested: slots.requested, order, top, isFiltered, ahead, wasCut };
  }

  /** In key order, the range that comes next is split into parts that fit the read-ahead. */
  #cutByGuess(range: RangeState): boolean {
    const { slots } = this.#options;
    if (this.#ranges.order === 'any' || slots.requested === 1 || this.#ahead === 'first-page') return false;
    if (range.seen === null || this.#ranges.isCatchingUp(range) || range.cuts !== null || range.cutting === 'sampling')
      return false;
    if (this.#ranges.left.length + slots.allowed > maxRanges) return false;
    const count = Math.min(slots.allowed, range.courage * 2);
    range.cuts = guessCuts(range.range, range.lastKeys, { distance: pagesPerPart, count });
    if (range.cuts === null) return false;
    this.#ranges.cut(range);
    return true;
  }

  async #read(range: RangeState): Promise<void> {
    const { slots, fetchPage } = this.#options;
    const { signal } = this.#stopping;
    const from = range.position;
    range.isReading = true;
    try {
      const fetched = await fetchPage(range.filter, from, signal);
      slots.succeeded();
      const rows = this.#checkFor(range).checked(fetched);
      this.#ranges.came(range, { ...fetched, rows }, from);
    } catch (thrown) {
      if (!signal.aborted) this.#failure ??= StowageError.from(thrown);
    } finally {
      range.isReading = false;
      slots.give();
    }
    this.#ranges.cut(range);
  }

  #checkFor(range: RangeState): ReadCheck {
    const check = this.#checks.get(range) ?? this.#options.checkOf(range.range);
    this.#checks.set(range, check);
    return check;
  }

  async #sample(range: RangeState): Promise<void> {
    const { probe, slots } = this.#options;
    const { signal } = this.#stopping;
    const parts = this.#wasCut ? 2 : slots.requested * partsPerLane;
    const first = async (of: KeyRange): Promise<RowKeys | null> => {
      await slots.take();
      try {
        if (signal.aborted) throw cancelled();
        const keys = await probe(rangeFilter(of, []), signal);
        slots.succeeded();
        return keys;
      } finally {
        slots.give();
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
    this.#ranges.cut(range);
  }

  #track(work: Promise<void>): void {
    const tracked = work.then(() => {
      this.#running.delete(tracked);
      this.#ranges.forgetDone();
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

/** The progress of reading several ranges. */
export interface Reading {
  readonly ranges: readonly RangeState[];
  /** The concurrency that the user chose, regardless of current throttling. */
  readonly slotsRequested: number;
  readonly order: 'key' | 'any';
  /** Rows of a full page. */
  readonly top: number;
  /** There are conditions besides those on keys. */
  readonly isFiltered: boolean;
  /** Reads more than the first page once a second one is wanted. */
  readonly ahead: 'first-page' | 'all';
  readonly wasCut: 'yes' | 'no';
}

/** How many pages may wait in a range whose turn has not come. */
const pagesAhead = 4;
/** How many pages may wait in all ranges, per lane; the range that is next in order may hold as many alone. */
const pagesPerLane = 4;
/** Pages hold up to 4 MiB each: beyond this amount only the range whose turn it is continues. */
const maxWaitingBytes = 64 * MiB;
/** Limit of ranges, because a token names them all. */
const maxRanges = 256;

/** Ranges whose next page may be requested, in the order of requesting. */
export function readableRanges(reading: Reading): readonly RangeState[] {
  const { ranges, order, top, ahead } = reading;
  const leading = ranges[0];
  const isFull = holdsEnough(reading);
  return ranges.filter((range) => {
    if (range.isReading || range.position.kind === 'end') return false;
    if (ahead === 'first-page') return range === leading && range.pages.length === 0;
    if (order === 'any') return !isFull;
    if (range === leading) return fullPages(range, top) < pagesPerLane;
    return !isFull && fullPages(range, top) < pagesAhead;
  });
}

/** The range to split when lanes are free: the one that delays the others, or the one read for longest. */
export function nextToCut(reading: Reading): RangeState | undefined {
  const { ranges, slotsRequested, order, isFiltered, ahead, wasCut } = reading;
  if (slotsRequested === 1 || ranges.length >= maxRanges) return undefined;
  if (ranges.some(({ cutting }) => cutting === 'sampling')) return undefined;
  // In key order, spreading over the table helps when few rows match; otherwise the upcoming part is split by guessing.
  if (wasCut === 'no' && (order === 'any' || isFiltered)) return ranges[0];
  if (ahead === 'first-page' || (order === 'any' && holdsEnough(reading))) return undefined;
  const candidates = ranges.filter(
    ({ cutting, cuts, position, seen }) =>
      cutting === 'possible' && cuts === null && position.kind === 'at' && seen !== null,
  );
  if (order === 'any') return candidates.sort((left, right) => right.count - left.count)[0];
  // While pages wait, the consumer is the bottleneck.
  return candidates.find((range) => range === ranges[0] && range.pages.length === 0);
}

/** Whether enough pages or bytes wait or are requested, over all ranges. */
function holdsEnough({ ranges, slotsRequested, top }: Reading): boolean {
  const waiting = ranges.reduce((sum, range) => sum + fullPages(range, top) + Number(range.isReading), 0);
  if (waiting >= slotsRequested * pagesPerLane) return true;
  return ranges.reduce((sum, range) => sum + waitingBytes(range), 0) >= maxWaitingBytes;
}
