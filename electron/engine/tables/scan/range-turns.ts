// Whose turn it is among the ranges of a scan: which may be read on, and which should be cut further. Pure.
import { MiB } from '@shared/units';
import { type RangeState, fullPages, waitingBytes } from './range-state';

/** Where a reading of several ranges stands. */
export interface Reading {
  readonly ranges: readonly RangeState[];
  /** Lanes that a person wants, whatever the service allows now. */
  readonly lanesAsked: number;
  readonly order: 'key' | 'any';
  /** Rows of a full page. */
  readonly top: number;
  /** There are conditions besides those on keys. */
  readonly isFiltered: boolean;
  /** More than the first page is read once somebody reads on. */
  readonly ahead: 'first-page' | 'all';
  readonly wasCut: 'yes' | 'no';
}

/** Pages that wait in a range whose turn has not come. */
const pagesAhead = 4;
/** Pages that wait in all ranges, for each lane; the range whose turn it is may hold as many by itself. */
const pagesPerLane = 4;
/** Pages hold up to 4 MiB each: only the range whose turn it is goes on where this much waits. */
const mostWaitingBytes = 64 * MiB;
/** Ranges at a time: a token names them all. */
export const mostRanges = 256;

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

/** The range that holds the others up, or that has been read longest, where lanes stay free for want of ranges. */
export function nextToCut(reading: Reading): RangeState | undefined {
  const { ranges, lanesAsked, order, isFiltered, ahead, wasCut } = reading;
  if (lanesAsked === 1 || ranges.length >= mostRanges) return undefined;
  if (ranges.some(({ cutting }) => cutting === 'sampling')) return undefined;
  // In key order, parts all over the table help where few rows match; else what comes next is cut by guesses.
  if (wasCut === 'no' && (order === 'any' || isFiltered)) return ranges[0];
  if (ahead === 'first-page' || (order === 'any' && holdsEnough(reading))) return undefined;
  const candidates = ranges.filter(
    ({ cutting, cuts, position, seen }) =>
      cutting === 'possible' && cuts === null && position.kind === 'at' && seen !== null,
  );
  if (order === 'any') return candidates.sort((left, right) => right.count - left.count)[0];
  // While pages wait, it is the consumer who holds up.
  return candidates.find((range) => range === ranges[0] && range.pages.length === 0);
}

/** In all ranges, as many pages wait or come as should, or as many bytes wait. */
function holdsEnough({ ranges, lanesAsked, top }: Reading): boolean {
  const waiting = ranges.reduce((sum, range) => sum + fullPages(range, top) + Number(range.isReading), 0);
  if (waiting >= lanesAsked * pagesPerLane) return true;
  return ranges.reduce((sum, range) => sum + waitingBytes(range), 0) >= mostWaitingBytes;
}
