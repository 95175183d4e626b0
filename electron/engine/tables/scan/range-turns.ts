// Scheduling of the ranges of a scan: which may be read further, and which should be split. Pure.
import { MiB } from '@shared/units';
import { type RangeState, fullPages, waitingBytes } from './range-state';

/** Where a reading of several ranges stands. */
export interface Reading {
  readonly ranges: readonly RangeState[];
  /** The concurrency that a person chose, regardless of current throttling. */
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
/** How many pages may wait in all ranges, per lane; the range whose turn it is may hold as many by itself. */
const pagesPerLane = 4;
/** Pages hold up to 4 MiB each: beyond this amount only the range whose turn it is continues. */
const maxWaitingBytes = 64 * MiB;
/** Limit of ranges, because a token names them all. */
export const maxRanges = 256;

/** Ranges whose next page may be asked for, in the order in which that should happen. */
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

/** The range to split when lanes are free: the one that holds the others up, or the one read for longest. */
export function nextToCut(reading: Reading): RangeState | undefined {
  const { ranges, slotsRequested, order, isFiltered, ahead, wasCut } = reading;
  if (slotsRequested === 1 || ranges.length >= maxRanges) return undefined;
  if (ranges.some(({ cutting }) => cutting === 'sampling')) return undefined;
  // In key order, spreading over the table helps when few rows match; otherwise what comes next is split by guessing.
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
